"""Sound and haptic feedback through Thud, from Python.

    from thud_feedback import Feedback

    with Feedback(cues=["Sounds/mine"]) as feedback:
        feedback.play("mine/bump")
        with feedback.begin("mine/hum") as hum:
            hum.turn("intensity", 0.8, over=0.2)
        for report in feedback.reports():
            print(report)

`Feedback()` starts `thud listen` as a child. `Feedback(socket=True)` talks to a running `thud listen --socket`.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import json
import os
import socket as sockets
import subprocess
import threading
import time
from typing import Any, Iterable, Literal, Union

__all__ = ["Feedback", "LastingCue", "ThudError"]

_Path = Union[str, "os.PathLike[str]"]


def _word(name: str) -> str:
    """Returns a name as one word of a line, between quotation marks. Each one in the name is doubled."""
    return '"' + name.replace('"', '""') + '"'


class ThudError(Exception):
    """Thud could not be reached, or a line was wrong."""


def _yielding(kind: type[BaseException] | None) -> contextlib.AbstractContextManager[None]:
    """At the end of a block that failed, hides that Thud has gone: Ctrl-C ends the child as well as the program."""
    return contextlib.nullcontext() if kind is None else contextlib.suppress(ThudError)


class Feedback:
    """Plays cues. A thread always drains the reports, so an unread report never delays a cue."""

    def __init__(
        self, cues: _Path | Iterable[_Path] = (), socket: _Path | Literal[True] | None = None, program: _Path = "thud",
        options: Iterable[str] = (), most_reports: int = 10_000,
    ) -> None:
        """Starts `thud listen`, or connects.

        cues: a folder of cues of your own, or several, for a child.
        socket: a path, or True for `$XDG_RUNTIME_DIR/thud/listen`; None starts a child.
        options: further options of `thud listen`, such as `["--latency", "low"]`.
        most_reports: how many reports wait for `reports()`; older ones are dropped and counted.
        """
        self._child: subprocess.Popen[bytes] | None = None
        self._process = os.getpid()
        self._tags = itertools.count(1)
        self._reports: collections.deque[dict[str, Any]] = collections.deque(maxlen=most_reports)
        self._arrived = threading.Condition()
        self._is_over = self._was_ready = False
        self._dropped = 0
        if socket is None:
            self._start(program, [cues] if isinstance(cues, (str, os.PathLike)) else cues, options)
        else:
            self._connect(self._usual_path() if socket is True else os.fspath(socket))
        # The program may have a default time-out, which would end the reports.
        self._socket.settimeout(None)
        self._output, self._input = self._socket.makefile("wb"), self._socket.makefile("rb")
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._reader.start()

    def play(
        self, cue: str, cause: int | None = None, gain: float | None = None, tag: str | None = None,
        after: float | None = None,
    ) -> None:
        """Plays a cue as soon as possible, or `after` seconds.

        cause: the instant of the event that the cue answers, as `time.monotonic_ns()` gives it; not with `after`.
        gain: in dB, -60 to 12.
        """
        if cause and after:
            raise ThudError("a line has one time: leave out cause or after")
        words = [f"+{after:.6f}"] if after else [f"@{cause}"] if cause else []
        words.append(_word(cue))
        if gain is not None:
            words += ["gain", f"{gain:.6f}"]
        if tag is not None:
            words += ["as", _word(tag)]
        self.send(" ".join(words))

    def begin(self, cue: str, cause: int | None = None) -> LastingCue:
        """Begins a cue that lasts, and returns it.

        cause: as for `play`.
        """
        tag = f"py{next(self._tags)}"
        time = f"@{cause} " if cause else ""
        self.send(f"{time}begin {_word(cue)} as {tag}")
        return LastingCue(self, tag)

    def stop(self) -> None:
        """Silences all of this client's cues with a fade of 5 ms, as soon as a cue could begin."""
        self.send("stop")

    def send(self, line: str) -> None:
        """Sends a line as `thud listen` reads it."""
        if "\n" in line:
            raise ThudError("a line cannot hold a line break")
        try:
            data = line.encode() + b"\n"
        except UnicodeEncodeError as error:
            raise ThudError(f"a line must be text: {error}") from error
        self._check()
        try:
            self._output.write(data)
            self._output.flush()
        except ValueError as error:
            raise ThudError("this Feedback is closed; make another one") from error
        except OSError as error:
            self._reader.join(1)
            self._check()
            raise ThudError(f"Thud has gone: {error}") from error

    def reports(self, wait: float = 0.0) -> list[dict[str, Any]]:
        """Returns the reports since the last call, as dictionaries; waits up to `wait` seconds for the first.

        Once Thud has gone and all reports were returned, waiting raises `ThudError`. If more than `most_reports` came,
        the first one is `{"event": "dropped", "lines": N}`, as from the service.
        """
        with self._arrived:
            end = time.monotonic() + wait
            while not self._reports and not self._is_over and (left := end - time.monotonic()) > 0:
                self._arrived.wait(min(left, threading.TIMEOUT_MAX))
            taken = list(self._reports)
            self._reports.clear()
            if self._dropped:
                taken.insert(0, {"event": "dropped", "lines": self._dropped})
            self._dropped = 0
        if not taken:
            self._check()
            if self._is_over and wait > 0:
                raise ThudError("Thud has gone, so no report will come")
        return taken

    def close(self) -> list[dict[str, Any]]:
        """Ends the requests, waits until all cues have been heard out, and returns the remaining reports.

        In a fork this does nothing, because the connection is that of the process that opened it.
        """
        if os.getpid() != self._process:
            return []
        try:
            self._output.close()
            # A fork of this program may have the socket open too, and does not delay this.
            self._socket.shutdown(sockets.SHUT_WR)
        except OSError:
            pass  # Thud has gone, so nothing is left to end.
        self._reader.join()
        self._input.close()
        self._socket.close()
        if self._child is not None:
            self._child.wait()
        return self.reports()

    def __enter__(self) -> Feedback:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with _yielding(kind):
            self.close()

    def _check(self) -> None:
        """Raises if Thud ended before it was ready, for example because of a wrong option."""
        if self._is_over and not self._was_ready:
            if self._child is None:
                raise ThudError("the service refused to answer: it is another user's, or has too many clients")
            code = self._child.wait()
            raise ThudError(f"thud listen ended at once with exit code {code}; standard error says why")

    def _start(self, program: _Path, cues: Iterable[_Path], options: Iterable[str]) -> None:
        folders = [word for folder in cues for word in ("--cues", os.fspath(folder))]
        self._socket, theirs = sockets.socketpair()
        try:
            with theirs:
                self._child = subprocess.Popen(
                    [program, "listen", "--json", *folders, *options], stdin=theirs.fileno(), stdout=theirs.fileno())
        except OSError as error:
            self._socket.close()
            raise ThudError(f"Thud cannot be reached: {error}") from error

    def _connect(self, path: str) -> None:
        self._socket = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise ThudError(f"Thud cannot be reached at {path}: {error}") from error

    @staticmethod
    def _usual_path() -> str:
        if folder := os.environ.get("XDG_RUNTIME_DIR"):
            return os.path.join(folder, "thud/listen")
        raise ThudError("XDG_RUNTIME_DIR is not set, so the socket needs a path")

    def _drain(self) -> None:
        try:
            for line in self._input:
                report = json.loads(line)
                with self._arrived:
                    self._was_ready = True
                    self._dropped += len(self._reports) == self._reports.maxlen
                    self._reports.append(report)
                    self._arrived.notify_all()
        except (OSError, ValueError):
            pass  # The last report of a Thud that was killed is broken off.
        finally:
            with self._arrived:
                self._is_over = True
                self._arrived.notify_all()


class LastingCue:
    """A cue that has begun and lasts until it is ended."""

    def __init__(self, feedback: Feedback, tag: str) -> None:
        self._feedback = feedback
        self._is_ended = False
        self.tag = tag

    def turn(self, control: str, value: float, over: float = 0.0) -> None:
        """Moves `intensity`, `sharpness`, `gain` or `pitch` to a value, over some seconds."""
        self._feedback.send(f"turn {self.tag} {control} {value:.6f} over {over:.6f}")

    def end(self, fade: float = 0.0) -> None:
        """Ends the cue with a fade in seconds. Further calls, such as that at the end of a `with`, do nothing."""
        if not self._is_ended:
            self._feedback.send(f"end {self.tag} fade {fade:.6f}")
            self._is_ended = True

    def __enter__(self) -> LastingCue:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with _yielding(kind):
            self.end()
