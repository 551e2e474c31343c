import ArgumentParser
import ThudAudioToHaptics
import ThudCore
import ThudHapticFormats
import ThudPatterns

/// How a sound becomes a pattern. Every option is nil unless typed, so that --again can tell which values to take from
/// the file of an earlier conversion.
struct SoundToHapticOptions: ParsableArguments {
    @Option("How new a moment must be for a tap, 0.05 to 0.95 (0.3); a smaller value finds softer onsets.", number: "x")
    var onsets: TypedNumber<Double>?

    @Option("Leave out what is weaker than this intensity, 0.01 to 1 (0.1).", number: "x")
    var quietest: TypedNumber<Double>?

    @Option(
        "What has intensity 1: the loudest moment (default), or a sine at full scale, so that sounds stay in "
            + "proportion.", value: "loudest|full-scale")
    var reference: TranscriptionOptions.Reference?

    @Option("How far curves may differ from the sound's envelope, 0.01 to 1 (0.03).", number: "x")
    var tolerance: TypedNumber<Double>?

    @Option("Most control points a second, 4 to 1000 (60); the tolerance grows if need be.", number: "n")
    var points: TypedNumber<Double>?

    @Option("Shortest distance of two taps, 30 to 10000 ms (30).", number: "ms") var minGap: TypedNumber<Double>?

    @Option("Average the envelope over this time, 0 to 1000 ms (100).", number: "ms") var smooth: TypedNumber<Double>?

    @Option("Sharpness of the darkest and the brightest moment, low to high within 0..1 (0..1).", number: "low..high")
    var sharpness: TypedRange?

    @Flag(help: "Write only taps, without vibration.")
    var tapsOnly = false

    @Flag(help: "Write no taps; the vibration follows the attacks.")
    var noTaps = false

    @Option("Use only these frequencies of the sound, low to high in hertz, within 10..24000.", number: "low..high")
    var band: TypedRange?

    @Flag(help: "Use the settings stored in the output file by an earlier conversion; typed ones take precedence.")
    var again = false

    /// Refuses values outside their ranges, and options that have no effect on these files.
    func check(isSound: Bool, input: String, output: PatternFormat?) throws(ValidationError) {
        if !isSound { try Usage.refuse(uses, "needs a sound to convert, not \(input)") }
        try onsets?.check(TranscriptionOptions.noveltyRange, "--onsets takes a number from 0.05 to 0.95")
        try quietest?.check(TranscriptionOptions.quietestRange, "--quietest takes a number from 0.01 to 1")
        try tolerance?.check(TranscriptionOptions.toleranceRange, "--tolerance takes a number from 0.01 to 1")
        try points?.check(TranscriptionOptions.pointsRange, "--points takes a number from 4 to 1000")
        try minGap?.check(30...10_000, "--min-gap takes 30 to 10000 ms")
        try smooth?.check(0...1_000, "--smooth takes 0 to 1000 ms")
        try sharpness?.check(0...1, "--sharpness takes two numbers within 0..1, such as 0.2..0.8")
        try band?.check(TranscriptionOptions.bandRange, "--band takes two numbers within 10..24000 Hz, such as 40..400")
        try Usage.require(!(tapsOnly && noTaps), "choose --taps-only or --no-taps, not both")
        try Usage.require(
            !again || output.map(Self.holdsSettings) ?? false,
            "--again needs one output file that holds settings: .ahap, .haptic, .hjif, .hmpg, .he or HarmonyOS' .json")
    }

    /// Returns the settings and the line that stores them.
    /// - Throws: `ThudError` if --again is given and the output holds no settings.
    func settings(for output: String?) throws -> SoundConversion.Settings {
        let stored = try again ? Self.stored(in: output ?? "") : .standard
        var merged = self
        for option in [\Self.onsets, \.quietest, \.tolerance, \.points, \.minGap, \.smooth] {
            merged[keyPath: option] = self[keyPath: option] ?? stored[keyPath: option]
        }
        merged.reference = reference ?? stored.reference
        merged.sharpness = sharpness ?? stored.sharpness
        merged.band = band ?? stored.band
        merged.tapsOnly = tapsOnly || stored.tapsOnly && !noTaps
        merged.noTaps = noTaps || stored.noTaps && !tapsOnly
        return merged.settings
    }

    /// The settings without those of an earlier conversion.
    var settings: SoundConversion.Settings {
        let numbers = numbers.flatMap { [$0.name, $0.text] }
        return (options, Self.sign + (numbers + flags).joined(separator: " "))
    }

