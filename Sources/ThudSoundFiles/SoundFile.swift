import CThudSndFile
import ThudCore

/// Reads and writes sound files. It reads WAV, AIFF, CAF and AU (PCM or float), FLAC, Ogg (Vorbis or Opus) and MP3,
/// within `SoundLimits`. It writes WAV and FLAC, with 24 or 16 bits, and Vorbis in Ogg. Every other container is
/// refused before a decoder sees it, because libsndfile's memory-safety flaws were found in the rarer formats.
public enum SoundFile {}

/// The container of a written PCM file.
public enum SoundFormat: String, CaseIterable, Hashable, Sendable {
    /// WAV with a plain WAVE_FORMAT_PCM header, which every program reads.
    case wav
    /// FLAC: the same samples at about half the size.
    case flac

    /// Chooses the format by a path's extension, ignoring case; nil if it is neither `wav` nor `flac`.
    public init?(path: String) { self.init(rawValue: SourceFile.ending(of: path) ?? "") }
}

/// The containers that Thud reads, recognised by their first bytes, because a file's name proves nothing.
enum SoundContainer: Hashable {
    case wav, flac, ogg, aiff, caf, au, mp3

    /// Recognises a container by the first bytes of a file; nil if unknown. Twelve bytes are enough.
    init?(firstBytes bytes: [UInt8]) {
        // RF64 is a WAV whose sizes have 64 bits.
        let marks: [(container: SoundContainer, first: String, kind: String)] = [
            (.wav, "RIFF", "WAVE"), (.wav, "RF64", "WAVE"), (.flac, "fLaC", ""), (.ogg, "OggS", ""),
            (.aiff, "FORM", "AIFF"), (.aiff, "FORM", "AIFC"), (.caf, "caff", ""), (.au, ".snd", ""), (.mp3, "ID3", ""),
        ]
        let mark = marks.first { bytes.has($0.first, at: 0) && bytes.has($0.kind, at: 8) }
        let bare: SoundContainer? = SoundContainer.startsFrameOfMP3(bytes) ? .mp3 : nil
        guard let container = mark?.container ?? bare else { return nil }
        self = container
    }

    /// Whether the bytes start with the header of an MPEG layer III frame: eleven one bits, then the layer's bits.
    private static func startsFrameOfMP3(_ bytes: [UInt8]) -> Bool {
        bytes.count > 1 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2
    }
}

extension SoundFile {
    /// Throws if the encoding in a known container is not PCM, float, FLAC, Vorbis, Opus or MP3.
    static func checkEncoding(of decoder: borrowing SndFile, _ path: String) throws(ThudError) {
        let encodings = [
            SF_FORMAT_PCM_U8, SF_FORMAT_PCM_S8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
            SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_VORBIS, SF_FORMAT_OPUS, SF_FORMAT_MPEG_LAYER_III,
        ]
        let containers = [
            SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64, SF_FORMAT_FLAC, SF_FORMAT_OGG, SF_FORMAT_AIFF,
            SF_FORMAT_CAF, SF_FORMAT_AU, SF_FORMAT_MPEG,
        ]
        let (container, encoding) = (decoder.container, decoder.encoding)
        guard containers.contains(where: { Int($0) == container }), encodings.contains(where: { Int($0) == encoding })
        else { throw unsupportedEncoding(path) }
    }

    static func unsupportedEncoding(_ path: String) -> ThudError {
        .unreadable(
            .unsupportedEncoding, path,
            "its encoding is not one that Thud reads "
                + "(PCM or float in WAV, AIFF, CAF or AU, FLAC, Vorbis or Opus in Ogg, MP3)",
            "export it as 24-bit WAV")
    }

    /// Throws if the sample rate or channel count is outside `SoundLimits`.
    static func checkShape(
        sampleRate: Int, channelCount: Int, _ operation: SoundOperation, _ subject: String
    ) throws(ThudError) {
        let rates = operation == .resample ? SoundLimits.resamplingRates : SoundLimits.sampleRates
        let counts = SoundLimits.channelCounts
        guard rates.contains(sampleRate) else {
            throw .sound(
                .outsideLimits, operation, subject, problem: "a sample rate of \(sampleRate) Hz is out of range",
                advice: "use \(rates.lowerBound) to \(rates.upperBound) Hz, preferably 48000")
        }
        guard counts.contains(channelCount) else {
            throw .sound(
                .outsideLimits, operation, subject, problem: "\(channelCount) channels are out of range",
                advice: "use \(counts.lowerBound) to \(counts.upperBound) channels")
        }
    }

    /// Throws if a sample is not a number or absurdly loud; played, it would hurt the ears or poison the mix.
    static func checkSamples(_ channels: [[Float]], sampleRate: Int, _ path: String) throws(ThudError) {
        for samples in channels {
            // A comparison with NaN is false, so one test catches NaN, infinities and excess.
            let bad = samples.firstIndex { !(abs($0) <= SoundLimits.maximumMagnitude) }
            guard let bad else { continue }
            let milliseconds = bad * 1000 / sampleRate
            throw .unreadable(
                .unusableSamples, path,
                "a sample at \(milliseconds) ms is not a number, or is more than 40 dB above full scale",
                "export it again")
        }
    }
}

extension [UInt8] {
    /// Whether these bytes hold an ASCII word at an offset.
    @inline(never)
    func has(_ word: String, at offset: Int) -> Bool {
        dropFirst(offset).prefix(word.utf8.count).elementsEqual(word.utf8)
    }
}
