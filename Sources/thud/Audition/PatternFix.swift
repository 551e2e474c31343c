import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Repairs pattern files: values are brought within their limits, unknown members are removed, and AHAP curves get no
/// more points than Apple's loader takes. Duplicate events, haptic events of intensity 0 and commas after a last
/// element are dropped.
///
/// In JSON only the text that must change is replaced, if that repairs as much as writing the file again. The old file
/// is kept under its name with `~`. A file stays unchanged if this would repair nothing, or if its format could not
/// hold everything that was read. Entries of an AHAP file that cannot be read stay as they are.
enum PatternFix {
    static func run(_ subjects: [AuditionSubject]) throws(ThudError) {
        var files = 0
        var failure: ThudError?
        for subject in subjects {
            guard case .file(let path, let format) = subject.source else { continue }
            files += 1
            do throws(ThudError) { try mend(path, format) } catch { failure = failure ?? error }
        }
        guard files > 0 else { throw ThudError(.usage, "--fix needs a file") }
        if let failure { throw failure }
    }

    /// - Throws: `ThudError` if the repaired file or the backup cannot be written.
    private static func mend(_ path: String, _ format: PatternFormat) throws(ThudError) {
        let old = (try? SourceFile.read(path)) ?? []
        let format = format.held(by: old)
        guard format != .feedbackd else {
            return Console.remark("\(path) is unchanged, because a theme holds more than the vibration that is read")
        }
        let unread = format == .ahap ? unreadable(old, path) : []
        let text = blanked(old, unread)
        let inspection = format.inspect(text, file: path)
        guard case .success(let pattern) = inspection.pattern else {
            // The lint that follows reports the error itself.
            return Console.remark("\(path) is unchanged, because it cannot be read as a pattern")
        }
        // Of AHAP alone another form is a repair: long curves are split.
        let export = format.write(mended(pattern), like: format == .ahap ? nil : text)
        let left = format.lint(export.bytes, file: path)
        let fixed = inspection.diagnostics.count - left.count
        guard fixed > 0 else {
            if !unread.isEmpty { Console.remark("\(path) is unchanged: what can be read needs no repair") }
            return
        }
        guard export.losses.isEmpty else {
            let losses = export.losses.joined(separator: "; ")
            return Console.remark("\(path) is unchanged, because a repair would lose something: \(losses)")
        }
        let patch = patch(from: text, to: export.bytes, path, format, left.count)
        let whole = unread.isEmpty ? export.bytes : nil
        let patched = patch.flatMap { spares(unread, $0) ? $0.applied(to: old)?.text : nil }
        guard let new = patched.map(withoutExtraCommas) ?? whole else {
            return Console.remark("\(path) is unchanged, because a repair would change what cannot be read")
        }
        let backup = freeBackup(of: path)
        // The backup is for those who may read the file.
        try SourceFile.write(old, to: backup, mode: SourceFile.permissions(of: path) ?? 0o600)
        try SourceFile.write(new, to: path)
        let remaining = left.isEmpty ? "" : ", \(Count.of(left.count, "other")) left"
        let errors = unread.isEmpty ? "" : ", \(Count.of(unread.count, "entry", "entries")) not readable"
        Console.remark(
            "Repaired \(path): \(Count.of(fixed, "problem")) fixed\(remaining)\(errors); the old file is \(backup)")
    }

    /// Returns the first of `FILE~`, `FILE~2`, `FILE~3` and so on that is not there, so that no backup is lost.
    private static func freeBackup(of path: String) -> String {
        var names = ["\(path)~"]
        while let name = names.last, SourceFile.exists(name) { names.append("\(path)~\(names.count + 1)") }
        return names[names.count - 1]
    }

    /// Returns the smallest changes to a text after which it means the same as another; nil if it is no JSON, or has
    /// more problems then than the other.
    private static func patch(
        from old: [UInt8], to new: [UInt8], _ path: String, _ format: PatternFormat, _ problems: Int
    ) -> TextPatch? {
        // Formats round what they write. That alone is no repair.
        guard let values = try? [old, new].map({ try JSONNode.parse($0, options: .lenient).value.rounded }),
            let patch = try? JSONPatch.between(values[0], values[1], in: old)
        else { return nil }
        func mended(by patch: TextPatch) -> HapticPattern? {
            guard let text = patch.applied(to: old)?.text else { return nil }
            let inspection = format.inspect(withoutExtraCommas(text), file: path)
            return inspection.diagnostics.count <= problems ? try? inspection.pattern.get() : nil
        }
        guard let wanted = mended(by: patch) else { return nil }
        // A member that the format omits or adds may repair nothing: all of one name change, or none.
        func name(_ change: TextPatch.Change) -> ArraySlice<UInt8>? {
            guard change.text.isEmpty || change.range.isEmpty else { return nil }
            return (change.text.isEmpty ? old[change.range] : change.text[...]).prefix { $0 != UInt8(ascii: ":") }
        }
        return Set(patch.changes.compactMap(name)).reduce(patch) { patch, spared in
            let fewer = TextPatch(patch.changes.filter { name($0) != spared })
            return mended(by: fewer) == wanted ? fewer : patch
        }
    }

    /// Returns a JSON text without commas after a last element or member, which strict readers refuse.
    private static func withoutExtraCommas(_ text: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        /// The place of a comma after which nothing but spaces has come.
        var comma: Int?
        var (isQuoted, isEscaped) = (false, false)
        for byte in text {
            if !isQuoted, let place = comma, !spaces.contains(byte) {
                if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { kept.remove(at: place) }
                comma = nil
            }
            if !isQuoted, byte == UInt8(ascii: ",") { comma = kept.count }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
            kept.append(byte)
        }
        return kept
    }

    // MARK: Entries that cannot be read

    /// Returns the bytes of the entries that make the file unreadable, each alone.
    private static func unreadable(_ text: [UInt8], _ path: String) -> [Range<Int>] {
        guard case .failure = AHAP.inspect(text, file: path).pattern else { return [] }
        let entries = (try? JSONPatch.elements(of: "Pattern", in: text)) ?? []
        return entries.filter { entry in
            let alone = Array("{\"Pattern\": [".utf8) + text[entry] + Array("]}".utf8)
            return (try? AHAP.inspect(alone, file: path).pattern.get()) == nil
        }
    }

    /// Returns a text of the same length with spaces instead of some entries, each with a comma beside it.
    private static func blanked(_ text: [UInt8], _ entries: [Range<Int>]) -> [UInt8] {
        var blanked = text
        for entry in entries {
            for place in entry { blanked[place] = UInt8(ascii: " ") }
            let next = blanked[entry.upperBound...].firstIndex { !spaces.contains($0) }
            let last = blanked[..<entry.lowerBound].lastIndex { !spaces.contains($0) }
            let comma = [next, last].compactMap(\.self).first { blanked[$0] == UInt8(ascii: ",") }
            if let comma { blanked[comma] = UInt8(ascii: " ") }
        }
        return blanked
    }

    private static let spaces = Array(" \t\r\n".utf8)

    /// Returns whether no change touches one of the ranges.
    private static func spares(_ ranges: [Range<Int>], _ patch: TextPatch) -> Bool {
        patch.changes.allSatisfy { change in !ranges.contains { $0.overlaps(change.range) } }
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

extension JSONValue {
    /// The value with six decimals of each number.
    fileprivate var rounded: JSONValue {
        switch self {
        case .number(let number): .number(number.rounded(decimals: 6))
        case .array(let elements): .array(elements.map(\.rounded))
        case .object(let members): .object(members.map { Member($0.name, $0.value.rounded) })
        default: self
        }
    }
}
