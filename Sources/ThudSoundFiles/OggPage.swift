import ThudCore

/// A page of an Ogg stream (RFC 3533, section 6).
struct OggPage {
    /// Bit 0: the first packet began on an earlier page; bit 1: the first page of a stream; bit 2: its last page.
    var flags: UInt8
    /// The position of the last packet that ends here, in samples for Vorbis; -1 where none ends.
    var granule: Int64
    /// The lengths of the parts of its packets, each 0 to 255 bytes; a packet ends with the first below 255.
    var lacing: [UInt8]
    /// The parts of its packets, one after the other.
    var body: [UInt8]

    /// Bytes before the lacing.
    private static let headerBytes = 27

    /// The most parts of a page.
    static let mostParts = 255

    /// The pages of a file that holds one stream.
    ///
    /// - Throws: `ThudError` where the bytes are no whole pages.
    static func pages(of bytes: [UInt8]) throws(ThudError) -> [OggPage] {
        var pages: [OggPage] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= headerBytes, rest.starts(with: Array("OggS".utf8)) else { throw broken }
            let start = rest.startIndex
            let parts = Int(rest[start + 26])
            let header = headerBytes + parts
            guard rest.count >= header else { throw broken }
            let lacing = Array(rest[(start + headerBytes)..<(start + header)])
            let length = lacing.reduce(0) { $0 + Int($1) }
            guard rest.count >= header + length else { throw broken }
            let granule = (0..<8).reduce(Int64(0)) { $0 | Int64(rest[start + 6 + $1]) << (8 * $1) }
            let body = Array(rest[(start + header)..<(start + header + length)])
            pages.append(OggPage(flags: rest[start + 5], granule: granule, lacing: lacing, body: body))
            rest = rest[(start + header + length)...]
        }
        return pages
    }

    /// Whole packets on as few pages as hold them. All of them end at granule 0, as a codec's headers do.
    static func headers(_ packets: [[UInt8]]) -> [OggPage] {
        var parts: [ArraySlice<UInt8>] = []
        for packet in packets {
            parts += stride(from: 0, through: packet.count, by: 255).map { packet[$0..<min($0 + 255, packet.count)] }
        }
        return stride(from: 0, to: parts.count, by: mostParts).map { first in
            let page = parts[first..<min(first + mostParts, parts.count)]
            let continues = first > 0 && parts[first - 1].count == 255
            return OggPage(
                flags: continues ? 1 : 0, granule: page.contains { $0.count < 255 } ? 0 : -1,
                lacing: page.map { UInt8($0.count) }, body: Array(page.joined()))
        }
    }

    /// The page as it stands in a file.
    ///
    /// - Parameters:
    ///   - stream: the serial number of the stream.
    ///   - sequence: the number of the page in it.
    func bytes(stream: UInt32, sequence: UInt32) -> [UInt8] {
        var bytes = Array("OggS".utf8) + [0, flags]
        bytes += Self.little(UInt64(bitPattern: granule), 8) + Self.little(UInt64(stream), 4)
        bytes += Self.little(UInt64(sequence), 4)
        bytes += [0, 0, 0, 0, UInt8(lacing.count)] + lacing + body
        bytes.replaceSubrange(22..<26, with: Self.little(UInt64(Self.checksum(bytes)), 4))
        return bytes
    }

    /// A number in some bytes, the lowest first.
    static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    /// The checksum of a page whose own checksum is 0: CRC-32 with the polynomial 0x04C11DB7, neither reflected nor inverted.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0) { sum, byte in
            (sum << 8) ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
        }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum & 0x8000_0000 == 0 ? sum << 1 : (sum << 1) ^ 0x04C1_1DB7 }
    }

    static let broken = ThudError(.system, "the encoder wrote no whole Ogg stream")
}
