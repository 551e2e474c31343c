import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// Ways into `thud listen` for programs that speak another protocol, judged by other people's senders.
@Suite(.live) struct DoorTests {
    private var surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "null"
    }

    /// Starts the service with `options`, runs a script when it listens, and returns all that the service remarked on.
    ///
    /// In the script `$port` is the port, and `await TEXT` waits for a remark.
    private func listening(_ script: String, options: String = "") async throws -> (output: String, told: String) {
        _ = try findProgram("oscsend", package: "liblo-tools")
        var environment = surroundings.environment
        let folder = try findProduct("thud").split(separator: "/").dropLast().map { "/\($0)" }.joined()
        environment["PATH"] = "\(folder):\(environment["PATH"] ?? "")"
        let shell = try RunningProgram(
            findProgram("bash", package: "bash"),
            [
                "-c",
                """
                cd \(surroundings.scratch.path)
                await() { for i in {1..200}; do grep -q -- "$1" told && return; sleep 0.05; done; echo "no $1" >&2; }
                port=$(python3 -c 'import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
                thud listen --osc $port -v \(options) </dev/null 2>told & pid=$!
                await 'Listening to OSC'
                \(script)
                kill $pid; wait $pid; cat told >&2
                """,
            ], environment: environment)
        _ = try await shell.end(within: .seconds(60))
        return (shell.output, shell.errorOutput)
    }

    // MARK: OSC

    @Test func `oscsend plays cues, louder and by name`() async throws {
        let (_, told) = try await listening(
            """
            oscsend localhost $port /thud/play s kape/tick; await kape/tick
            oscsend localhost $port /thud/play sfs kape/correct -6 c; await kape/correct
            """)
        #expect(!told.contains("no kape") && !told.contains("expected"), "\(told)")
    }

    @Test func `oscsend begins, turns and ends a cue that lasts`() async throws {
        let (_, told) = try await listening(
            """
            oscsend localhost $port /thud/begin ss habit/hold h
            oscsend localhost $port /thud/turn ssff h intensity 0.3 0.1
            oscsend localhost $port /thud/end sf h 0.05; await habit/hold
            oscsend localhost $port /thud/end s h; await 'no cue with the tag h is playing'
            """)
        #expect(!told.contains("no habit/hold") && !told.contains("no no cue with"), "\(told)")
    }

    @Test func `cancel takes back what a bundle requests, and stop silences`() async throws {
        let (_, told) = try await listening(
            """
            \(Self.bundle("[(5, ('kape/tick', 't')), (5, ('kape/correct', 'u'))]"))
            oscsend localhost $port /thud/cancel s t; oscsend localhost $port /thud/stop; sleep 6
            """)
        #expect(!told.contains("kape/"), "\(told)")
    }

    @Test func `bundles play at their exact instants`() async throws {
        let (_, told) = try await listening(
            "await Playing; sleep 1; \(Self.bundle("[(1.25, ('kape/tick',)), (1, ('kape/tick',))]"))\nsleep 3",
            options: "--record cues.wav")
        let sound = try SoundFile.read(surroundings.scratch.file("cues.wav"))
        let loud = sound.channels[0].indices.filter { abs(sound.channels[0][$0]) > 1e-3 }
        let first = try #require(loud.first, "\(told)")
        let second = try #require(loud.first { $0 > first + sound.sampleRate / 5 }, "\(told)")
        #expect(abs(second - first - sound.sampleRate / 4) <= 2, "\(second - first) frames")
    }

    @Test(arguments: [
        ("/thud/play s kape/tik", "did you mean kape/tick?"), ("/thud/play i 3", "expected a cue, as a string"),
        ("/thud/play sf kape/tick 40", "must be a number from -60 to 12"), ("/thud/jump", "expected /thud/play, begin"),
        ("/thud/turn ssf h speed 1", "expected one of gain, pitch"), ("/thud/stop i 3", "too many arguments"),
        ("/thud/begin ss kape/tick t", "kape/tick ends by itself"),
    ])
    func `a wrong message is one sentence`(message: String, reason: String) async throws {
        let (_, told) = try await listening("oscsend localhost $port \(message); await '\(reason)'")
        #expect(told.contains("thud: OSC: ") && !told.contains("no \(reason)"), "\(told)")
    }

    @Test func `broken datagrams are counted, remarked on once a second, and cost nothing else`() async throws {
        let (_, told) = try await listening(
            """
            for i in {1..300}; do echo "#bundle$RANDOM" >/dev/udp/127.0.0.1/$port; done
            oscsend localhost $port /thud/play s kape/tick; await kape/tick
            """)
        #expect(!told.contains("no kape/tick"), "\(told)")
        let remarks = told.split(separator: "\n").filter { $0.contains("OSC: a ") }
        #expect((1...4).contains(remarks.count), "\(told)")
        let counted = remarks.map { remark in
            1 + (remark.firstMatch(of: /and (\d+) message/).flatMap { Int($0.1) } ?? 0)
        }
        #expect(counted.reduce(0, +) == 300, "\(remarks)")
    }

    @Test func `only this computer reaches the port unless an address is given`() async throws {
        _ = try findProgram("ss", package: "iproute2")
        let (listed, told) = try await listening(
            """
            ss -Hlun sport = :$port
            thud listen --osc 127.0.0.2:$port -v </dev/null & sleep 2; kill $!; wait $!
            """)
        #expect(listed.contains("127.0.0.1:") && listed.split(separator: "\n").count == 1, "\(listed)")
        #expect(told.contains("Listening to OSC on 127.0.0.2:"), "\(told)")
    }

    @Test(arguments: [
        ("x", 2, "--osc takes PORT or HOST:PORT"), (":9", 2, "--osc takes"), ("192.0.2.1:9", 4, "cannot be"),
    ])
    func `a port that cannot be had is one sentence`(place: String, code: Int, reason: String) async throws {
        let outcome = try await surroundings.thud(["listen", "--osc", place])
        #expect(outcome.exitCode == Int32(code) && outcome.errorOutput.contains(reason), "\(outcome)")
        #expect(outcome.errorOutput.split(separator: "\n").count == 1)
    }

    // MARK: feedbackd

    /// Runs a script on a private session bus on which `thud listen --feedbackd` with `options` plays.
    ///
    /// In the script `ask METHOD VALUE...` calls the service, and `ended` lists the ends that it has signalled. Input 3
    /// never ends, because fbcli ends with its input.
    private func serving(_ script: String, options: String = "") async throws -> (output: String, told: String) {
        for (program, package) in [
            ("fbcli", "feedbackd"), ("gdbus", "libglib2.0-bin"), ("dbus-run-session", "dbus-daemon"),
        ] { _ = try findProgram(program, package: package) }
        try surroundings.scratch.write(
            """
            await() { for i in {1..200}; do grep -q -- "$1" told && return; sleep 0.05; done; echo "no $1" >&2; }
            ask() { gdbus call -e -d org.sigxcpu.Feedback -o /org/sigxcpu/Feedback -m "$@"; }
            ended() { sed -n 's/.*FeedbackEnded (uint32 \\(.*\\), uint32 \\(.*\\))/\\1 \\2/p' signals; }
            thud listen --feedbackd -v \(options) </dev/null 2>told & pid=$!
            await Serving
            gdbus monitor -e -d org.sigxcpu.Feedback >signals & monitor=$!
            mkfifo held; exec 3<>held; sleep 0.5
            \(script)
            kill $pid; wait $pid; kill $monitor; cat told >&2
            """, to: "feedback.sh")
        var environment = surroundings.environment
        let folder = try findProduct("thud").split(separator: "/").dropLast().map { "/\($0)" }.joined()
        environment["PATH"] = "\(folder):\(environment["PATH"] ?? "")"
        let shell = try RunningProgram(
            findProgram("bash", package: "bash"),
            ["-c", "cd \(surroundings.scratch.path); exec dbus-run-session -- bash feedback.sh"],
            environment: environment)
        _ = try await shell.end(within: .seconds(60))
        return (shell.output, shell.errorOutput)
    }

    @Test func `fbcli triggers events, and learns how each ends`() async throws {
        let (output, told) = try await serving(
            """
            fbcli -E bell-terminal -w 8 <&3 >/dev/null
            fbcli -E nothing-of-that-name -w 8 <&3 >/dev/null
            fbcli -E message-new-instant -t 1 -w 8 <&3 >/dev/null
            fbcli -E phone-incoming-call -t 0 -w 1 <&3 >/dev/null
            fbcli -P quiet -E message-new-instant -w 8 <&3 >/dev/null
            ended
            """)
        let reasons = ["1 0", "2 4294967295", "3 1", "4 2", "5 0"]
        #expect(output.split(separator: "\n").map(String.init) == reasons, "\(output) \(told)")
        for cue in ["quiet/bell-terminal", "full/message-new-instant", "quiet/message-new-instant"] {
            #expect(told.contains(cue), "\(told)")
        }
    }

    @Test func `a feedback ends with the program that wants it`() async throws {
        let (output, told) = try await serving(
            """
            fbcli -E phone-incoming-call -t 0 -w 20 <&3 >/dev/null & await phone-incoming-call; kill -9 $!; sleep 0.5
            ended
            """)
        #expect(output == "1 2\n", "\(output) \(told)")
    }

    @Test func `programs vibrate unless the profile is silent`() async throws {
        let (output, told) = try await serving(
            """
            ask org.sigxcpu.Feedback.Haptic.Vibrate app '[(1.0, 100), (0.0, 50), (0.5, 100)]'; await haptic/vibration
            ask org.sigxcpu.Feedback.Haptic.Vibrate app '@a(du) []'
            ask org.freedesktop.DBus.Properties.Set org.sigxcpu.Feedback Profile '<"silent">'
            ask org.sigxcpu.Feedback.Haptic.Vibrate app '[(1.0, 100)]'
            ask org.freedesktop.DBus.Properties.Get org.sigxcpu.Feedback Profile
            """)
        #expect(output == "(true,)\n(true,)\n()\n(false,)\n(<'silent'>,)\n", "\(output) \(told)")
    }

    @Test func `the sound and the vibration of an event start together, also when they repeat`() async throws {
        _ = try surroundings.scratch.directory("config/feedbackd/themes")
        _ = try surroundings.scratch.directory("data/sounds/freedesktop/stereo")
        let sound = #"{"event-name": "knock", "type": "Sound", "effect": "knock-twice"}"#
        let rumble = #"{"event-name": "knock", "type": "VibraRumble", "duration": 100}"#
        try surroundings.scratch.write(
            #"{"profiles": [{"name": "full", "feedbacks": [\#(sound)]}, {"name": "quiet", "feedbacks": [\#(rumble)]}]}"#,
            to: "config/feedbackd/themes/default.json")
        try SoundFile.write(
            Sound(sampleRate: 48_000, channels: [(0..<9_600).map { $0 < 4_800 ? 0.5 : 0 }]),
            to: surroundings.scratch.file("data/sounds/freedesktop/stereo/knock.wav"))
        let (_, told) = try await serving(
            "fbcli -E knock -t 1 -w 5 <&3 >/dev/null", options: "--record knock.wav")
        let recording = try SoundFile.read(surroundings.scratch.file("knock.wav"))
        let starts = [0, 2].map { channel in
            let samples = recording.channels[channel]
            let loud = samples.indices.filter { abs(samples[$0]) > 1e-3 }
            return loud.enumerated().filter { $0.offset == 0 || $0.element > loud[$0.offset - 1] + 2_400 }.map(
                \.element)
        }
        #expect(starts[0].count == 5 && starts[1].count == 5, "\(starts) \(told)")
        #expect(zip(starts[0], starts[1]).allSatisfy { abs($0 - $1) <= 48 }, "\(starts)")
    }

    @Test func `a name that another program has is one sentence`() async throws {
        let (output, told) = try await serving("thud listen --feedbackd </dev/null 2>&1; echo $?")
        #expect(
            output.contains("another program serves as feedbackd") && output.hasSuffix("\n4\n"), "\(output) \(told)")
    }

    /// A command that sends a bundle in which further bundles play cues a number of seconds from now.
    private static func bundle(_ cues: String) -> String {
        """
        python3 - $port <<'END'
        import socket, struct, sys, time
        def text(t): return t.encode() + bytes(4 - len(t) % 4)
        def play(*words): return text('/thud/play') + text(',' + 's' * len(words)) + b''.join(map(text, words))
        def bundle(time, *parts): return text('#bundle') + struct.pack('>Q', time) + b''.join(struct.pack('>i', len(p)) + p for p in parts)
        now = time.time() + 2208988800
        inner = [bundle(int((now + wait) * 2**32), play(*([words[0]] + list(words[1:])))) for wait, words in \(cues)]
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(bundle(1, *inner), ('127.0.0.1', int(sys.argv[1])))
        END
        """
    }
}
