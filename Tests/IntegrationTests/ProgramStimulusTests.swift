import Glibc
import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

/// The ways to ask a program for a sound and the ways to hear it, on a private server.
@Suite(.timedOrdinary.long)
struct ProgramStimulusTests {
    /// Runs a bench of the answering program, which the shell starts with this text after its path.
    private func bench(
        _ options: [String], shell: (_ program: String, _ folder: String) -> String, files: [String: String] = [:]
    ) async throws -> (run: BenchRun, outcome: ThudProcess.Outcome) {
        let scratch = try ScratchDirectory(prefix: "thud-answer")
        for (name, text) in files { _ = try scratch.write(text, to: name) }
        let json = scratch.file("b.json")
        let command = shell(try findProduct("answer"), scratch.path)
        let options = options.map { $0.replacing("FOLDER", with: scratch.path) }
        let outcome = try await withPrivatePipeWire { server in
            try await ThudProcess.run(
                ["bench", "--count", "12", "--interval", "300..500", "--budget", "200", "--json", json] + options
                    + ["--", "sh", "-c", command],
                environment: server.environment, within: .seconds(120))
        }
        return (try BenchRun(json: SourceFile.read(json), file: json), outcome)
    }

    @Test func `a line on standard input asks for a sound`() async throws {
        let (run, outcome) = try await bench(["--line", "x"]) { program, _ in "exec \(program) after 10" }
        #expect(outcome.exitCode == 0 && run.cues.allSatisfy(\.isSure), "\(outcome)")
        #expect(run.settings.contains(BenchFact("stimulus", "line x")))
    }

