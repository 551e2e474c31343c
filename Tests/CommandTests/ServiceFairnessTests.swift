import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// `thud listen` with clients that ask for too much: nobody else waits for them.
@Suite(.live, .serialized) struct ServiceFairnessTests {
    private var surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "null"
    }

    /// Runs a service, and a hostile client in Python in `processes` processes. Returns the answers to 40 cues of an
    /// honest client: their outcomes, and how long each took in milliseconds, in order.
    ///
    /// The hostile client has `connect()`, and is killed at the end.
    private func answers(
        beside hostile: String, processes: Int = 1, options: String = "", bus: String = ""
    ) async throws -> (outcomes: [String], waits: [Int], told: String) {
        let (_, output, told) = try await surroundings.shell(
            """
            cat >hostile.py <<'END'
            import itertools, os, socket, struct, time
            def connect():
                client = socket.socket(socket.AF_UNIX)
                client.connect("here")
                return client
            def spin(clients, data):
                for client in clients: client.setblocking(False)
                while True:
                    for client in clients:
                        try: client.send(data)
                        except BlockingIOError: pass
                    time.sleep(0.001)
            \(hostile)
            time.sleep(1000)
            END
            cat >honest.py <<'END'
            import json, socket, time
            while True:
                client = socket.socket(socket.AF_UNIX)
                client.connect("here")
                lines = client.makefile("rwb", 0)
                try:
                    if lines.readline(): break
                except OSError: pass
            for _ in range(40):
                start = time.monotonic()
                lines.write(b"kape/correct\\n")
                outcome = json.loads(lines.readline())["outcome"]
                print(outcome, int(1000 * (time.monotonic() - start)))
                time.sleep(0.05)
            END
            thud listen --socket=here \(options) </dev/null & pid=$!
            until thud send --socket here kape/tick; do sleep 0.1; done 2>/dev/null
            for _ in {1..\(processes)}; do python3 hostile.py & hostile+=($!); done; sleep 2
            timeout 60 python3 honest.py; kill -9 ${hostile[@]}; kill $pid; wait
            """, by: bus, within: .seconds(100))
        let answers = output.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count == 2 }
        return (answers.map { String($0[0]) }, answers.compactMap { Int($0[1]) }.sorted(), told)
    }

    @Test func `clients that come and go without end delay nobody else`() async throws {
        let (_, waits, told) = try await answers(
            beside: """
                while True:
                    try: connect().close()
                    except OSError: pass
                """, processes: 3)
        #expect(waits.count == 40 && waits[20] < 500, "\(waits) \(told)")
    }

    @Test(arguments: ["names", "kape/tick", "kape/tik", "#"])
    func `ninety clients that flood the service and read nothing delay nobody else`(line: String) async throws {
        let (_, waits, told) = try await answers(
            beside: "spin([connect() for _ in range(90)], b'\(line)\\n' * 10000)")
        #expect(waits.count == 40 && waits[20] < 700, "\(waits) \(told)")
    }

    @Test func `a client that plays too much leaves voices to the others`() async throws {
        // In front of a sound server the voices last longest.
        let (outcomes, told) = try await withPrivatePipeWire { [surroundings] server in
            var heard = self
            heard.surroundings.environment = surroundings.environment.merging(server.environment) { $1 }
            heard.surroundings.environment["THUD_DEVICE"] = nil
            let (outcomes, _, told) = try await heard.answers(
                beside: "spin([connect()], b'kape/correct\\n' * 1000)")
            return (outcomes, told)
        }
        #expect(outcomes.count == 40 && !outcomes.contains("refused"), "\(outcomes) \(told)")
    }

    @Test func `programs that flood the session bus delay nobody else`() async throws {
        _ = try findProgram("dbus-run-session", package: "dbus-daemon")
        let (_, waits, told) = try await answers(
            beside: """
                address = os.environ["DBUS_SESSION_BUS_ADDRESS"].split("path=")[1].split(",")[0]
                bus = socket.socket(socket.AF_UNIX)
                bus.connect(address)
                bus.sendall(b"\\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\\r\\n")
                bus.recv(1000)
                bus.sendall(b"BEGIN\\r\\n")
                def text(word): return struct.pack("<I", len(word)) + word.encode() + b"\\0"
                def padded(data, to=8): return data + b"\\0" * (-len(data) % to)
                def message(name, path, interface, member, signature="", body=b""):
                    fields = b""
                    for code, kind, word in (1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", name):
                        fields = padded(fields) + bytes([code, 1, ord(kind), 0]) + text(word)
                    if body: fields = padded(fields) + bytes([8, 1, 103, 0, len(signature)]) + signature.encode() + b"\\0"
                    head = struct.pack("<BBBBIII", 108, 1, 0 if member == "Hello" else 1, 1, len(body), 1, len(fields))
                    return padded(head + fields) + body
                bus.sendall(message("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello"))
                bus.recv(10000)
                name = "org.sigxcpu.Feedback"
                app = padded(text("app"))
                parts = struct.pack("<dIxxxxdI", 1, 900, 0.5, 9000)
                vibrate = message(
                    name, "/org/sigxcpu/Feedback", name + ".Haptic", "Vibrate", "sa(du)",
                    padded(app + struct.pack("<I", len(parts))) + parts)
                while True: bus.sendall(vibrate * 100)
                """, options: "--feedbackd", bus: "dbus-run-session --")
        #expect(waits.count == 40 && waits[20] < 500, "\(waits) \(told)")
    }
}
