"""What the app needs from its machine. `unix` is None on a system that is not Unix."""

try:
    from companion.host import unix
except ImportError:  # as on Windows
    unix = None  # type: ignore[assignment]

__all__ = ["unix"]
