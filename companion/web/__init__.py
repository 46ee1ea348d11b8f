"""What every request needs, whatever it asks for; `api/` is the interface for programs."""
