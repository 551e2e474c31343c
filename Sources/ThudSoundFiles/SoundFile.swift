import CThudSndFile
import ThudCore

/// Reading and writing sound files.
///
/// Read: WAV, AIFF, CAF and AU (PCM or float), FLAC, Ogg (Vorbis or Opus) and MP3, within `SoundLimits`. Written: WAV and
/// FLAC, 24 bits or 16. Everything else is refused before a decoder sees it: the rarer formats are where libsndfile's
/// memory-safety flaws were found.
public enum SoundFile {}

/// What a sound is written as: PCM in one of two containers.
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

/// The containers that are read, told by their first bytes: a name proves nothing.
enum SoundContainer: Hashable {
    case wav, flac, ogg, aiff, caf, au, mp3

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
        } else if has("FORM", at: 0) && (has("AIFF", at: 8) || has("AIFC", at: 8)) {
            self = .aiff
        } else if has("caff", at: 0) {
            self = .caf
        } else if has(".snd", at: 0) {
            self = .au
        } else if has("ID3", at: 0) || SoundContainer.startsFrameOfMP3(bytes) {
            self = .mp3
        } else {
            return nil
        }
    }

    /// Whether bytes are the header of a frame of MPEG layer III: eleven bits of ones, then the layer's.
    private static func startsFrameOfMP3(_ bytes: [UInt8]) -> Bool {
        bytes.count > 1 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2
    }
}

extension SoundFile {
    /// Refuses what stands in a known container but is neither PCM, float, FLAC, Vorbis nor Opus.
    static func checkEncoding(of decoder: borrowing SndFile, _ path: String) throws(ThudError) {
        let encodings = [
            SF_FORMAT_PCM_U8, SF_FORMAT_PCM_S8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
            SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_VORBIS, SF_FORMAT_OPUS, SF_FORMAT_MPEG_LAYER_III,
        ]
        let containers = [
            SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_FLAC, SF_FORMAT_OGG, SF_FORMAT_AIFF, SF_FORMAT_CAF, SF_FORMAT_AU,
            SF_FORMAT_MPEG,
        ]
        let (container, encoding) = (decoder.container, decoder.encoding)
        guard containers.contains(where: { Int($0) == container }), encodings.contains(where: { Int($0) == encoding })
        else {
            throw .sound(
                .unsupportedEncoding, .read, path,
                problem:
                    "its encoding is not one that Thud reads (PCM or float in WAV, AIFF, CAF or AU, FLAC, Vorbis or Opus in Ogg, MP3)",
                advice: "export it as 24-bit WAV")
        }
    }

    /// Refuses sample rates and channel counts outside `SoundLimits`.
    static func checkShape(
        sampleRate: Int, channelCount: Int, _ operation: SoundOperation, _ subject: String
    ) throws(ThudError) {
        let rates = operation == .resample ? SoundLimits.resamplingRates : SoundLimits.sampleRates
        let counts = SoundLimits.channelCounts
        guard rates.contains(sampleRate) else {
            throw .sound(
                .outsideLimits, operation, subject, problem: "a sample rate of \(sampleRate) Hz is out of range",
                advice: "use \(rates.lowerBound) to \(rates.upperBound) Hz, 48000 for choice")
        }
        guard counts.contains(channelCount) else {
            throw .sound(
                .outsideLimits, operation, subject, problem: "\(channelCount) channels are out of range",
                advice: "use \(counts.lowerBound) to \(counts.upperBound) channels")
        }
    }

    /// Refuses samples that are not numbers or absurdly loud: played, they would hurt or poison the mix.
    static func checkSamples(_ channels: [[Float]], sampleRate: Int, _ path: String) throws(ThudError) {
        for samples in channels {
            // A comparison with NaN is false, so one test catches NaN, infinities and excess alike.
            let bad = samples.firstIndex { !(abs($0) <= SoundLimits.maximumMagnitude) }
            guard let bad else { continue }
            let milliseconds = bad * 1000 / sampleRate
            throw .sound(
                .unusableSamples, .read, path,
                problem: "a sample at \(milliseconds) ms is not a number or more than 40 dB above full scale",
                advice: "export it again")
        }
    }
}
