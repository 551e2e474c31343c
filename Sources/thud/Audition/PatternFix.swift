import ThudCore
import ThudHapticFormats
import ThudHaptics

/// Mends in files what a rule can mend: a file is written anew as it was read, so values are within their limits, unknown
/// members and commas too many are gone, and curves of AHAP have no more points than Apple's loader takes. Events that
/// stand twice, or have intensity 0, are left out.
enum PatternFix {
    /// Mends all files among some patterns.
    ///
    /// - Throws: `ThudError` where there is no file, or one cannot be read or written.
    static func run(_ subjects: [AuditionSubject]) throws(ThudError) {
        var files = 0
        for subject in subjects {
            guard case .file(let path, let format) = subject.source else { continue }
            files += 1
            let bytes = try SourceFile.read(path)
            let inspection = format.inspect(bytes, file: path)
            let pattern = try inspection.pattern.get()
            let isFaulty = inspection.diagnostics.contains { $0.disposition.severity < .style }
            guard isFaulty else { continue }
            let export = format.write(mended(pattern))
            for loss in export.losses { Console.remark("\(path): \(loss)") }
            try SourceFile.write(Array(export.text.utf8), to: path)
            Console.remark("Mended \(path)")
        }
        guard files > 0 else { throw ThudError(.usage, "--fix needs a file") }
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
