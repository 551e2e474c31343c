import Foundation
import TestTraits
import Testing
import ThudTestSupport

/// `thud listen --socket` with many clients: each gets its own replies, and nobody's trouble is another's.
@Suite(.live) struct ServiceClientTests {
    private var surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "null"
    }

    private func run(_ script: String) async throws -> (code: Int32?, output: String, told: String) {
        try await surroundings.shell(script)
    }

    @Test func `twenty clients get the replies to their own lines`() async throws {
        let (code, output, told) = try await run(
            """
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            stat -c %a here
            for c in {1..20}; do
                (for i in {1..50}; do echo "kape/tick as c$c-$i"; done | thud send --socket here --json >answers-$c) & clients+=($!)
            done
            wait ${clients[@]}
            for c in {1..20}; do grep -c "\\"tag\\":\\"c$c-" answers-$c; done
            kill $pid; wait $pid; [ ! -e here ] && echo gone
            """)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines == ["600"] + Array(repeating: "50", count: 20) + ["gone"], "\(String(describing: code)) \(told)")
    }

    @Test func `send reads standard input if its argument is -, as if it had none`() async throws {
        let (_, output, told) = try await run(
            """
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            for argument in "" -; do echo kape/tick | thud send --socket here --json $argument | grep -c played; done
            kill $pid; wait $pid
            """)
        #expect(output == "1\n1\n", "\(told)")
    }

    @Test func `a killed client ends its lasting cues and nobody else's`() async throws {
        let (_, output, told) = try await run(
            """
            thud listen --socket=here --json </dev/null >own & pid=$!
            until [ -S here ]; do sleep 0.1; done
            mkfifo held; exec 3<>held
            thud send --socket here <held & victim=$!
            echo 'begin habit/hold as h' >&3; sleep 1; kill -9 $victim
            thud send --socket here --json kape/tick | grep -o '"outcome":"played"'
            kill $pid; wait $pid
            """)
        #expect(output.contains("\"outcome\":\"played\""), "\(told)")
    }

    @Test func `what a client begins later does not begin once it is gone`() async throws {
        let (_, output, told) = try await run(
            """
            thud listen --socket=here -v </dev/null 2>told & pid=$!
            until [ -S here ]; do sleep 0.1; done
            thud send --socket here --json '+1 begin habit/hold as h'; echo "code $?"
            kill $pid; wait $pid; cat told >&2
            """)
        #expect(output.contains(#""outcome":"cancelled""#) && !output.contains("played"), "\(output) \(told)")
        #expect(output.hasSuffix("code 1\n"), "\(output)")
    }

    /// Connects clients that send lines and leave once these have been read.
    private static let leave = """
        leave() { python3 -c '
        import socket, sys
        for number in range(int(sys.argv[2])):
            client = socket.socket(socket.AF_UNIX)
            client.connect("here")
            client.sendall(sys.argv[1].encode() * int(sys.argv[3]) + b"wrong\\n")
            next(report for report in client.makefile() if "wrong" in report)' "$@"; }
        """

    @Test func `clients that leave lines for later leave their places and descriptors, too`() async throws {
        let (_, output, told) = try await run(
            """
            \(Self.leave)
            ulimit -n 512
            thud listen --socket=here -v </dev/null 2>told & pid=$!
            until [ -S here ]; do sleep 0.1; done
            leave $'+60 kape/tick\\n' 100 1; sleep 0.5; leave $'+60 kape/tick\\n' 50 1; leave $'+4 kape/tick\\n' 50 1
            thud send --socket here kape/pass && echo answered
            sleep 4; grep -c kape/tick told; kill $pid; wait $pid; cat told >&2
            """)
        #expect(output == "answered\n50\n", "\(output) \(told)")
    }

    @Test func `clients that have left can leave ten thousand lines together`() async throws {
        let (_, output, told) = try await run(
            """
            \(Self.leave)
            thud listen --socket=here -v </dev/null 2>told & pid=$!
            until [ -S here ]; do sleep 0.1; done
            leave $'+60 kape/tick\\n' 1 10000; sleep 1; leave $'+1 kape/tick\\n' 1 1
            thud send --socket here '+2 kape/pass' && echo answered
            grep -c kape/tick told; kill $pid; wait $pid; cat told >&2
            """)
        #expect(output == "answered\n0\n", "\(output) \(told)")
    }

    /// A block that is read has 64 KiB.
    @Test func `a client that leaves a line for later takes no more than 32 KiB of memory`() async throws {
        let (_, output, told) = try await run(
            """
            \(Self.leave)
            resident() { sed -n 's/VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/$pid/status; }
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            leave $'kape/tick\\n' 100 1; sleep 0.5; before=$(resident)
            leave $'+60 kape/tick\\n' 400 1; sleep 0.5
            echo $((($(resident) - before) / 400)); kill $pid; wait $pid
            """)
        let kibibytes = try #require(Int(output.trimmingCharacters(in: .newlines)), "\(output) \(told)")
        #expect(kibibytes <= 32)
    }

    @Test func `a line without a line break is sent, too`() async throws {
        let (_, output, told) = try await run(
            """
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            printf 'kape/tick as t' | thud send --socket here --json | grep -o '"tag":"t"'; kill $pid; wait $pid
            """)
        #expect(output == "\"tag\":\"t\"\n", "\(output) \(told)")
    }

    /// Another user can reach the path here, because a relative one needs no permission above it.
    @Test(.enabled(if: getuid() == 0, "only root can become another user"))
    func `another user is refused, by the socket's mode and if that is changed`() async throws {
        let (_, output, told) = try await run(
            """
            cat >other.py <<'END'
            import os, socket
            os.setgroups([]); os.setgid(65534); os.setuid(65534)
            client = socket.socket(socket.AF_UNIX)
            try:
                client.connect("here")
                client.settimeout(5)
                client.sendall(b"kape/tick as theirs\\n")
                print(client.recv(1000))
            except OSError as error:
                print(type(error).__name__)
            END
            chmod 711 .
            thud listen --socket=here -v </dev/null 2>told & pid=$!
            until [ -S here ]; do sleep 0.1; done
            python3 other.py
            chmod 666 here
            python3 other.py
            thud send --socket here 'kape/tick as mine' && echo answered
            kill $pid; wait $pid; grep -c kape/tick told
            """)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.first == "PermissionError" && lines.suffix(2) == ["answered", "1"], "\(output) \(told)")
        // The connection is closed without an answer, perhaps before the line has been sent.
        #expect(["b''", "BrokenPipeError", "ConnectionResetError"].contains(lines.dropFirst().first), "\(output)")
    }

    @Test func `a file at the socket's path is left alone`() async throws {
        let (_, output, told) = try await run(
            "echo mine >here; thud listen --socket=here </dev/null; echo $?; cat here")
        #expect(output == "4\nmine\n" && told.contains("is no socket"), "\(output) \(told)")
    }

    /// Starts the service as systemd does, on the socket `here` that `prepares` has prepared.
    private static func activate(_ prepares: String, count: Int = 1) -> String {
        """
        cat >activate.py <<'END'
        import os, socket
        listener = socket.socket(socket.AF_UNIX)
        listener.bind("here")
        \(prepares)
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="\(count)")
        os.execvp("thud", ["thud", "listen", "--socket"])
        END
        python3 activate.py </dev/null
        """
    }

    @Test(arguments: [("", 1), ("listener.listen()", 2), ("listener = socket.create_server(('127.0.0.1', 0))", 1)])
    func `what systemd hands over must be one Unix socket that listens`(prepares: String, count: Int) async throws {
        let (code, _, told) = try await run(Self.activate(prepares, count: count))
        #expect(code == 4 && told.contains("ListenStream=PATH"), "\(told)")
    }

    @Test func `of many services that start at once beside a dead one's socket, one serves`() async throws {
        let (_, output, told) = try await run(
            """
            for round in {1..3}; do
                rm -f here; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("here")'; pids=()
                for i in {1..6}; do thud listen --socket=here </dev/null 2>>told & pids+=($!); done
                until thud send --socket here kape/tick 2>/dev/null; do sleep 0.1; done
                for try in {1..150}; do [ $(wc -l <told) = $((5 * round)) ] && break; sleep 0.1; done
                kill ${pids[@]} 2>/dev/null; wait
            done
            grep -c 'another program listens on here' told
            """)
        #expect(output == "15\n", "\(output) \(told)")
    }

    @Test func `a service leaves the socket of another at its end`() async throws {
        let (_, output, told) = try await run(
            """
            thud listen --socket=here </dev/null & first=$!
            until [ -S here ]; do sleep 0.1; done; thud send --socket here kape/tick; rm here
            thud listen --socket=here </dev/null & second=$!
            until [ -S here ]; do sleep 0.1; done; kill $first; wait $first
            thud send --socket here kape/tick && echo answered; kill $second; wait $second; test -e here || echo gone
            """)
        #expect(output == "answered\ngone\n", "\(output) \(told)")
    }

    @Test func `systemd's socket is taken over`() async throws {
        let (_, output, told) = try await run(
            """
            \(Self.activate("listener.listen()")) & pid=$!
            until thud send --socket here kape/tick 2>/dev/null; do sleep 0.1; done; echo answered
            kill $pid; wait $pid; [ -S here ] && echo kept
            """)
        #expect(output == "answered\nkept\n", "\(output) \(told)")
    }

    @Test func `a client that floods the service delays nobody else`() async throws {
        let (_, output, told) = try await run(
            """
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            thud send --socket here kape/tick
            for line in kape/tik names; do yes $line | thud send --socket here >/dev/null 2>&1 & floods+=($!); done
            sleep 1
            for i in {1..20}; do echo kape/tick; sleep 0.1; done | thud send --socket here --json | grep -o '"latency_ms":[0-9]*'
            kill ${floods[@]} $pid; wait
            """)
        let latencies = output.split(separator: "\n").compactMap { Int($0.dropFirst(13)) }.sorted()
        #expect(latencies.count == 20 && latencies[10] < 500, "\(latencies) \(told)")
    }

    @Test func `send reads answers while it sends, however many lines it has`() async throws {
        let (_, output, told) = try await run(
            """
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            { echo kape/tick; until grep -q outcome answers; do sleep 0.1; done; echo answered >&2; } |
                thud send --socket here --json >answers
            yes x | head -n 20000 | thud send --socket here --json 2>/dev/null | grep -c '"event":"error"'
            kill $pid; wait
            """)
        #expect(output == "20000\n" && told.contains("answered"), "\(output) \(told)")
    }

    @Test func `a service that ends early leaves send with 4, and a count of what is open`() async throws {
        let (_, output, told) = try await run(
            """
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            thud send --socket here --json '+60 kape/tick' x 'kape/tick as t' >answers & sent=$!
            until grep -q '"tag":"t"' answers; do sleep 0.1; done; kill -9 $pid; wait $sent; echo $?
            """)
        #expect(output == "4\n" && told.contains("ended before 1 line was answered"), "\(output) \(told)")
    }

    /// A client takes no report, and is given up. Its connection's number is then that of the next client.
    @Test func `what a client has not taken goes to nobody else`() async throws {
        let (_, output, told) = try await run(
            """
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            cat >client.py <<'END'
            import socket, time
            def connect():
                client = socket.socket(socket.AF_UNIX)
                client.connect("here")
                return client
            careless = connect()
            careless.sendall(b"names\\n" * 60)
            careless.shutdown(socket.SHUT_WR)
            time.sleep(7)
            others = [connect() for _ in range(3)]
            time.sleep(0.5)
            careless.settimeout(2)
            while careless.recv(1 << 16): pass
            for other in others:
                other.settimeout(1)
                print(other.recv(1 << 16).count(b"names"))
            END
            python3 client.py; kill $pid; wait
            """)
        #expect(output == "0\n0\n0\n", "\(output) \(told)")
    }

    @Test func `with few files allowed, further clients are refused and nobody else is harmed`() async throws {
        let (_, output, told) = try await run(
            """
            (ulimit -n 80; exec thud listen --socket=here </dev/null) & pid=$!
            until [ -S here ]; do sleep 0.1; done
            mkfifo held; exec 3<>held
            for c in {1..12}; do (thud send --socket here <held 2>&1 | grep -c 'closed without an answer') & done; sleep 3
            kill -0 $pid && echo alive; cut -d' ' -f14 /proc/$pid/stat >before; sleep 1
            [ $(($(cut -d' ' -f14 /proc/$pid/stat) - $(<before))) -lt 30 ] && echo idle; kill $pid; wait
            """)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.contains("alive") && lines.contains("idle") && lines.contains("1"), "\(output) \(told)")
    }

    @Test func `a client that leaves without its answers is nothing to remark on`() async throws {
        let (_, _, told) = try await run(
            """
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            python3 - <<'END'
            import socket, time
            client = socket.socket(socket.AF_UNIX)
            client.connect("here")
            client.sendall(b"names\\n" * 300)
            time.sleep(1)
            END
            thud send --socket here kape/tick; kill $pid; wait $pid
            """)
        #expect(told.isEmpty, "\(told)")
    }

    @Test func `send shows what is wrong with its request`() async throws {
        let (code, _, told) = try await run(
            """
            thud listen --socket=here </dev/null & pid=$!
            until [ -S here ]; do sleep 0.1; done
            thud send --socket here kape/tik; code=$?; kill $pid; wait $pid; exit $code
            """)
        #expect(code == 4 && told.contains("thud: request:1:1: unknown cue `kape/tik`; did you mean"), "\(told)")
        #expect(told.contains("thud: rejected 1 line\n"), "\(told)")
    }

    @Test func `counts of lost reports that no service can have end send with a sentence`() async throws {
        let (code, _, told) = try await run(
            """
            python3 - <<'END' & until [ -S here ]; do sleep 0.1; done
            import socket
            service = socket.socket(socket.AF_UNIX)
            service.bind("here")
            service.listen()
            client = service.accept()[0]
            client.recv(100)
            client.sendall(b'{"event":"dropped","lines":9000000000000000000}\\n' * 2)
            END
            thud send --socket here kape/tick
            """)
        #expect(code == 4 && told.contains("lines: expected a whole number"), "\(String(describing: code)) \(told)")
    }

    @Test func `without a service, send says what to start`() async throws {
        let (code, _, told) = try await run("thud send --socket nowhere kape/tick")
        #expect(code == 4 && told.contains("start `thud listen --socket=nowhere`"), "\(told)")
    }
}
