import ThudCore
import ThudSoundFiles

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo) of a content. It finds changes; it is no protection against forgery.
struct ContentHash {
    private let state: UInt64

    init(_ bytes: some Sequence<UInt8>) {
        state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Hashes a file. The longest are sounds.
    init(ofFile path: String) throws(ThudError) {
        self.init(try SourceFile.read(path, atMost: SoundLimits.maximumFileBytes))
    }

    /// The hash in hexadecimal.
    var text: String { String(state, radix: 16) }
}
