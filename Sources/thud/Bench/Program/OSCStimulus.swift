import CThudLO
import Glibc
import ThudCore

/// A message of Open Sound Control that is sent to the program by UDP:
///
///     9000/thud/play kape/correct
///
/// The words after the address are its arguments: whole numbers (i), numbers with a point (f), and strings (s).
struct OSCStimulus: Stimulus {
    let title: String
    let refusal: String
    private let packet: [UInt8]
    private let socket: Int32

    static let usage = "[HOST:]PORT/ADDRESS and arguments, such as `9000/tap 1`"

    /// Opens a socket to the program's place. The socket stays open until the bench ends.
    ///
    /// - Throws: `ThudError` (usage) if `text` is something else, or (bad input) if no message can be sent there or
    ///   liblo is missing.
    init(_ text: String) throws(ThudError) {
        let words = text.split(separator: " ").map(String.init)
        guard let target = words.first, let slash = target.firstIndex(of: "/"),
            let place = OSCPlace(target[..<slash]),
            let packet = try Self.packet(String(target[slash...]), words.dropFirst())
        else { throw ThudError(.usage, "--osc takes \(Self.usage), not \(TypedText.shown(text, most: 60))") }
        (title, self.packet) = ("osc \(text)", packet)
        refusal = "nothing receives messages at \(place)"
        socket = try place.socket(attached: connect)
    }

    /// Returns a message as bytes; nil if `address` is none.
    private static func packet(_ address: String, _ arguments: ArraySlice<String>) throws(ThudError) -> [UInt8]? {
        let liblo = try OSCLibrary.functions.get()
        guard address.utf8.count > 1, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let message = liblo.message_new()
        else { return nil }
        defer { liblo.message_free(message) }
        for word in arguments {
            if let whole = Int32(word) {
                _ = liblo.message_add_int32(message, whole)
            } else if let number = Float(word), number.isFinite {
                _ = liblo.message_add_float(message, number)
            } else {
                _ = liblo.message_add_string(message, word)
            }
        }
        var size = 0
        guard let bytes = liblo.message_serialise(message, address, nil, &size) else { return nil }
        defer { free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: size))
    }

    func deliver(to program: ChildProgram) -> Instant? {
        let now = Instant.now()
        return send(socket, packet, packet.count, Int32(MSG_NOSIGNAL)) == packet.count ? now : nil
    }
}
