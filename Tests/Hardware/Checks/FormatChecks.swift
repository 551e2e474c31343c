import ThudCore
import ThudTestSupport

/// Checks that every sample format produces the same sound. The other end of the card is opened first, so that only its
/// format is possible.
func formatChecks(_ guest: Guest) -> [Check] {
    let formats: [SampleLayout] = [.float, .int32, .int24, .packed24, .int16]
    let reference = Reference()
    return formats.map { format in
        Check(claim: "samples as \(format.name) come out as they were rendered") {
            let recorder = try await Recorder(guest, from: "hw:Cable,1,1", format: format.name)
            let bench = try await Bench.run(
                guest, ["--device", "hw:Cable,0,1", "--exclusive", "--seed", "1"], count: 1, isHeard: false)
            let heard = format.samples(try await recorder.bytes())
            guard let onset = heard.firstIndex(where: { abs($0) > 0.02 }) else {
                throw Refuted(description: "nothing was heard of \(bench.played) cue")
            }
            let cue = Array(heard[onset..<min(heard.count, onset + 9_600)])
            let known = reference.first(cue)
            let error = zip(known, cue).map { abs($0 - $1) }.max() ?? 1
            // Half a step of rounding, plus one step for the loudest samples, because full scale is one step below 1.
            try require(error <= 1.5 * format.step, "it is off by \(error), more than one and a half of \(format.step)")
            return "\(cue.count) frames, off by \(Decimals.fixed(Double(error) * 1e6, 2)) millionths at the most"
        }
    }
}

/// The sound in the first format, with which the others are compared.
private final class Reference {
    private var samples: [Float]?

    func first(_ heard: [Float]) -> [Float] {
        samples = samples ?? heard
        return samples ?? heard
    }
}

/// The sample layout of a raw recording.
struct SampleLayout {
    /// ALSA's name of the format.
    let name: String
    /// The bytes per sample.
    private let bytes: Int
    /// The significant bits; nil for floats.
    private let bits: Int?

    static let float = SampleLayout(name: "FLOAT_LE", bytes: 4, bits: nil)
    static let int32 = SampleLayout(name: "S32_LE", bytes: 4, bits: 32)
    static let int24 = SampleLayout(name: "S24_LE", bytes: 4, bits: 24)
    static let packed24 = SampleLayout(name: "S24_3LE", bytes: 3, bits: 24)
    static let int16 = SampleLayout(name: "S16_LE", bytes: 2, bits: 16)

    /// The difference between two neighbouring integer values, at least that of 24-bit samples; 0 for floats.
    var step: Float { bits.map { Float(1) / Float(1 << min(23, $0 - 1)) } ?? 0 }

    /// Returns the left channel of a recording.
    func samples(_ recording: [UInt8]) -> [Float] {
        stride(from: 0, to: recording.count - 2 * bytes + 1, by: 2 * bytes).map { place in
            let word = (0..<bytes).reduce(UInt32(0)) { $0 | UInt32(recording[place + $1]) << UInt32(8 * $1) }
            guard let bits else { return Float(bitPattern: word) }
            // The sign is in the highest significant bit.
            return Float(Int32(bitPattern: word << UInt32(32 - bits))) / 2_147_483_648
        }
    }
}
