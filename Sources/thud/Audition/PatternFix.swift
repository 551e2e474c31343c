import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Repairs pattern files: values are brought within their limits, unknown members are removed, and AHAP curves get no
/// more points than Apple's loader takes. Duplicate events and haptic events of intensity 0 are dropped.
///
/// In JSON only the text that must change is replaced, if that repairs as much as writing the file again. The old file
/// is kept under its name with `~`. A file stays unchanged if this would repair nothing, or if its format could not
/// hold everything that was read.
enum PatternFix {
    /// Repairs all files among the subjects.
    static func run(_ subjects: [AuditionSubject]) throws(ThudError) {
        var files = 0
        for subject in subjects {
            guard case .file(let path, let format) = subject.source else { continue }
            files += 1
            do throws(ThudError) {
                try mend(path, format)
            } catch {
                // The lint that follows reports the error itself.
                Console.remark("\(path) is unchanged, because it cannot be read as a pattern")
            }
        }
        guard files > 0 else { throw ThudError(.usage, "--fix needs a file") }
    }

    private static func mend(_ path: String, _ format: PatternFormat) throws(ThudError) {
        let old = try SourceFile.read(path)
        let inspection = format.inspect(old, file: path)
        let export = format.write(mended(try inspection.pattern.get()))
        let left = format.lint(export.bytes, file: path)
        guard left.count < inspection.diagnostics.count else { return }
        guard export.losses.isEmpty else {
            let losses = export.losses.joined(separator: "; ")
            return Console.remark("\(path) is unchanged, because a repair would lose something: \(losses)")
        }
        try SourceFile.write(old, to: path + "~")
        try SourceFile.write(patched(old, export.bytes, path, format, left.count) ?? export.bytes, to: path)
        let remaining = left.isEmpty ? "" : ", \(Count.of(left.count, "other")) left"
        Console.remark(
            "Repaired \(path): \(Count.of(inspection.diagnostics.count - left.count, "problem")) fixed\(remaining); "
                + "the old file is \(path)~")
    }

    /// Returns the old text with only the necessary changes; nil if it is no JSON, or has more problems then than the
    /// new text.
    private static func patched(
        _ old: [UInt8], _ new: [UInt8], _ path: String, _ format: PatternFormat, _ problems: Int
    ) -> [UInt8]? {
        guard let values = try? [old, new].map({ try JSONNode.parse($0, options: .lenient).value }),
            let text = try? JSONPatch.between(values[0], values[1], in: old).applied(to: old)?.text,
            format.lint(text, file: path).count <= problems
        else { return nil }
        return text
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
