"""What happens to machines, lines and phones, on purpose: a small dose in `make test`, the whole in `make soak`."""
