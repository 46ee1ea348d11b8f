"""What the machines of a public network ask for: what to list, and whom to write to about a weakness."""
