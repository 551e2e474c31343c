import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

@testable import thud

/// The Python package, as a Python program uses it.
@Suite(.live) struct PythonClientTests {
    private var surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "null"
        surroundings.environment["PYTHONPATH"] = "\(Surroundings.checkout)/clients/python"
        surroundings.environment["PYTHONDONTWRITEBYTECODE"] = "1"
    }

    private func python(_ script: String) async throws -> (RunningProgram.Ending, String, String) {
        let program = try RunningProgram(
            findProgram("python3", package: "python3"), ["-c", script], environment: surroundings.environment)
        let ending = try await program.end(within: .seconds(60))
        return (ending, program.output, program.errorOutput)
    }

    // Debian 12's setuptools refuses the licence as a text, and that of 2027 as a table.
    @Test func `the package has the program's version, and a licence that each setuptools takes`() throws {
        let path = "\(Surroundings.checkout)/clients/python/pyproject.toml"
        let project = try String(contentsOfFile: path, encoding: .utf8)
        #expect(project.contains("\nversion = \"\(Thud.version)\"\n"))
        #expect(!project.contains("\nlicense =") && project.contains("License :: OSI Approved :: Apache"))
    }

    @Test func `cues are played, lasting ones turned, and each is reported`() async throws {
        let (ending, output, told) = try await python(
            """
            import time
            from thud_feedback import Feedback
            feedback = Feedback(program="\(ThudProcess.path())")
            feedback.play("kape/tick", cause=time.monotonic_ns(), gain=-6, tag="t")
            reports = []
            with feedback.begin("habit/hold", cause=time.monotonic_ns() - 40_000_000) as hold:
                hold.turn("intensity", 0.5, over=0.1)
                while not any(report.get("tag") == hold.tag for report in reports): reports += feedback.reports(wait=30)
                hold.end(fade=0.05)
            for report in reports + feedback.close():
                if report.get("tag") == "py1": assert report.get("latency_ms", 40) >= 40, report
                print(report.get("event") or report["outcome"], report.get("tag"))
            """)
        #expect(ending.exitCode == 0, "\(told)")
        #expect(
            Set(output.split(separator: "\n")) == ["ready None", "played t", "played py1", "ended py1"],
            "\(output) \(told)")
    }

    @Test func `the example of the document plays`() async throws {
        let document = try String(contentsOfFile: "\(Surroundings.checkout)/docs/doors.md", encoding: .utf8)
        let example = try #require(document.firstMatch(of: /(?s)```python\n(.*?)```/)).1
        var client = self
        client.surroundings.environment = try surroundings.environmentWithProgram
        let (ending, output, told) = try await client.python(String(example))
        #expect(ending.exitCode == 0, "\(told)")
        #expect(output.contains("kape/correct played") && output.contains("habit/hold "), "\(output) \(told)")
    }

    @Test func `a fork that lives on does not delay the end`() async throws {
        let (ending, output, told) = try await python(
            """
            import os, time
            from thud_feedback import Feedback
            feedback = Feedback(program="\(ThudProcess.path())")
            child = os.fork()
            if child == 0:
                time.sleep(40)
                os._exit(0)
            feedback.play("kape/tick")
            begun = time.monotonic()
            print([report.get("outcome") for report in feedback.close()][-1], time.monotonic() - begun < 30)
            os.kill(child, 9)
            """)
        #expect(ending.exitCode == 0 && output == "played True\n", "\(output) \(told)")
    }

    @Test func `a fork that leaves the block ends, and takes nothing from its parent`() async throws {
        let (ending, output, told) = try await python(
            """
            import os, sys
            from thud_feedback import Feedback
            with Feedback(program="\(ThudProcess.path())") as feedback:
                feedback.reports(wait=30)
                child = os.fork()
                if child == 0: sys.exit(0)
                print(os.waitpid(child, 0)[1])
                feedback.play("kape/tick")
                print([report.get("outcome") for report in feedback.reports(wait=30)])
            """)
        #expect(ending.exitCode == 0 && output == "0\n['played']\n", "\(output) \(told)")
    }

    @Test func `a type checker finds the types of every function`() async throws {
        let (ending, output, told) = try await python(
            """
            import inspect, os, typing, thud_feedback
            print(os.path.exists(os.path.join(os.path.dirname(thud_feedback.__file__), "py.typed")))
            for kind in (thud_feedback.Feedback, thud_feedback.LastingCue):
                for name, function in inspect.getmembers(kind, inspect.isfunction):
                    hints = typing.get_type_hints(function, vars(thud_feedback) | vars(typing))
                    if len(hints) < len(inspect.signature(function).parameters): print(name, hints)
            """)
        #expect(ending.exitCode == 0 && output == "True\n", "\(output) \(told)")
    }

    @Test func `a program that ends without reading its reports ends the input`() async throws {
        let (ending, output, told) = try await python(
            """
            import socket, subprocess, time
            ours, theirs = socket.socketpair()
            with theirs as both: child = subprocess.Popen(["\(ThudProcess.path())", "listen", "--json"], stdin=both, stdout=both)
            ours.sendall(b"kape/tick\\n")
            while b"outcome" not in ours.recv(9999, socket.MSG_PEEK): time.sleep(0.01)
            ours.close()
            print(child.wait())
            """)
        #expect(ending.exitCode == 0 && output == "0\n" && told.isEmpty, "\(output) \(told)")
    }

    @Test func `a name with blanks is one name, and no name adds a line`() async throws {
        let (ending, output, told) = try await python(
            """
            from thud_feedback import Feedback, ThudError
            feedback = Feedback(program="\(ThudProcess.path())")
            for name in "kape/tick\\nstop", "half a character \\ud800":
                try: feedback.play(name)
                except ThudError as error: print(error)
            feedback.play("mine/Bell 1")
            print(feedback.close()[-1]["message"])
            """)
        #expect(ending.exitCode == 0, "\(told)")
        #expect(output.hasPrefix("a line cannot hold a line break\na line must be text: "), "\(output)")
        #expect(output.contains("`mine/Bell 1`"), "\(output)")
    }

    @Test func `each request is one line, with its names in quotes, and a cue ends once`() async throws {
        let (ending, output, told) = try await python(
            """
            import os, socket
            from thud_feedback import Feedback
            os.environ["XDG_RUNTIME_DIR"] = "\(surroundings.scratch.file("run"))"
            os.makedirs("\(surroundings.scratch.file("run/thud"))")
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("\(surroundings.scratch.file("run/thud/listen"))"); listener.listen()
            feedback = Feedback(socket=True)
            service, _ = listener.accept()
            feedback.play('mine/"a" b', gain=-6, tag='1" "2', after=0.25)
            with feedback.begin("hum", cause=7) as hum:
                hum.turn("pitch", -0.5, over=0.2)
                hum.end(fade=0.1)
            feedback.stop()
            print(service.recv(9999).decode(), end="")
            service.close()
            """)
        #expect(ending.exitCode == 0 && told.isEmpty, "\(told)")
        #expect(
            output == """
                +0.250000 "mine/""a"" b" gain -6.000000 as "1"" ""2"
                @7 begin "hum" as py1
                turn py1 pitch -0.500000 over 0.200000
                end py1 fade 0.100000
                stop

                """)
    }

    @Test func `a cue has a cause or a delay, not both`() async throws {
        let (ending, output, told) = try await python(
            """
            import time
            from thud_feedback import Feedback, ThudError
            feedback = Feedback(program="\(ThudProcess.path())")
            try: feedback.play("kape/tick", cause=1, after=0.5)
            except ThudError as error: print(error)
            feedback.play("kape/tick", cause=time.monotonic_ns(), after=0)
            print([report.get("outcome") for report in feedback.close()])
            """)
        #expect(ending.exitCode == 0, "\(told)")
        #expect(output == "a line has one time: leave out cause or after\n[None, 'played']\n", "\(output)")
    }

    @Test func `without a service the error is one sentence`() async throws {
        let (ending, _, told) = try await python(
            "from thud_feedback import Feedback; Feedback(socket='/nowhere/listen')")
        #expect(ending.exitCode == 1 && told.contains("Thud cannot be reached at /nowhere/listen: "), "\(told)")
    }

    @Test(arguments: ["play('kape/tick')", "reports(wait=30)", "close()"])
    func `a child that ends at once is an error, and says why`(call: String) async throws {
        let (ending, output, told) = try await python(
            """
            import time
            from thud_feedback import Feedback, ThudError
            feedback = Feedback(program="\(ThudProcess.path())", options=["--cues", "nowhere"])
            try:
                for _ in range(3000): feedback.\(call); time.sleep(0.01)
            except ThudError as error: print(error)
            """)
        #expect(ending.exitCode == 0 && told.hasPrefix("thud: nowhere: cannot be listed: "), "\(told)")
        #expect(output == "thud listen ended at once with exit code 4; standard error says why\n", "\(output)")
    }

    @Test func `a folder needs no list, a tag may have blanks, and the end closes everything`() async throws {
        _ = try surroundings.scratch.directory("mine")
        try surroundings.scratch.write(
            #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#, to: "mine/tap.ahap")
        let (ending, output, told) = try await python(
            """
            import gc, pathlib, warnings
            from thud_feedback import Feedback, ThudError
            warnings.simplefilter("error")
            folder = pathlib.Path("\(surroundings.scratch.file("mine"))")
            Feedback(cues=folder, program="\(ThudProcess.path())").close()
            feedback = Feedback(cues="\(surroundings.scratch.file("mine"))", program="\(ThudProcess.path())")
            feedback.play("mine/tap", gain=0.00001, tag="my tag")
            print(feedback.close()[-1]["tag"])
            try: feedback.play("mine/tap")
            except ThudError as error: print(error)
            del feedback; gc.collect()
            """)
        #expect(ending.exitCode == 0 && told.isEmpty, "\(told)")
        #expect(output == "my tag\nthis Feedback is closed; make another one\n", "\(output)")
    }

    @Test func `reports that nobody takes are dropped and counted`() async throws {
        let (ending, output, told) = try await python(
            """
            from thud_feedback import Feedback
            feedback = Feedback(program="\(ThudProcess.path())", most_reports=2)
            for _ in range(5): feedback.send("stop now")
            print([report.get("lines", 1) for report in feedback.close()], feedback.close())
            """)
        #expect(ending.exitCode == 0 && output == "[4, 1, 1] []\n", "\(output) \(told)")
    }

    @Test func `an error of the program is not replaced by one about Thud, which has gone`() async throws {
        let (ending, output, told) = try await python(
            """
            from thud_feedback import Feedback
            feedback = Feedback(program="\(ThudProcess.path())")
            try:
                with feedback.begin("habit/hold"):
                    feedback.reports(wait=30)
                    feedback._child.terminate(); feedback._child.wait()
                    raise KeyboardInterrupt
            except KeyboardInterrupt: print("interrupted")
            try:
                with Feedback(program="\(ThudProcess.path())", options=["--cues", "nowhere"]) as feedback:
                    feedback._child.wait()
                    raise KeyboardInterrupt
            except KeyboardInterrupt: print("interrupted")
            """)
        #expect(ending.exitCode == 0 && output == "interrupted\ninterrupted\n", "\(output) \(told)")
    }

    @Test func `a default time-out of the program does not end the reports`() async throws {
        let (ending, output, told) = try await python(
            """
            import socket, threading
            from thud_feedback import Feedback
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("\(surroundings.scratch.file("here"))"); listener.listen()
            socket.setdefaulttimeout(0.01)
            feedback = Feedback(socket="\(surroundings.scratch.file("here"))")
            socket.setdefaulttimeout(None)
            service, _ = listener.accept()
            def report(): service.sendall(b'{"event":"ready"}\\n'); service.close()
            threading.Timer(0.5, report).start()
            print(feedback.reports(wait=30))
            """)
        #expect(ending.exitCode == 0 && output == "[{'event': 'ready'}]\n", "\(output) \(told)")
    }

    @Test func `a service that is killed while it reports ends the reports`() async throws {
        let (ending, output, told) = try await python(
            """
            import socket, threading
            from thud_feedback import Feedback, ThudError
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("\(surroundings.scratch.file("here"))"); listener.listen()
            feedback = Feedback(socket="\(surroundings.scratch.file("here"))")
            service, _ = listener.accept()
            def report(): service.sendall(b'{"event":"ready"}\\n{"id":1,"cu'); service.close()
            threading.Timer(0.5, report).start()
            print(feedback.reports(wait=float("inf")))
            try: feedback.reports(wait=600)
            except ThudError as error: print(error)
            print(feedback.reports(), feedback.close())
            """)
        #expect(ending.exitCode == 0 && told.isEmpty, "\(told)")
        #expect(
            output == "[{'event': 'ready'}]\nThud has gone, so no report will come\n[] []\n", "\(output)")
    }
}
