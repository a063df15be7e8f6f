"""Work that outgrows one process: on all cores of this machine, or on a Dask cluster."""
