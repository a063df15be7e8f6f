"""Any plan and look for paper, screen and terminal; every view draws the same ink."""
