/// Bytes as text for a `data:` address; RFC 4648, section 4, with padding.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let letter = alphabet[Int(bits >> UInt32(18 - 6 * place)) & 63]
                letters.append(place <= group.count ? letter : UInt8(ascii: "="))
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
