"""The eye: from a frame to what lies on every cell."""
