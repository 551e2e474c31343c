import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Repairs pattern files by writing each again as it was read. Values are then within their limits, unknown members
/// and extra commas are gone, and AHAP curves have no more points than Apple's loader takes. Duplicate events and
/// haptic events of intensity 0 are dropped.
///
/// A file stays unchanged if this would repair nothing, or if its format could not hold everything that was read.
enum PatternFix {
    /// Repairs all files among the subjects.
    static func run(_ subjects: [AuditionSubject]) throws(ThudError) {
        var files = 0
        for subject in subjects {
            guard case .file(let path, let format) = subject.source else { continue }
            files += 1
            try mend(path, format)
        }
        guard files > 0 else { throw ThudError(.usage, "--fix needs a file") }
    }

    private static func mend(_ path: String, _ format: PatternFormat) throws(ThudError) {
        let inspection = format.inspect(try SourceFile.read(path), file: path)
        let export = format.write(mended(try inspection.pattern.get()))
        let left = format.lint(export.bytes, file: path).count
        guard left < inspection.diagnostics.count else { return }
        guard export.losses.isEmpty else {
            let losses = export.losses.joined(separator: "; ")
            return Console.remark("\(path) is unchanged, because a repair would lose something: \(losses)")
        }
        try SourceFile.write(export.bytes, to: path)
        Console.remark("Repaired \(path): \(Count.of(inspection.diagnostics.count - left, "problem")) fixed")
    }

    private static func mended(_ pattern: HapticPattern) -> HapticPattern {
        var seen: Set<HapticEvent> = []
        var mended = pattern
        mended.events = pattern.events.filter { event in
            if event.kind.isHaptic, event.intensity == 0 { return false }
            return seen.insert(event).inserted
        }
        mended.curves = pattern.curves.filter { !$0.points.isEmpty }
        return mended
    }
}