    /// The options that differ from the defaults, as typed.
    var changed: [String] {
        let turned = zip(numbers, Self.standard.numbers).filter { $0.text != $1.text }.map(\.0)
        return turned.flatMap { [$0.name, $0.text] } + flags
    }

    /// Returns whether a format has a place for ``settings(for:)``'s line: a description.
    static func holdsSettings(_ format: PatternFormat) -> Bool {
        [.ahap, .haptic, .hjif, .hmpg, .he, .harmony].contains(format)
    }

    static var standard: Self {
        // An empty command line is always valid.
        do { return try parse([]) } catch { preconditionFailure("\(error)") }
    }

    private static let sign = "thud convert "

    /// Returns the options that an earlier conversion stored in a file.
    static func stored(in output: String) throws -> Self {
        guard let format = PatternFormat(path: output), SourceFile.exists(output) else {
            throw ThudError(.usage, "--again needs \(output) from an earlier conversion, and it does not exist")
        }
        let pattern = try format.read(SourceFile.read(output), file: output).pattern
        guard case .string(let line)? = pattern.metadata.first(where: { $0.name == "Description" })?.value,
            line.hasPrefix(sign),
            let stored = try? parse(line.dropFirst(sign.count).split(separator: " ").map(String.init)),
            (try? stored.check(isSound: true, input: output, output: format)) != nil
        else { throw ThudError(.usage, "\(output) holds no settings of a conversion; leave out --again") }
        return stored
    }

    private var options: TranscriptionOptions {
        TranscriptionOptions(
            reference: reference ?? .loudest, parts: tapsOnly ? .taps : noTaps ? .vibration : .tapsAndVibration,
            tolerance: tolerance?.value ?? .nan, quietest: quietest?.value ?? .nan, novelty: onsets?.value ?? .nan,
            points: points?.value ?? .nan, gap: (minGap?.value ?? .nan) / 1_000,
            smoothing: (smooth?.value ?? .nan) / 1_000, sharpness: sharpness?.value ?? 0...1, band: band?.value)
    }

    /// The options that take a value, as typed, with the defaults spelled out, so that a later Thud converts alike.
    private var numbers: [(name: String, text: String)] {
        let used = options
        return [
            ("--onsets", onsets?.text ?? "\(used.novelty)"), ("--quietest", quietest?.text ?? "\(used.quietest)"),
            ("--reference", used.reference.rawValue), ("--tolerance", tolerance?.text ?? "\(used.tolerance)"),
            ("--points", points?.text ?? Decimals.fixed(used.points, 0)),
            ("--min-gap", minGap?.text ?? Decimals.fixed(1_000 * used.gap, 0)),
            ("--smooth", smooth?.text ?? Decimals.fixed(1_000 * used.smoothing, 0)),
            ("--sharpness", sharpness?.text ?? "0..1"),
        ]
    }

    /// The options that have no default value.
    private var flags: [String] {
        (tapsOnly ? ["--taps-only"] : noTaps ? ["--no-taps"] : []) + (band.map { ["--band", $0.text] } ?? [])
    }

    private var uses: [OptionUse] {
        [
            ("--onsets", onsets != nil), ("--quietest", quietest != nil), ("--reference", reference != nil),
            ("--tolerance", tolerance != nil), ("--points", points != nil), ("--min-gap", minGap != nil),
            ("--smooth", smooth != nil), ("--sharpness", sharpness != nil), ("--taps-only", tapsOnly),
            ("--no-taps", noTaps), ("--band", band != nil), ("--again", again),
        ]
    }
}

/// An option's two numbers, `LOW..HIGH`, and the text as typed.
struct TypedRange: ExpressibleByArgument {
    let value: ClosedRange<Double>
    let text: String

    /// Parses decimal notation only, like ``TypedNumber``.
    init?(argument: String) {
        let ends = argument.split(separator: "..", omittingEmptySubsequences: false).map {
            TypedNumber<Double>(argument: String($0))?.value
        }
        guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high else { return nil }
        value = low...high
        text = argument
    }

    /// Refuses a range that is empty or not within `limits`.
    func check(_ limits: ClosedRange<Double>, _ sentence: String) throws(ValidationError) {
        try Usage.require(
            limits.contains(value.lowerBound) && limits.contains(value.upperBound), "\(sentence), not \(text)")
    }
}

extension TranscriptionOptions.Reference: ExpressibleByArgument {}
