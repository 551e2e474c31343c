/// Writes numbers of any width into bytes, the highest bit first.
struct BitWriter {
    /// The written bytes; missing bits in the last one are 0.
    private(set) var bytes: [UInt8] = []
    private var free = 0

    /// Adds the lowest bits of an integer, or of its two's complement if it is negative.
    mutating func add(_ value: Int, bits count: Int) {
        for place in (0..<count).reversed() {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            free -= 1
            if value >> place & 1 == 1 { bytes[bytes.count - 1] |= 1 << free }
        }
    }

    /// Adds a text of at most 255 bytes after its length.
    mutating func add(_ text: String) {
        add(text.utf8.count, bits: 8)
        for byte in text.utf8 { add(Int(byte), bits: 8) }
    }

    /// Adds the bytes of another writer at the next byte boundary.
    mutating func add(_ other: BitWriter) {
        bytes += other.bytes
        free = 0
    }
}
