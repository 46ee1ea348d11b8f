try:
    from companion.host import unix
except ImportError:  # as on Windows
    unix = None  # type: ignore[assignment]

__all__ = ["unix"]
