"""The vocabulary every room shares; it imports nothing of ours."""
