"""What several pages show or read."""
