import ThudCore

/// Reads numbers of any width from bytes, the highest bit first, and throws instead of reading past the end.
struct BitReader {
    struct BytePlace: Place {
        let file: String
        let offset: Int

        func error(_ message: String) -> ThudError { ThudError(file: file, message: "byte \(offset): \(message)") }
    }

    private let bytes: [UInt8]
    private let file: String
    /// The position in bits.
    private var next: Int
    private let end: Int

    init(_ bytes: [UInt8], file: String) { self.init(bytes, file, from: 0, to: bytes.count * 8) }

    private init(_ bytes: [UInt8], _ file: String, from next: Int, to end: Int) {
        (self.bytes, self.file, self.next, self.end) = (bytes, file, next, end)
    }

    var place: BytePlace { BytePlace(file: file, offset: next / 8) }
    var bytesLeft: Int { (end - next) / 8 }

    /// Splits off the next `count` bytes as a reader of their own.
    mutating func part(bytes count: Int, _ name: String) throws(ThudError) -> BitReader {
        guard count <= bytesLeft else {
            throw place.error("\(name) should have \(count) bytes, but only \(bytesLeft) are left")
        }
        defer { next += count * 8 }
        return BitReader(bytes, file, from: next, to: next + count * 8)
    }

    /// Reads an unsigned integer of at most 32 bits.
    mutating func bits(_ count: Int) throws(ThudError) -> Int {
        guard count <= end - next else { throw place.error("ends too early") }
        var value = 0
        var left = count
        while left > 0 {
            let taken = min(left, 8 - next % 8)
            let byte = Int(bytes[next / 8]) >> (8 - next % 8 - taken)
            value = value << taken | byte & (1 << taken - 1)
            next += taken
            left -= taken
        }
        return value
    }

    mutating func flag() throws(ThudError) -> Bool { try bits(1) == 1 }

    /// Reads an integer of some bits in two's complement.
    mutating func signed(_ count: Int) throws(ThudError) -> Int {
        let value = try bits(count)
        return value >> (count - 1) == 1 ? value - 1 << count : value
    }

    /// Reads a text that follows its length in bytes.
    mutating func text() throws(ThudError) -> String { String(decoding: try data(try bits(8)), as: UTF8.self) }

    mutating func data(_ count: Int) throws(ThudError) -> [UInt8] {
        guard count * 8 <= end - next else { throw place.error("ends too early") }
        var data: [UInt8] = []
        for _ in 0..<count { data.append(UInt8(try bits(8))) }
        return data
    }

    mutating func skip(_ count: Int) throws(ThudError) {
        guard count <= end - next else { throw place.error("ends too early") }
        next += count
    }
}

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
