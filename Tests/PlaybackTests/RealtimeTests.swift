import Glibc
import Synchronization
import Testing
import ThudTestSupport

@testable import ThudCore
@testable import ThudPlayback

/// What an engine's threads are given before they run.
@Suite struct RealtimeTests {
    /// Returns the result of `body` on a new thread.
    private func onThread(_ body: @escaping @Sendable () -> Bool) -> Bool {
        let result = Result()
        PlainThread(name: "test") { result.value.store(body(), ordering: .relaxed) }.join()
        return result.value.load(ordering: .relaxed)
    }

    private final class Result: Sendable {
        let value = Atomic<Bool>(false)
    }

    @Test func `no signal handler runs on a thread, and the creator keeps its own mask`() {
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        let isMasked = onThread {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return [SIGINT, SIGTERM, SIGCHLD, SIGWINCH, SIGALRM, SIGCONT].allSatisfy { sigismember(&mask, $0) == 1 }
        }
        #expect(isMasked)
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect((1..<32).allSatisfy { sigismember(&before, $0) == sigismember(&after, $0) })
    }

    @Test func `subnormal numbers become zero on the rendering thread and nowhere else`() {
        let halve: @Sendable () -> Bool = {
            var small = Float.leastNormalMagnitude
            withUnsafeMutablePointer(to: &small) { $0.pointee *= Float.random(in: 0.5...0.5) }
            return small == 0
        }
        #expect(
            onThread {
                PlainThread.prepareToRender()
                return halve()
            })
        #expect(!onThread(halve))
    }

    @Test func `the audio thread's memory is zeroed and resident before it is used`() {
        let count = 100_000
        let memory = LockedMemory.allocate(of: Float.self, capacity: count)
        defer { LockedMemory.free(memory, capacity: count) }
        var pages = [UInt8](repeating: 0, count: (count * 4 + 4095) / 4096)
        #expect(mincore(memory, count * 4, &pages) == 0)
        #expect(pages.allSatisfy { $0 & 1 == 1 })
        #expect((0..<count).allSatisfy { memory[$0] == 0 })
    }

    // MARK: RealtimeKit

    /// A bus that accepts one client and answers its call: with a return if it `grants` the request, otherwise with an
    /// error.
    private final class Bus {
        private let scratch: ScratchDirectory
        private let thread: PlainThread
        private let requests: Heard
        let address: String

        init(grants: Bool) throws {
            scratch = try ScratchDirectory(prefix: "thud-bus")
            let path = scratch.file("bus")
            address = "unix:path=\(path)"
            let listener = try UnixSocket.listen(at: path)
            let shared = Heard()
            requests = shared
            thread = PlainThread(name: "bus") {
                let client = accept(listener, nil, nil)
                close(listener)
                Bus.serve(client, grants, shared)
                close(client)
            }
        }

        private final class Heard: Sendable {
            let bytes = Mutex<[UInt8]>([])
        }

        /// Returns everything that the client sent.
        func finish() -> [UInt8] {
            thread.join()
            return requests.bytes.withLock { $0 }
        }

        private static func serve(_ client: Int32, _ grants: Bool, _ heard: Heard) {
            /// Returns the next bytes from the client; empty if it has gone or waits.
            func take(_ most: Int = 4096) -> [UInt8] {
                var bytes = [UInt8](repeating: 0, count: most)
                let count = recv(client, &bytes, most, 0)
                bytes.removeLast(most - max(0, count))
                heard.bytes.withLock { $0 += bytes }
                return bytes
            }
            func reply(_ bytes: [UInt8]) { _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
            var line: [UInt8] = []
            while !line.starts(with: "BEGIN\r\n".utf8) {
                line = []
                while line.last != UInt8(ascii: "\n") {
                    let next = take(1)
                    guard !next.isEmpty else { return }
                    line += next.filter { $0 != 0 }
                }
                switch String(decoding: line, as: UTF8.self) {
                case "AUTH EXTERNAL\r\n": reply(Array("DATA\r\n".utf8))
                case "NEGOTIATE_UNIX_FD\r\n": reply(Array("AGREE_UNIX_FD\r\n".utf8))
                case "BEGIN\r\n": break
                default: reply(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8))
                }
            }
            _ = take()
            // The bus answers the greeting and announces the assigned name.
            let told = [(1, "o", "/a"), (2, "s", "a.b"), (3, "s", "Told")].map { ($0.0, $0.1, text($0.2)) }
            reply(message(2, [answers(1), (8, "g", [1, 0x73, 0])], text(":1.7")) + message(4, told))
            _ = take()
            reply(grants ? message(2, [answers(2)]) : message(3, [answers(2), (4, "s", text("a.Refused"))]))
            // Reads everything else until the client hangs up.
            while !take().isEmpty {}
        }

        private typealias Field = (code: Int, type: String, value: [UInt8])

        /// Returns the field that marks a message as the reply to the message of that number.
        private static func answers(_ serial: UInt8) -> Field { (5, "u", [serial, 0, 0, 0]) }

        private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count), 0, 0, 0] + text.utf8 + [0] }

        /// Returns a D-Bus message: 2 is a return, 3 an error, 4 a signal.
        private static func message(_ type: UInt8, _ fields: [Field], _ body: [UInt8] = []) -> [UInt8] {
            func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: -bytes.count & 7) }
            let header = fields.reduce(into: [UInt8]()) {
                $0 = padded($0) + [UInt8($1.code), 1] + $1.type.utf8 + [0] + $1.value
            }
            let counts = [UInt8(body.count), 0, 0, 0, 9, 0, 0, 0, UInt8(header.count), 0, 0, 0]
            return padded([0x6C, type, 1, 1] + counts + header) + body
        }
    }

    @Test(arguments: [true, false]) func `the daemon is asked for the thread, and its answer is believed`(
        grants: Bool
    ) throws {
        let bus = try Bus(grants: grants)
        // The limit would apply to all tests of this process, so it is counted instead of set.
        var limits = 0
        let isRaised = RealtimeKit.raise(thread: 4242, priority: 10, address: bus.address, timeout: 600_000_000) {
            limits += 1
            return true
        }
        #expect(isRaised == grants && limits == 1)
        let heard = bus.finish()
        for word in ["org.freedesktop.RealtimeKit1", "/org/freedesktop/RealtimeKit1", "MakeThreadRealtime", "\u{2}tu"] {
            #expect(heard.contains(word.utf8), "\(word)")
        }
        // A 64-bit number and a 32-bit one, as the method requires.
        #expect(heard.suffix(12).elementsEqual([0x92, 0x10, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0]))
    }

    @Test(arguments: ["unix:path=/nowhere/bus", "tcp:host=localhost", ""])
    func `without a bus nothing is granted`(address: String) {
        #expect(
            !RealtimeKit.raise(thread: 1, priority: 10, address: address) {
                Issue.record("no limit is needed")
                return true
            })
    }
}
