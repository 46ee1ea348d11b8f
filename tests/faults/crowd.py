"""Phones by the thousand that listen and do nothing else, in a process that can be stopped and killed.

`python -m tests.faults.crowd PORT FILE` opens a stream for every line “table token” of the file, and says how many
there are once each has heard its table's version.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from pathlib import Path

AT_ONCE = 50


async def listen(port: int, lines: list[str]) -> None:
    """All streams, some at a time, and then for ever."""
    gate, open_ones = asyncio.Semaphore(AT_ONCE), []

    async def one(table: str, token: str) -> None:
        async with gate:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\n\r\n"
            writer.write(head.encode())
            await reader.readuntil(b"data: ")
            open_ones.append((reader, writer))

    await asyncio.gather(*(one(*line.split()) for line in lines), return_exceptions=True)
    sys.stdout.write(f"{len(open_ones)}\n")
    sys.stdout.flush()
    await asyncio.gather(*(reader.read() for reader, _ in open_ones), return_exceptions=True)


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 20_000), most))
    asyncio.run(listen(int(sys.argv[1]), Path(sys.argv[2]).read_text().splitlines()))