    @Test func `a program that detaches itself is heard at the sink, and the report says so`() async throws {
        let (run, outcome) = try await bench([]) { program, _ in "setsid -f \(program) after 10; exec sleep 60" }
        #expect(outcome.exitCode == 0 && run.cues.allSatisfy { $0.streamed == nil }, "\(outcome)")
        #expect(
            outcome.output.contains("from the sink alone (no stream belongs to the program's process)"),
            "\(outcome.output)")
    }

    @Test(arguments: [["--ear", "stream"], []])
    func `a program that is silent while the sink has sound is given up with a hint`(ear: [String]) async throws {
        let (_, outcome) = try await bench(ear) { program, _ in
            "setsid -f \(program) alone 300; exec \(ear.isEmpty ? "\(program) silent" : "sleep 60")"
        }
        #expect(outcome.exitCode == 1 && outcome.output.contains("nothing was heard in its own"), "\(outcome)")
        #expect(outcome.output.contains("sink has sound") && outcome.output.contains("--ear sink"), "\(outcome)")
    }

    @Test func `a program that reads whole lines is given up with a hint`() async throws {
        let (_, outcome) = try await bench([]) { _, _ in "while read line; do :; done" }
        #expect(outcome.exitCode == 1 && outcome.words.contains("use --line"), "\(outcome)")
    }

    @Test func `an OSC message asks for a sound`() async throws {
        let port = try freePort()
        let thud = try findProduct("thud")
        let (run, outcome) = try await bench(["--osc", "\(port)/thud/play kape/tick -6"]) { _, _ in
            "exec \(thud) listen --osc \(port) </dev/null"
        }
        #expect(outcome.exitCode == 0 && run.cues.allSatisfy(\.isSure), "\(outcome)")
        #expect(run.settings.contains(BenchFact("stimulus", "osc \(port)/thud/play kape/tick -6")))
        let (_, failed) = try await bench(["--osc", "\(port)/thud/play kape/tick"]) { program, _ in
            "exec \(program) after 10"
        }
        let reason = "nothing receives messages at 127.0.0.1:\(port)"
        #expect(failed.exitCode == 1 && failed.output.contains(reason), "\(failed)")
    }

    /// Returns a port at which nobody listens.
    private func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                _ = bind(descriptor, place, size)
                getsockname(descriptor, place, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    @Test func `a command that fails is named if nothing is heard`() async throws {
        let (_, outcome) = try await bench(["--run", "absent-command"]) { program, _ in "exec \(program) after 10" }
        #expect(outcome.exitCode == 1 && outcome.output.contains("the command ended with exit code 127"), "\(outcome)")
        #expect(outcome.words.contains("it wrote last: sh: 1: absent-command: not found"), "\(outcome)")
    }

    @Test func `a command for each trigger asks for a sound`() async throws {
        let (run, outcome) = try await bench(["--run", "printf x >FOLDER/fifo"]) { program, folder in
            "mkfifo \(folder)/fifo && exec 3<>\(folder)/fifo && exec \(program) after 10 <&3"
        }
        #expect(outcome.exitCode == 0 && run.cues.allSatisfy(\.isSure), "\(outcome)")
    }

    @Test func `a script takes the program past its menu, and a text that never comes ends the bench`()
        async throws
    {
        let files = ["menu.txt": "# the menu\nsee Press Start\nkey enter\nwait 0.2\n", "wrong.txt": "see Game over\n"]
        func shell(_ program: String, _ folder: String) -> String {
            "printf '\\033[2;3HPress \\033[1mStart\\033[0m'; read -r line; exec \(program) after 10"
        }
        let (run, outcome) = try await bench(["--prepare", "FOLDER/menu.txt"], shell: shell, files: files)
        #expect(outcome.exitCode == 0 && run.cues.count == 12 && run.cues.allSatisfy(\.isSure), "\(outcome)")
        let (_, failed) = try await bench(["--prepare", "FOLDER/wrong.txt"], shell: shell, files: files)
        #expect(failed.exitCode == 1 && failed.output.contains("did not write `Game over`"), "\(failed)")
    }

    @Test func `a capture that cannot be saved costs no result`() async throws {
        // The file becomes a folder after it was probed.
        let (run, outcome) = try await bench(["--keep-capture", "FOLDER/kept.wav"]) { program, folder in
            "mkdir \(folder)/kept.wav; exec \(program) after 10"
        }
        #expect(run.cues.count == 12 && run.cues.allSatisfy(\.isSure), "\(outcome)")
        #expect(outcome.exitCode == 4 && outcome.errorOutput.contains("cannot be written"), "\(outcome)")
    }

    @Test(arguments: [["--ear", "sink"], ["--ear", "stream"], ["--ear", "pipewire"]])
    func `one ear alone finds the same answers`(ear: [String]) async throws {
        // Without a microphone, the PCM named pipewire captures the sink.
        let (run, outcome) = try await bench(ear) { program, _ in "exec \(program) after 10" }
        #expect(outcome.exitCode == 0 && run.cues.allSatisfy(\.isSure), "\(outcome)")
        // With one ear the shares of the program and the server are not told apart.
        #expect(run.cues.allSatisfy { $0.streamed == nil })
    }

    /// The options for a player that is started for each sound, which takes any time on a busy machine.
    private static let patient = ["--budget", "950", "--count", "20", "--interval", "500..900"]

    @Test(arguments: [[], ["--ear", "sink"]])
    func `a program that opens a stream for each sound is heard at the sink`(ear: [String]) async throws {
        let (run, outcome) = try await bench(Self.patient + ["--line", "x"] + ear) { _, folder in
            Self.click(folder) + "while read -r line; do aplay -q \(folder)/click.wav & done"
        }
        #expect(outcome.exitCode == 0 && run.cues.count(where: \.isSure) >= 18, "\(outcome)")
        #expect(run.settings.contains(BenchFact("ear", "sink")))
        #expect(outcome.output.contains("sink in cycles of 1024: the program opens a stream") == ear.isEmpty)
    }

    @Test func `a program that stops its stream after each sound is heard in cycles that stay the same`()
        async throws
    {
        let (run, outcome) = try await bench([]) { program, _ in "exec \(program) after 10 rest" }
        #expect(outcome.exitCode == 0 && run.cues.count(where: \.isSure) >= 11, "\(outcome)")
        #expect(outcome.output.contains("stream and sink in cycles of 256: the cycle of the server"), "\(outcome)")
    }

    @Test func `streams of a short cycle are heard in cycles as short`() async throws {
        let (run, outcome) = try await bench(Self.patient + ["--line", "x"]) { _, folder in
            Self.click(folder) + "while read -r line; do aplay -q --period-size=512 \(folder)/click.wav & done"
        }
        // A busy machine may start a player too late, which is a press that was missed.
        #expect(run.cues.count(where: \.isSure) >= 15, "\(outcome)")
        #expect(outcome.output.contains("cycles of 512: the program opens"), "\(outcome)")
    }

    @Test func `a command that plays by itself is heard, and its stream alone is refused in a sentence`()
        async throws
    {
        let options = Self.patient + ["--run", "aplay -q FOLDER/click.wav"]
        func shell(_ program: String, _ folder: String) -> String { Self.click(folder) + "exec sleep 600" }
        let (run, outcome) = try await bench(options, shell: shell)
        #expect(outcome.exitCode == 0 && run.cues.count(where: \.isSure) >= 18, "\(outcome)")
        let (_, failed) = try await bench(options + ["--ear", "stream"], shell: shell)
        #expect(failed.exitCode == 1 && failed.output.contains("opens a stream for each sound"), "\(failed)")
    }

    /// A shell command that writes a click as a file.
    private static func click(_ folder: String) -> String {
        """
        python3 -c "import random, wave; random.seed(1); f = wave.open('\(folder)/click.wav', 'wb');
        f.setparams((1, 2, 48000, 0, 'NONE', 'NONE'));
        f.writeframes(b''.join(int(16000 * (1 - i / 4800) * random.uniform(-1, 1)).to_bytes(2, 'little', signed=True)
        for i in range(4800)))"; \

        """
    }

    @Test func `two programs are measured in turns, and their ratio is reported`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-rival")
        let program = try findProduct("answer")
        // A shell takes neither a variable nor two commands after `exec`.
        let rival = "cd / && DELAY=250 && \(program) after $DELAY"
        let (run, outcome) = try await bench(
            ["--count", "20", "--html", "FOLDER/b.html", "--hgrm", scratch.file("b.hgrm")]
                + ["--trigger-log", scratch.file("t.tsv"), "--vs", rival]
        ) { program, _ in
            "exec \(program) after 0"
        }
        #expect(outcome.exitCode == 1 && outcome.errorOutput.contains("thud: the second program: "), "\(outcome)")
        #expect(run.cues.map(\.index) == Array(1...20))
        #expect(outcome.output.contains("the second program compared with the first"), "\(outcome.output)")
        let line = try #require(outcome.output.split(separator: "\n").last { $0.hasPrefix("median ") })
        let ratio = try #require(line.split(separator: ": ").last?.split(separator: " ").first.flatMap { Double($0) })
        #expect(ratio > 2, "\(line)")
        for file in ["b.hgrm", "b.first.hgrm"] {
            #expect(scratch.text(of: file).contains("Total count    =           20"), "\(file)")
        }
        let log = scratch.text(of: "t.tsv").split(separator: "\n")
        #expect(log.count { $0.contains("\tpress 1\t") } == 20 && log.count { $0.contains("\tpress 2\t") } == 20)
    }

    /// A program that plays through PulseAudio's library: silence, and a click for each line.
    private static let pulsePlayer = """
        exec python3 -c "
        import os, random, select, sys, time
        random.seed(1)
        click = b''.join(int(16000 * (1 - i / 4800) * random.uniform(-1, 1)).to_bytes(2, 'little', signed=True)
            for i in range(4800))
        sound, start, sent = b'', time.monotonic(), 0
        while True:
            if select.select([0], [], [], 0.005)[0]:
                if not os.read(0, 64): break
                sound = click
            due = int((time.monotonic() - start + 0.03) * 48000) * 2 - sent
            if due <= 0: continue
            os.write(1, sound[:due] + bytes(max(0, due - len(sound))))
            sound, sent = sound[due:], sent + due
        " | pacat --raw --rate 48000 --channels 1 --latency-msec 40
        """

    /// Whether a process runs, and is not only waited for.
    private func runs(_ process: Int32) -> Bool {
        ((try? SourceFile.read("/proc/\(process)/cmdline")) ?? []).isEmpty == false
    }

    @Test(arguments: [SIGTERM, SIGKILL]) func `nothing is left running after a signal`(signal: Int32) async throws {
        let scratch = try ScratchDirectory(prefix: "thud-signal")
        _ = try findProgram("pipewire-pulse", package: "pipewire-pulse")
        let program = try findProduct("answer")
        let bench = try ThudProcess.start(
            [
                "bench", "--ci", "--", "sh", "-c",
                "cd \(scratch.path); (trap '' HUP TERM; echo $PIPEWIRE_RUNTIME_DIR >folder; exec sleep 300) & echo $! >child; "
                    + "exec \(program) after 5",
            ],
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path])
        // Two processes write these.
        try await poll("the program", within: .seconds(20)) {
            ["folder", "child"].allSatisfy { scratch.text(of: $0).hasSuffix("\n") }
        }
        let folder = scratch.text(of: "folder").split(separator: "\n").joined()
        let child = try #require(Int32(scratch.text(of: "child").split(separator: "\n").joined()))
        let server = try #require(
            Int32(String(decoding: SourceFile.read("\(folder)/pid"), as: UTF8.self).filter(\.isNumber)))
        // A process that has just been replaced by another program shows no command line for a moment.
        try await poll("the child and the server", within: .seconds(20)) { runs(child) && runs(server) }
        bench.send(signal)
        let ending = try await bench.end(within: .seconds(20))
        #expect(ending.signal == signal, "\(ending)")
        try await poll("the server's end", within: .seconds(10)) { !runs(server) }
        guard signal == SIGKILL else { return #expect(!runs(child) && access(folder, F_OK) != 0) }
        kill(child, SIGKILL)
        let removal = try RunningProgram(findProgram("rm", package: "coreutils"), ["-rf", folder])
        _ = try await removal.end(within: .seconds(30))
    }

    @Test func `without a server the bench starts its own, and appends a summary`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-ci")
        let program = try findProduct("answer")
        let page = try scratch.write("before\n", to: "summary.md")
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path, "GITHUB_STEP_SUMMARY": page,
        ]
        let json = scratch.file("first.json")
        let outcome = try await ThudProcess.run(
            [
                "bench", "--ci", "--count", "10", "--interval", "300..500", "--budget", "200", "--json", json, "--",
                program, "after", "5",
            ],
            environment: environment, within: .seconds(120))
        #expect(outcome.exitCode == 0, "\(outcome)")
        // PulseAudio's clients are known by their own process, although one process serves them all.
        _ = try findProgram("pacat", package: "pulseaudio-utils")
        let pulse = try await ThudProcess.run(
            [
                "bench", "--ci", "--count", "10", "--interval", "300..500", "--budget", "300", "--line", "x",
                "--against", json, "--tolerance", "100", "--", "sh", "-c",
                "(sleep 1; pw-cli ls Node >$HOME/nodes) & \(Self.pulsePlayer)",
            ],
            environment: environment, within: .seconds(120))
        let nodes = scratch.text(of: "nodes")
        #expect(nodes.contains("thud-ear-") && !nodes.contains("\"thud\""), "\(nodes)")
        let row = pulse.output.split(separator: "\n").first { $0.hasPrefix("press to its stream") }
        #expect(pulse.exitCode == 0 && row?.contains(" 10 ") == true, "\(pulse)")
        let text = scratch.text(of: "summary.md")
        #expect(text.hasPrefix("before\n### Latency of `"), "\(text)")
        #expect(
            text.contains("✅ 10 of 10 presses within 200 ms") && text.contains("| trigger to measured | 10 |"),
            "\(text)")
        #expect(text.contains("\n### Against the earlier run\n\n✅ is it certainly slower"), "\(text)")
    }
}
