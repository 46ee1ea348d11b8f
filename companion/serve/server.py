"""Serves the web app to the phones on the network, and prints its address."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import io
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import segno
from flask import Flask
from uvicorn import Config, Server

from companion.host import logs, unix
from companion.i18n import _
from companion.prose import obstacles
from companion.serve.line import Line
from companion.serve.maintenance import Maintenance
from companion.serve.shell import ON_ALL, Shell
from companion.serve.tuning import CONNECTIONS, FILES_BESIDE, tune
from companion.web.owner import Owner
from companion.web.reach import SOON, Reach

if TYPE_CHECKING:
    from companion.host.certificates import Certificates

# In brackets: what uvicorn does by default.
SETTINGS: Final[dict[str, Any]] = {
    "http": Line,
    "ws": "none",
    "interface": "asgi3",
    "lifespan": "on",
    "workers": 1,  # (what WEB_CONCURRENCY says)
    "proxy_headers": False,  # the app reads them, from named proxies only (believes whoever is on this machine)
    "server_header": False,
    "headers": [ON_ALL],
    "access_log": False,
    "log_config": None,  # (puts handlers of its own in)
    "log_level": "error",  # (tells of every stranger who speaks no HTTP)
    "timeout_keep_alive": 30,  # connections outlive a phone's polling (5, and each poll would have to make a new one)
    "timeout_graceful_shutdown": 2,  # (waits for ever)
}
STOPS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name))
LOOK: Final = 0.05  # seconds between two looks at whether the server stops
HANDED_IN: Final = 3  # the file descriptor of the first socket passed by systemd
QUEUE: Final = 2048  # connections that may wait to be accepted
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  (the phones at the table have to reach it)


class CannotServe(Exception):
    """The server cannot start; the message is a sentence for the person who started it."""


@dataclass(frozen=True)
class Serving:
    """The app and its sockets: plain http on the first; on the second https with this machine's certificates."""

    app: Flask
    sockets: Sequence[socket.socket]
    maintenance: Maintenance
    certificates: Certificates | None = None
    reach: Reach = field(default_factory=Reach)
    owner: Owner | None = None  # who may stop it from a page

    def run(self, workers: int = 1) -> None:
        """Serves until it is told to stop (Ctrl-C)."""
        if workers == 1:
            self._process(0)
        else:
            unix.run(workers, self._process)

    def _process(self, place: int, parent: int | None = None) -> None:
        """Serves in this process, until it is told to stop or its parent has ended."""
        self.maintenance.measures.use_place(place)
        shell = Shell(self.app, self._connections(), self.maintenance.store.close)
        tune()
        servers = [Server(config) for config in self._configs(shell)]
        with asyncio.Runner(loop_factory=servers[0].config.get_loop_factory()) as runner:
            runner.run(self._serve(servers, shell, parent))
        if shell.at_work:  # Python would wait for the thread, though nobody needs its result
            sys.stdout.flush()
            os._exit(0)

    async def _serve(self, servers: Sequence[Server], shell: Shell, parent: int | None) -> None:
        """Serves until a signal, or the end of the parent process, stops all servers of this process together."""
        loop = asyncio.get_running_loop()

        def stop(*_told: object) -> None:
            for server in servers:
                server.should_exit = True

        _on_stop_signal(stop)
        pairs = zip(servers, self.sockets, strict=True)
        serving = [asyncio.create_task(server.serve(sockets=[at])) for server, at in pairs]
        await asyncio.sleep(0)
        # In place of uvicorn's own handlers, which stop one server and then end the process by the signal.
        _on_stop_signal(stop)
        if parent is not None:
            unix.accept_signals()
            loop.add_reader(parent, stop)
        self.maintenance.start()
        self.reach.began()
        missing = asyncio.create_task(self._say_if_no_phone_comes()) if self.owner else None
        while not any(server.should_exit for server in servers) and not (self.owner and self.owner.stopping.is_set()):
            await asyncio.sleep(LOOK)
        stop()
        if missing:
            missing.cancel()
        shell.stop_streams()
        if parent is not None:
            loop.remove_reader(parent)
        await asyncio.gather(*serving)

    async def _say_if_no_phone_comes(self) -> None:
        """Prints what may keep phones away, once, if none has come soon."""
        await asyncio.sleep(SOON)
        if self.reach.is_missed:
            sentences = await asyncio.to_thread(what_to_try, self.reach, self.sockets[0].getsockname()[1])
            print(_("No phone has connected yet."), sentences[0], flush=True)  # noqa: T201

    def _configs(self, shell: Shell) -> list[Config]:
        """The settings of uvicorn: for plain http and, where there are certificates, for https."""
        configs = [Config(shell, **SETTINGS)]
        if self.certificates is not None:
            own: dict[str, Any] = {"ssl_certfile": self.certificates.leaf, "ssl_keyfile": self.certificates.key}
            configs.append(Config(shell, **SETTINGS, **own))
        return configs

    @staticmethod
    def _connections() -> int:
        """How many connections a process may have, after raising its limit of open files."""
        files = CONNECTIONS + FILES_BESIDE
        return (unix.most_files(files) if unix else files) - FILES_BESIDE


def _on_stop_signal(stop: Any) -> None:
    """Makes the signals that stop a process call this function."""
    for number in STOPS:
        signal.signal(number, stop)


