import Glibc
import ThudCore

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo) of a content. It finds changes; it is no protection against forgery.
struct ContentHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    /// Hashes a file of any size.
    ///
    /// - Throws: `ThudError` if the file cannot be read.
    init(ofFile path: String) throws(ThudError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SourceFile.failure(path, .read) }
        defer { close(descriptor) }
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SourceFile.failure(path, .read) }
            if count == 0 { return }
            add(block[..<count])
        }
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        state = bytes.reduce(state) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The hash in hexadecimal.
    var text: String { String(state, radix: 16) }
}
