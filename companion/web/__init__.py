"""What every request needs: devices, languages, limits, headers, files. `api` is the HTTP interface for programs."""
