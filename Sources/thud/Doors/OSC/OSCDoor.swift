import Glibc
import ThudCore
import ThudCues

/// Takes OSC messages by UDP. Nobody is answered, so all senders are one client. What cannot be taken is remarked on.
final class OSCDoor: ServiceDoor {
    let client: ServiceClient
    /// The address and the port, for example `127.0.0.1:9000`.
    let place: String
    private let socket: Int32
    private let refusals: Refusals
    private var block = [UInt8](repeating: 0, count: 1 << 16)

    /// The client's name in remarks.
    static let name = "OSC"

    /// Opens a port.
    ///
    /// - Parameter place: `PORT` on this computer, or `HOST:PORT` for programs that can reach this computer's address
    ///   `HOST`.
    /// - Throws: `ThudError` (usage) if it is neither, or (bad input) if the port cannot be had or liblo is missing.
    init(_ place: String) throws(ThudError) {
        guard let place = OSCPlace(place[...]) else {
            throw ThudError(.usage, "--osc takes PORT or HOST:PORT, such as 9000, not \(TypedText.shown(place))")
        }
        // Later, loading it would delay a cue.
        _ = try OSCLibrary.functions()
        self.place = place.description
        socket = try place.socket(attached: bind)
        let refusals = Refusals()
        self.refusals = refusals
        client = ServiceClient(
            Self.name,
            report: { report in
                switch report {
                case .refused(let error): refusals.note("\(error)")
                case .notTaken(let cue, _, _, _):
                    refusals.note("\(Self.name): \(cue) is not heard: too much is requested at once")
                default: break
                }
            })
    }

    // While a cue that is still being loaded is waited for, the socket keeps what comes.
    var descriptors: [Int32] { client.lines.isEmpty ? [socket] : [] }
    /// A port serves until a signal ends it.
    var isDone: Bool { false }

    func handle(for service: CueService) {
        let end = Instant.now() + CueService.longestTurn
        while client.lines.isEmpty, Instant.now() < end {
            let count = block.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
            guard count >= 0 else { break }
            take(block[..<count], for: service)
            service.takeLines(of: client)
        }
        refusals.tell()
    }

    private func take(_ packet: ArraySlice<UInt8>, for service: CueService) {
        let (now, waited) = (Instant.now(), service.longestWait)
        func add(_ result: Result<CueLine, ThudError>) {
            client.lines.append(.init(result: result, read: now, waited: waited, isEarly: !service.isLoaded))
        }
        do throws(ThudError) {
            let clock = SystemClock()
            for message in try OSCMessage.messages(in: packet) {
                add(Result { () throws(ThudError) in try CueLine(message, clock) })
            }
        } catch {
            add(.failure(error))
        }
    }

    func settle(for service: CueService) { refusals.tell() }

    func close() {
        Glibc.close(socket)
        refusals.tell(atOnce: true)
    }
}

/// Remarks on requests that could not be taken, at most once a second, however many they are.
private final class Refusals {
    private var count = 0
    private var last = ""
    private var earliest = Instant(nanoseconds: 0)

    private static let pause = Interval.seconds(1)

    func note(_ reason: String) {
        count += 1
        last = reason
    }

    func tell(atOnce: Bool = false) {
        guard count > 0, atOnce || Instant.now() >= earliest else { return }
        let others = count > 1 ? " (and \(Count.of(count - 1, "message")) before it)" : ""
        Console.remark("thud: \(last)\(others)")
        count = 0
        earliest = .now() + Self.pause
    }
}