def serve(serving: Serving, host: str, workers: int = 1, lines: bool = False, opens: bool = False) -> None:
    """Serves until it is told to stop. Prints the address; with `lines` it logs in JSON instead.

    With `opens` it also opens this computer's browser, whose request waits in the queue of the socket until then.
    """
    ports = [at.getsockname()[1] for at in serving.sockets]
    here = f"http://127.0.0.1:{ports[0]}/"
    if lines:
        logs.log_event("started", workers=workers, port=ports[0])
    else:
        page = f"{here}server?key={serving.owner.new_key()}" if serving.owner else None
        print(welcome(host, ports, serving.certificates, serving.reach, page), flush=True)  # noqa: T201  (all it says)
    if opens:
        page = f"{here}server?key={serving.owner.new_key()}" if serving.owner else here
        threading.Thread(target=webbrowser.open, args=[page], daemon=True).start()
    serving.run(workers)


def refuse_workers(workers: int) -> None:
    """Refuses several processes on a system that cannot fork. Raises CannotServe."""
    if workers > 1 and unix is None:
        raise CannotServe(_("This system can run only one process; leave out --workers."))


def sockets(host: str, *ports: int) -> list[socket.socket]:
    """A listening socket for each port. Those passed by systemd are used first, for restarts without a gap."""
    made = _systemd_sockets()[: len(ports)]
    wanted = list(zip(ports, ("--port", "--https-port"), strict=False))[len(made) :]
    return made + [listening(host, port, option) for port, option in wanted]


def _systemd_sockets() -> list[socket.socket]:
    """The sockets that systemd (or a program like it) has opened for this process."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return []
    count = int(os.environ.pop("LISTEN_FDS", "0"))
    del os.environ["LISTEN_PID"]
    found = [socket.socket(fileno=number) for number in range(HANDED_IN, HANDED_IN + count)]
    for each in found:
        each.set_inheritable(False)
    return found


def listening(host: str, port: int, option: str = "--port") -> socket.socket:
    """A socket that listens at this host and port. Raises CannotServe, which names the option for another port."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    # Not SO_REUSEADDR on Windows, where it lets another program listen at the same port.
    made.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
    try:
        made.bind((host, port))
        made.listen(QUEUE)
    except OSError as problem:
        made.close()
        raise CannotServe(_why(problem, host, port, option)) from problem
    return made


def first_free(host: str, port: int) -> int:
    """The first port from this one on that no program uses; after ten the port itself, which is then refused."""
    for tried in range(port, min(port + 10, 65536)):
        with contextlib.suppress(CannotServe):
            listening(host, tried).close()
            return tried
    return port


def refuse_taken(host: str, port: int) -> None:
    """Checks now that a port is free that will be used later. Raises CannotServe."""
    listening(host, port).close()


def _why(problem: OSError, host: str, port: int, option: str) -> str:
    """Why an address cannot be listened at, and what to do."""
    said = {"host": host, "port": port, "next": port + 1 if port < 65535 else 8000, "option": option}
    if problem.errno == errno.EADDRINUSE:
        return _("Another program is using port {port}; try {option} {next}.").format(**said)
    if problem.errno == errno.EACCES:
        return _("You aren't allowed to use port {port}; try 1024 or higher, such as {option} 8000.").format(**said)
    return _(
        "{host} isn't an address of this computer. Leave out --host and every phone on the network can reach it."
    ).format(**said)


def hosts_for_phones(host: str, reach: Reach) -> list[str]:
    """The hosts by which phones reach a server that listens at this host, the one on the QR code first."""
    if host not in EVERYWHERE:
        return [host]
    others = [at.ip for at in reach.addresses()[1:] if at.is_home and not at.is_virtual]
    return [reach.ip, *others]


def welcome(
    host: str,
    ports: Sequence[int],
    certificates: Certificates | None = None,
    reach: Reach | None = None,
    page: str | None = None,
) -> str:
    """The text printed at the start: the address, its QR code if other devices can reach it, and the address of the
    `page` *This server*.

    Even with https, phones come in by plain http: there they learn how to trust the certificate, and those that do
    are redirected to https.
    """
    reach = reach or Reach()
    first_host = hosts_for_phones(host, reach)[0]
    in_url = f"[{first_host}]" if ":" in first_host else first_host  # as IPv6 is written in a URL
    address = f"{reach.fixed}/" if reach.fixed else f"http://{in_url}:{ports[0]}/"
    shown = address if certificates is None else f"https://{in_url}:{ports[1]}/"
    lines = [_("Trackside is at {address} (stop it with Ctrl-C)").format(address=shown)]
    if certificates is not None:
        lines += [
            _("On phones, open {address} first; it shows how to trust this computer.").format(address=address),
            _("The certificate's fingerprint: {fingerprint}").format(fingerprint=certificates.fingerprint),
        ]
    if page is not None:
        lines += [
            _("On this computer, {page} shows other addresses and what to try if phones can't connect.").format(
                page=page
            )
        ]
    if host in EVERYWHERE and sys.stdout.isatty():
        lines += [_("Scan this with the phones at your table:"), code(address)]
    return "\n".join(lines)


def what_to_try(reach: Reach, port: int) -> list[str]:
    """What may keep phones away, in sentences, the likeliest first."""
    shown = next(iter(reach.addresses()), None)
    ip, interface = (shown.ip, shown.interface) if shown else ("", "")
    return [obstacles.sentence(obstacle, ip, interface, port) for obstacle in reach.obstacles()]


def code(address: str) -> str:
    """A QR code drawn with characters."""
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(out=drawn, compact=True)
    return drawn.getvalue()
