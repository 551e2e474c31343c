import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

@testable import thud

/// The places at which OSC is received.
struct OSCPlaceTests {
    @Test func `a place has a host, usually this computer, and a port that programs can have`() {
        #expect(OSCPlace("9000")?.description == "127.0.0.1:9000" && OSCPlace("[::1]:9000")?.host == "::1")
        for text in ["0", "127.0.0.1:0", "65536", ":9000", "host:", ""] { #expect(OSCPlace(text[...]) == nil) }
    }

    @Test func `an address of another computer is refused with advice`() throws {
        let place = try #require(OSCPlace("192.0.2.1:9000"))
        let error = try #require(throws: ThudError.self) { try place.socket(attached: bind) }
        #expect(error.code.fault == .input && error.errno == EADDRNOTAVAIL)
        #expect(error.description.hasSuffix("; choose a free port of this computer"))
    }
}

/// The bytes of bundles.
struct OSCBundleTests {
    /// Returns a bundle with a time tag, in units of 2^-32 s.
    private func bundle(_ tag: UInt64, _ parts: [UInt8]...) -> [UInt8] {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
        return Array("#bundle\0".utf8) + bytes(tag) + parts.flatMap { bytes(UInt32($0.count)) + $0 }
    }

    @Test func `a tag of 0 or 1 means at once, within a later bundle too`() throws {
        let message = Array("/a\0\0,\0\0\0".utf8)
        let packet = bundle(2, bundle(0, message), bundle(1, message), bundle(3, message), message)
        #expect(try OSCMessage.messages(in: packet[...]).map(\.time) == [nil, nil, 3, 2])
    }
}

/// `thud listen --osc`, judged by liblo's `oscsend`.
@Suite(.live) struct OSCTests {
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
        let shell = try await surroundings.shell(
            """
            await() { for try in {1..600}; do grep -q -- "$1" told && return; sleep 0.05; done; echo "no $1" >&2; }
            port=$(python3 -c 'import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
            thud listen --osc $port -v \(options) </dev/null 2>told & pid=$!
            await 'Listening to OSC'
            \(script)
            kill $pid; wait $pid; cat told >&2
            """)
        return (shell.output, shell.told)
    }

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
            \(Self.bundle("[(5, '/thud/play', 'kape/tick', 't'), (5, '/thud/play', 'kape/correct', 'u')]"))
            oscsend localhost $port /thud/cancel s t; oscsend localhost $port /thud/stop; sleep 6
            """)
        #expect(!told.contains("kape/"), "\(told)")
    }

    @Test func `bundles play at their exact instants`() async throws {
        let (_, told) = try await listening(
            "await Playing; sleep 1; \(Self.bundle("[(1.25, '/thud/play', 'kape/tick'), (1, '/thud/play', 'kape/tick')]"))\nsleep 3",
            options: "--record cues.wav")
        let sound = try SoundFile.read(surroundings.scratch.file("cues.wav"))
        let loud = sound.channels[0].indices.filter { abs(sound.channels[0][$0]) > 1e-3 }
        let first = try #require(loud.first, "\(told)")
        let second = try #require(loud.first { $0 > first + sound.sampleRate / 5 }, "\(told)")
        #expect(abs(second - first - sound.sampleRate / 4) <= 2, "\(second - first) frames")
    }

    @Test func `a time tag that has passed means at once, and one that is far ahead is refused`() async throws {
        let (_, told) = try await listening(
            """
            await Playing
            \(Self.bundle("[(-500, '/thud/play', 'kape/tick')]"))
            await kape/tick
            \(Self.bundle("[(400, '/thud/play', 'kape/tick')]"))
            await 'time tag is more than 300 s ahead'
            """)
        #expect(!told.contains("no kape") && !told.contains("no time tag"), "\(told)")
    }

    @Test func `the time tag 0, which Arduino's library sends, means at once`() async throws {
        let (_, told) = try await listening(
            "await Playing\n\(Self.bundle("[(None, '/thud/play', 'kape/tick')]"))\nawait kape/tick")
        #expect(told.contains("kape/tick") && !told.contains("ahead"), "\(told)")
    }

    @Test func `a bundle begins, turns, ends and stops at exact instants, and what it plays after a stop is heard`()
        async throws
    {
        let messages = """
            [(1, '/thud/begin', 'habit/hold', 'h'), (1.5, '/thud/turn', 'h', 'intensity', 0.0),
             (2, '/thud/turn', 'h', 'intensity', 1.0), (2.5, '/thud/end', 'h'), (3, '/thud/begin', 'habit/hold', 'h'),
             (3.25, '/thud/stop'), (3.25, '/thud/play', 'kape/tick'), (3.5, '/thud/play', 'kape/tick', 't'),
             (3.45, '/thud/cancel', 't')]
            """
        let (_, told) = try await listening(
            "await Playing; sleep 1; \(Self.bundle(messages))\nsleep 5", options: "--record all.wav --haptics drive")
        let haptic = try SoundFile.read(surroundings.scratch.file("all.wav")).channels[2]
        let loud = haptic.indices.filter { abs(haptic[$0]) > 1e-3 }
        let first = try #require(loud.first, "\(told)")
        // The spans in which something is felt, in milliseconds from the first instant.
        var spans: [(start: Double, end: Double)] = []
        for time in loud.map({ Double($0 - first) / 48 }) {
            if let last = spans.last, time - last.end < 30 {
                spans[spans.count - 1].end = time
            } else {
                spans.append((time, time))
            }
        }
        // The cuts fade for 5 ms, and the vibration passes zero at any time.
        let wanted = [(0.0, 500.0), (1_000, 1_500), (2_000, 2_260)]
        #expect(spans.count == wanted.count, "\(spans) \(told)")
        for (span, wanted) in zip(spans, wanted) {
            #expect(abs(span.start - wanted.0) < 6 && abs(span.end - wanted.1) < 30, "\(spans) \(told)")
        }
        #expect(abs(spans[2].start - 2_000) < 0.1, "\(spans)")
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

    /// A socket's buffer holds about 300 datagrams, so the next hundred follow once the last have been read.
    @Test func `broken datagrams are counted, remarked on once a second, and cost nothing else`() async throws {
        let started = ContinuousClock.now
        let (_, told) = try await listening(
            """
            for cue in tick correct pass; do
                for i in {1..100}; do echo "#bundle$RANDOM" >/dev/udp/127.0.0.1/$port; done
                oscsend localhost $port /thud/play s kape/$cue; await kape/$cue
            done
            """)
        #expect(!told.contains("no kape/"), "\(told)")
        let remarks = told.split(separator: "\n").filter { $0.contains("OSC: a ") }
        let most = 2 + (ContinuousClock.now - started).components.seconds
        #expect((1...Int(most)).contains(remarks.count), "\(told)")
        #expect(Self.counted(remarks) == 300, "\(remarks)")
    }

    private static func counted(_ remarks: [Substring]) -> Int {
        remarks.map { 1 + ($0.firstMatch(of: /and (\d+) message/).flatMap { Int($0.1) } ?? 0) }.reduce(0, +)
    }

    @Test func `messages for which the socket has no space are counted, too`() async throws {
        let (_, told) = try await listening(
            """
            kill -STOP $pid
            python3 - $port <<'PY'
            import socket, sys, time
            sender = socket.socket(type=socket.SOCK_DGRAM)
            # Before they reach the socket, the kernel drops what it has no time for, and counts it elsewhere.
            for number in range(20_000):
                sender.sendto(b"#bundle", ("127.0.0.1", int(sys.argv[1])))
                if number % 200 == 0: time.sleep(0.002)
            PY
            kill -CONT $pid; await 'was lost'; sleep 1.5
            """)
        let remarks = told.split(separator: "\n").filter { $0.contains("OSC: a ") }
        #expect(Self.counted(remarks) == 20_000, "\(remarks)")
    }

    @Test func `a wrong message soon after another one is remarked on, even if nothing else comes`() async throws {
        let (_, told) = try await listening(
            """
            oscsend localhost $port /thud/play s kape/one; await kape/one
            oscsend localhost $port /thud/play s kape/two; await kape/two
            """)
        #expect(!told.contains("no kape/"), "\(told)")
    }

    @Test func `only this computer reaches the port unless an address is given`() async throws {
        _ = try findProgram("ss", package: "iproute2")
        let (listed, told) = try await listening(
            """
            ss -Hlun sport = :$port
            thud listen --osc 127.0.0.2:$port -v </dev/null 2>other & other=$!
            for i in {1..200}; do grep -q Listening other && break; sleep 0.05; done; kill $other; wait $other; cat other >&2
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

