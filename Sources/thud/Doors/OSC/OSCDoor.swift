import Glibc
import ThudCore
import ThudCues

/// Takes OSC messages by UDP. Nobody is answered, so all senders are one client. What cannot be taken is remarked on.
final class OSCDoor: ServiceDoor {
    let client: ServiceClient
    /// The address and the port, for example `127.0.0.1:9000`.
    let place: String
    private let socket: Int32
    /// The requests that could not be taken and have not been remarked on: how many, and why the last one.
    private var refused = (count: 0, reason: "")
    private var nextRemark = Instant(nanoseconds: 0)
    /// How many messages the kernel had dropped when it was last asked.
    private var dropped = 0
    private var block = [UInt8](repeating: 0, count: 1 << 16)

    /// The client's name in remarks.
    static let name = "OSC"
    /// The time between two remarks, however many messages are refused.
    private static let pause = Interval.seconds(1)

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
        _ = try OSCLibrary.functions.get()
        self.place = place.description
        socket = try place.socket(attached: bind)
        client = ServiceClient(Self.name)
    }

    var clients: [ServiceClient] { [client] }
    /// A port serves until a signal ends it.
    let isDone = false

    func register(in loop: EventLoop, for service: CueService) {
        // While a cue that is still being loaded is waited for, the socket keeps what comes.
        guard client.lines.isEmpty else { return }
        let deadline = refused.count > 0 ? nextRemark : nil
        loop.wait(.lines, for: [socket], until: deadline) { [self] _ in receive(for: service) }
    }

    private func receive(for service: CueService) {
        let end = Instant.now() + CueService.longestTurn
        while client.lines.isEmpty, Instant.now() < end {
            let count = block.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
            guard count >= 0 else { break }
            take(block[..<count], for: service)
            service.takeLines(of: client)
        }
    }

    private func take(_ packet: ArraySlice<UInt8>, for service: CueService) {
        let (now, waited, clock) = (Instant.now(), service.longestWait, SystemClock())
        let requests: [Result<CueLine, ThudError>]
        do throws(ThudError) {
            requests = try OSCMessage.messages(in: packet).map { message in
                Result { () throws(ThudError) in try CueLine(message, clock) }
            }
        } catch {
            requests = [.failure(error)]
        }
        client.lines += requests.map { .init(result: $0, read: now, waited: waited, isEarly: !service.isLoaded) }
    }

    func settle(for service: CueService) {
        for trouble in client.takeReports().compactMap(\.trouble) {
            refused = (refused.count + 1, "\(trouble)")
        }
        let total = OSCPlace.dropped(by: socket)
        if total > dropped {
            let reason =
                "\(Self.name): a message was lost, because they came faster than Thud reads them; "
                + "send several in one bundle"
            (refused, dropped) = ((refused.count + total - dropped, reason), total)
        }
        if Instant.now() >= nextRemark { remark() }
    }

    private func remark() {
        guard refused.count > 0 else { return }
        let others = refused.count > 1 ? " (and \(Count.of(refused.count - 1, "message")) before it)" : ""
        Console.remark("thud: \(refused.reason)\(others)")
        refused.count = 0
        nextRemark = .now() + Self.pause
    }

    func close(by deadline: Instant) {
        Glibc.close(socket)
        remark()
    }
}
