import ThudCore

/// The comment header of a Vorbis stream: the second of its three header packets (Vorbis I specification, section 5).
enum VorbisComments {
    /// The serial number that streams get. libsndfile takes a random one; with this, one sound is always one file.
    private static let stream: UInt32 = 0x5448_5544

    private static let signature = [3] + Array("vorbis".utf8)

    /// An Ogg file with fields added to its comments, each a name, `=` and a text.
    ///
    /// - Throws: `ThudError` where the file is not one Vorbis stream as an encoder leaves it.
    static func adding(_ comments: [String], to file: [UInt8]) throws(ThudError) -> [UInt8] {
        let pages = try OggPage.pages(of: file)
        guard let first = pages.first else { throw OggPage.broken }
        var packets: [[UInt8]] = [[]]
        var headers = 1
        // The comment and the set-up stand behind the first page, and no sound begins on a page of theirs.
        while packets.count < 3, headers < pages.count {
            var body = pages[headers].body[...]
            for length in pages[headers].lacing {
                packets[packets.count - 1] += body.prefix(Int(length))
                body = body.dropFirst(Int(length))
                if length < 255 { packets.append([]) }
            }
            headers += 1
        }
        guard packets.count == 3, packets[2].isEmpty else { throw OggPage.broken }
        let header = try packet(packets[0], adding: comments)
        let all = [first] + OggPage.headers([header, packets[1]]) + pages[headers...]
        return all.enumerated().flatMap { $1.bytes(stream: stream, sequence: UInt32($0)) }
    }

    /// The comment packet with fields behind its own.
    private static func packet(_ packet: [UInt8], adding comments: [String]) throws(ThudError) -> [UInt8] {
        guard packet.starts(with: signature), let vendor = number(packet, at: signature.count) else {
            throw OggPage.broken
        }
        let place = signature.count + 4 + vendor
        // Behind the last comment stands a byte whose lowest bit is set.
        guard let count = number(packet, at: place), packet.last == 1 else { throw OggPage.broken }
        let added = comments.flatMap { OggPage.little(UInt64($0.utf8.count), 4) + Array($0.utf8) }
        return Array(packet[..<place]) + OggPage.little(UInt64(count + comments.count), 4)
            + packet[(place + 4)...].dropLast() + added + [1]
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int? {
        guard place + 4 <= bytes.count else { return nil }
        return (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
