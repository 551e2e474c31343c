import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Reads a text in a format.
func read(_ text: String, _ format: PatternFormat) throws(ThudError) -> PatternImport {
    try format.read(Array(text.utf8), file: "a.\(format.fileExtension)")
}

/// Reads a written file back.
func read(_ export: PatternExport, _ format: PatternFormat) throws(ThudError) -> PatternImport {
    try format.read(export.bytes, file: "a.\(format.fileExtension)")
}

/// Returns the diagnostics of a text, except style.
func lint(_ text: String, _ format: PatternFormat) -> [String] { lint(Array(text.utf8), format) }

/// Returns the diagnostics of a file, except style.
func lint(_ bytes: [UInt8], _ format: PatternFormat) -> [String] {
    format.lint(bytes, file: "a.\(format.fileExtension)").filter { $0.disposition.severity < .style }
        .map(\.description)
}

/// Returns the envelope of a pattern's drive signal: the root mean square of each 40 ms. It ignores the phase of the
/// wave, which no format holds.
func driveEnvelope(_ pattern: HapticPattern) -> [Double] {
    let samples = HapticRenderer(sampleRate: 8_000).drive(pattern)
    return stride(from: 0, to: samples.count, by: 320).map { first in
        var (energy, index) = (0.0, first)
        // Unoptimised, a loop over a range takes several times as long.
        while index < min(first + 320, samples.count) {
            energy += Double(samples[index]) * Double(samples[index])
            index += 1
        }
        return (energy / 320).squareRoot()
    }
}

/// Returns the root of the energy of the difference between two envelopes, as a fraction of the first one's energy.
func difference(_ first: HapticPattern, _ second: HapticPattern) -> Double {
    let (one, other) = (driveEnvelope(first), driveEnvelope(second))
    var squares = 0.0
    for index in 0..<max(one.count, other.count) {
        let left = index < one.count ? one[index] : 0
        let right = index < other.count ? other[index] : 0
        squares += (left - right) * (left - right)
    }
    let whole = one.reduce(0) { $0 + $1 * $1 }
    return whole > 0 ? (squares / whole).squareRoot() : squares.squareRoot()
}

/// Returns a pattern as an author might compose it: taps, vibrations with envelopes, steps and curves.
func composed(_ seed: UInt64, overlapping: Bool) -> HapticPattern {
    var dice = SeededGenerator(seed: seed)
    func value() -> Double { Double.random(in: 0.1...1, using: &dice) }
    var pattern = HapticPattern()
    var time = Double.random(in: 0...0.2, using: &dice)
    for _ in 0..<Int.random(in: 1...6, using: &dice) {
        let duration = Double.random(in: 0.05...0.6, using: &dice)
        var event = HapticEvent(.continuous, at: time, duration: duration, intensity: value(), sharpness: value())
        if Bool.random(using: &dice) { event.attackTime = Double.random(in: 0...0.5, using: &dice) }
        if Bool.random(using: &dice) { event.releaseTime = Double.random(in: 0...0.4, using: &dice) }
        if Int.random(in: 0..<4, using: &dice) == 0 {
            event.isSustained = false
            event.decayTime = Double.random(in: 0.3...0.8, using: &dice)
        }
        pattern.events.append(event)
        time += overlapping ? duration * 0.6 : duration + 1.2
        let tap = Double.random(in: 0...time, using: &dice)
        pattern.events.append(HapticEvent(.transient, at: tap, intensity: value(), sharpness: value()))
    }
    for id in [DynamicParameterID.hapticIntensity, .hapticSharpness] where Bool.random(using: &dice) {
        let points = (0..<6).map { ParameterCurve.Point(time: Double($0) * time / 8, value: value()) }
        pattern.curves.append(ParameterCurve(id, at: 0.05, points: points))
        if Bool.random(using: &dice) { pattern.parameters.append(DynamicParameter(id, at: time * 0.8, value: value())) }
    }
    return pattern
}

/// Returns the first different lines of two files, or the first different byte of binary ones; nil if they are equal.
func firstDifference(_ one: PatternExport, _ other: PatternExport) -> String? {
    if one.bytes == other.bytes { return nil }
    guard String(validating: one.bytes, as: UTF8.self) != nil else {
        let byte = zip(one.bytes, other.bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        return "byte \(byte ?? 0) of \(one.bytes.count) and \(other.bytes.count)"
    }
    return firstDifference(one.text, other.text)
}

/// Returns the first different lines of two texts; nil if they are equal.
func firstDifference(_ first: String, _ second: String) -> String? {
    if first == second { return nil }
    let (one, other) = (first.split(separator: "\n"), second.split(separator: "\n"))
    let index =
        zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(one.count, other.count)
    let left = index < one.count ? one[index] : "the end"
    let right = index < other.count ? other[index] : "the end"
    return "line \(index + 1) of \(one.count) and \(other.count): \(left) became \(right)"
}
