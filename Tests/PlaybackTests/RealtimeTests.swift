import Glibc
import Synchronization
import Testing
import ThudTestSupport

@testable import ThudCore
@testable import ThudPlayback

/// What the threads of an engine are given before they run.
@Suite struct RealtimeTests {
    /// What `body` returns on a thread of its own.
    private func onThread(_ body: @escaping @Sendable () -> Bool) -> Bool {
        let result = Result()
        PlainThread(name: "test") { result.value.store(body(), ordering: .relaxed) }.join()
        return result.value.load(ordering: .relaxed)
    }

    private final class Result: Sendable {
        let value = Atomic<Bool>(false)
    }

    @Test func `no handler of a signal runs on a thread, and the creator's own mask stays`() {
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

    @Test func `numbers too small to be heard are zero where the mix is rendered, and only there`() {
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

    @Test func `memory of the audio thread is zero, and all there before it is used`() {
        let count = 100_000
        let memory = LockedMemory.allocate(of: Float.self, capacity: count)
        defer { LockedMemory.free(memory, capacity: count) }
        var pages = [UInt8](repeating: 0, count: (count * 4 + 4095) / 4096)
        #expect(mincore(memory, count * 4, &pages) == 0)
        #expect(pages.allSatisfy { $0 & 1 == 1 })
        #expect((0..<count).allSatisfy { memory[$0] == 0 })
    }

    // MARK: RealtimeKit

    /// What `dbus-send` of libdbus 1.14 writes for the same call.
    private static let reference = """
        6c0100010c00000002000000a000000001016f001d0000002f6f72672f667265656465736b746f702f5265616c74696d654b69743100\
        0000020173001c0000006f72672e667265656465736b746f702e5265616c74696d654b697431000000000301730012000000\
        4d616b655468726561645265616c74696d65000000000000060173001c0000006f72672e667265656465736b746f702e\
        5265616c74696d654b69743100000000080167000274750092100000000000000a000000
        """

    private static func bytes(ofHex text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    @Test func `a call is written as libdbus writes it`() {
        var call = DBusCall(
            destination: "org.freedesktop.RealtimeKit1", path: "/org/freedesktop/RealtimeKit1",
            interface: "org.freedesktop.RealtimeKit1", member: "MakeThreadRealtime")
        call.append(UInt64(4242))
        call.append(UInt32(10))
        #expect(call.message(serial: 2) == RealtimeTests.bytes(ofHex: RealtimeTests.reference))
    }

    /// A bus that lets one client log in and answers its call by a message of type `answer` (2 grants, 3 refuses); what it was
    /// asked is `request`.
    private final class Bus {
        private let scratch: ScratchDirectory
        private let thread: PlainThread
        private let requests: Heard
        let address: String

        init(answer: UInt8) throws {
            scratch = try ScratchDirectory(prefix: "thud-bus")
            let path = scratch.file("bus")
            address = "unix:path=\(path),guid=00"
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
            let isBound = withUnsafePointer(to: &name) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            try #require(isBound && listen(listener, 1) == 0)
            let shared = Heard()
            requests = shared
            thread = PlainThread(name: "bus") {
                let client = accept(listener, nil, nil)
                close(listener)
                Bus.serve(client, answer, shared)
                close(client)
            }
        }

        private final class Heard: Sendable {
            let bytes = Mutex<[UInt8]>([])
        }

        /// The whole of what the client sent.
        func finish() -> [UInt8] {
            thread.join()
            return requests.bytes.withLock { $0 }
        }

        private static func serve(_ client: Int32, _ answer: UInt8, _ heard: Heard) {
            func take() {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = recv(client, &bytes, bytes.count, 0)
                if count > 0 { heard.bytes.withLock { $0 += bytes.prefix(count) } }
            }
            func reply(_ bytes: [UInt8]) { _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
            // No fields, no body.
            func message(_ type: UInt8) -> [UInt8] { [0x6C, type, 0, 1] + [UInt8](repeating: 0, count: 12) }
            take()
            reply(Array("OK 1234\r\n".utf8))
            take()
            // The bus answers the greeting, and tells of the name that it has given.
            reply(message(2) + message(4))
            take()
            reply(message(answer))
        }
    }

    @Test(arguments: [2, 3] as [UInt8]) func `the daemon is asked for the thread, and its answer is believed`(
        answer: UInt8
    ) throws {
        let bus = try Bus(answer: answer)
        // The limit would hold for all tests of this process: it is counted, not set.
        var limits = 0
        let isRaised = RealtimeKit.raise(thread: 4242, priority: 10, address: bus.address) {
            limits += 1
            return true
        }
        #expect(isRaised == (answer == 2) && limits == 1)
        let heard = bus.finish()
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        #expect(heard.starts(with: Array("\0AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8)))
        let call = RealtimeTests.bytes(ofHex: RealtimeTests.reference)
        #expect(heard.suffix(call.count).elementsEqual(call))
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
