/// The containers that are read, told by their first bytes: a name proves nothing.
enum SoundContainer: Hashable {
    case wav, flac, ogg

    /// The container whose files start so, or nil. Twelve bytes are enough.
    init?(firstBytes bytes: [UInt8]) {
        func has(_ magic: StaticString, at offset: Int) -> Bool {
            let magic = magic.withUTF8Buffer { Array($0) }
            return bytes.dropFirst(offset).starts(with: magic)
        }
        if has("RIFF", at: 0) && has("WAVE", at: 8) {
            self = .wav
        } else if has("fLaC", at: 0) {
            self = .flac
        } else if has("OggS", at: 0) {
            self = .ogg
        } else {
            return nil
        }
    }
}
