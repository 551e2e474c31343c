public import ThudCore

/// A recording of motion samples, as a CSV file keeps it.
///
/// The first line that is not a comment is the header `seconds,ax,ay,az,gx,gy,gz`; then one sample a line: seconds from
/// the start of the recording, acceleration in g, rotation rate in rad/s, along the axes of `MotionSample`. Lines that
/// begin with `#` and empty lines mean nothing. `nan` and `inf` are read as what they say, since sensors do say so and a
/// detector must bear it; only the time has to be a number. Times may go backwards, for the same reason.
public struct MotionTrace: Hashable, Sendable {
    /// The first line of a file.
    public static let header = "seconds,ax,ay,az,gx,gy,gz"
    /// The most samples a trace may hold: above two and a half hours at 100 Hz.
    public static let mostSamples = 1_000_000
    /// The latest time in seconds, either side of the start: a day.
    public static let longest = 86_400.0

    /// The samples; their instants count from zero.
    public var samples: [MotionSample]

    /// A trace of `samples`, whose instants count from zero.
    public init(samples: [MotionSample]) { self.samples = samples }

    /// Reads the text of a file; `file` is what errors call it.
    public init(csv text: String, file: String) throws(MotionTraceError) {
        samples = []
        var hasHeader = false
        var number = 0
        for rawLine in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = Self.trimmed(rawLine)
            number += 1
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard hasHeader else {
                guard line == Self.header else {
                    throw MotionTraceError(
                        file: file, line: number,
                        reason: "expected the header `\(Self.header)`, found `\(line.prefix(60))`")
                }
                hasHeader = true
                continue
            }
            guard samples.count < Self.mostSamples else {
                throw MotionTraceError(
                    file: file, line: number, reason: "more than \(Self.mostSamples) samples; split the recording")
            }
            do throws(Reason) {
                samples.append(try Self.sample(from: line))
            } catch {
                throw MotionTraceError(file: file, line: number, reason: error.text)
            }
        }
        guard !samples.isEmpty else {
            throw MotionTraceError(
                file: file, line: number,
                reason: hasHeader ? "no samples after the header" : "no header; begin with `\(Self.header)`")
        }
    }

    /// The text of a file with these samples, which reads back to the same.
    public var csv: String {
        var text = Self.header + "\n"
        for sample in samples {
            let (a, g) = (sample.acceleration, sample.rotationRate)
            let seconds = (sample.instant - Instant(nanoseconds: 0)).seconds
            text += "\(seconds),\(a.x),\(a.y),\(a.z),\(g.x),\(g.y),\(g.z)\n"
        }
        return text
    }

    /// The samples as they come when the recording is replayed from `start` on.
    public func replay(from start: Instant) -> some Sequence<MotionSample> {
        samples.lazy.map { sample in
            var moved = sample
            moved.instant = start + (sample.instant - Instant(nanoseconds: 0))
            return moved
        }
    }

    private struct Reason: Error {
        var text: String
    }

    private static func sample(from line: Substring) throws(Reason) -> MotionSample {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 7 else {
            throw Reason(text: "expected 7 numbers separated by commas, found \(fields.count) fields")
        }
        var numbers: [Double] = []
        for (field, name) in zip(fields, header.split(separator: ",")) {
            guard let number = Double(trimmed(field)) else {
                throw Reason(text: "`\(field.prefix(40))` is not a number (\(name))")
            }
            numbers.append(number)
        }
        guard abs(numbers[0]) <= longest else {
            throw Reason(text: "the time must be within a day of the start, in seconds; found \(fields[0].prefix(40))")
        }
        return MotionSample(
            instant: Instant(nanoseconds: 0) + .seconds(numbers[0]),
            acceleration: SIMD3(numbers[1], numbers[2], numbers[3]),
            rotationRate: SIMD3(numbers[4], numbers[5], numbers[6]))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