    @Test(arguments: [["listen", "--osc", "9"], ["bench", "--osc", "9/tap", "--", "cat"]])
    func `without liblo OSC is refused in a sentence`(arguments: [String]) async throws {
        var surroundings = surroundings
        // The loader finds a broken library first.
        try surroundings.scratch.write("", to: "run/liblo.so.7")
        surroundings.environment["LD_LIBRARY_PATH"] = surroundings.scratch.file("run")
        let outcome = try await surroundings.thud(arguments)
        #expect(outcome.exitCode == 4 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errorOutput == "thud: --osc needs liblo, which cannot be loaded; install liblo7\n")
    }

    /// A command that sends a bundle of further bundles, each with a time in seconds from now and a message.
    private static func bundle(_ messages: String) -> String {
        """
        python3 - $port <<'END'
        import socket, struct, sys, time
        def text(t): return t.encode() + bytes(4 - len(t) % 4)
        def message(path, *words):
            types = ''.join('s' if isinstance(word, str) else 'f' for word in words)
            return text(path) + text(',' + types) + b''.join(text(w) if isinstance(w, str) else struct.pack('>f', w) for w in words)
        def bundle(time, *parts): return text('#bundle') + struct.pack('>Q', time) + b''.join(struct.pack('>i', len(p)) + p for p in parts)
        now = time.time() + 2208988800
        inner = [bundle(0 if wait is None else int((now + wait) * 2**32), message(*words)) for wait, *words in \(messages)]
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(bundle(1, *inner), ('127.0.0.1', int(sys.argv[1])))
        END
        """
    }
}
