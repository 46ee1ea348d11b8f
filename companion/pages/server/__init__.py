"""The page of whoever runs this server at home: its address as a QR code, what keeps phones away, and its end."""
