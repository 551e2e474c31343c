import ThudHapticFormats
import ThudPatterns

/// Reads a file of a format, exercises the pattern, writes it and reads the result. The written file must be valid,
/// though it may hold less.
///
/// - Returns: the pattern; nil if the file was refused.
@discardableResult
public func fuzz(_ format: PatternFormat, _ bytes: [UInt8]) -> HapticPattern? {
    let file = "fuzz.\(format.fileExtension)"
    guard let read = reading(file, try format.read(bytes, file: file)) else { return nil }
    for diagnostic in read.diagnostics { requireSentence(diagnostic.source, file: file) }
    exercise(read.pattern)
    let written = format.write(read.pattern)
    guard let again = reading(file, try format.read(written.bytes, file: file)) else {
        fatalError("what was written is refused: \(written.text)")
    }
    exercise(again.pattern)
    return read.pattern
}

/// Evaluates a pattern, and renders it if it is short.
public func exercise(_ pattern: HapticPattern) {
    require(pattern.duration.isFinite && pattern.duration >= 0, "a duration of \(pattern.duration)")
    guard pattern.events.count <= 64 else { return }
    let evaluation = HapticEvaluation(pattern)
    for time in pattern.events.prefix(8).map(\.time) + [0, pattern.duration / 2] {
        require((0...1).contains(evaluation.intensity(at: time)), "intensity out of range at \(time)")
        require((0...1).contains(evaluation.sharpness(at: time) ?? 0), "sharpness out of range at \(time)")
    }
    guard pattern.duration <= 0.5 else { return }
    let renderer = HapticRenderer(sampleRate: 8_000)
    for rendering in [Rendering.drive, .heard] {
        let samples = renderer.render(pattern, as: rendering)
        require(samples.allSatisfy { abs($0) <= 1 }, "a sample beyond full scale, or none")
    }
}
