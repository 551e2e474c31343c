/// What a sound is written as: 24-bit PCM in one of two containers.
public enum SoundFormat: String, CaseIterable, Hashable, Sendable {
    /// WAV with a plain WAVE_FORMAT_PCM header, which everything reads.
    case wav
    /// FLAC: the same samples at about half the size.
    case flac

    /// The format that a path's extension asks for, in any case of letters; nil if it names neither.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[dot...].dropFirst().lowercased())
    }
}
