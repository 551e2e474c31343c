import ThudAudioToHaptics
import ThudCore
import ThudFeedback
import ThudPatternRendering
import ThudPatternView
import ThudPatterns
import ThudSoundFiles

/// What `thud edit` adds to an audition: an editor, a cursor, and the sound beside the pattern.
struct EditDesk {
    var editor: PatternEditor
    private(set) var pattern = HapticPattern()
    private(set) var items: [PatternItem] = []
    var cursor = EditCursor()
    /// The first key that is explained in place of the pattern; nil if none is.
    var firstExplained: Int?
    /// Whether the whole pattern or the marked range plays, rather than what surrounds an edit.
    var playsAll = true
    /// Whether an edit has not been heard yet.
    var isEdited = false
    /// Whether the last key could not save the file, so that a second attempt to leave succeeds.
    var leavesUnsaved = false
    /// The onsets, and the events of the sounds in which they were found.
    private var found: (events: [HapticEvent], onsets: [Double])?
    /// The sound file that has the name of the pattern; nil if there is none, or only with silence for the ears.
    private var sibling: String?

    /// The shortest time axis, in seconds, so that there is room to add something.
    private static let leastSeconds = 0.5
    /// What is heard before and after an edit, in seconds.
    private static let surroundings = (before: 0.1, after: 0.3)

    init(_ editor: PatternEditor) throws(ThudError) {
        self.editor = editor
        sibling = Self.sibling(of: editor.path)
        try follow(nil)
    }

    /// Follows the editor after a change.
    mutating func follow(_ plan: EditCursor.Plan?) throws(ThudError) {
        pattern = try editor.pattern()
        items = try editor.parts().items
        cursor.follow(plan, among: items)
    }

    // MARK: The sound

    /// Returns the pattern with the sound file that is named like it, if it names no sound itself.
    func besideSound(_ loaded: AuditionSubject.Loaded) -> AuditionSubject.Loaded {
        guard loaded.pattern.events.allSatisfy(\.kind.isHaptic), let path = sibling else { return loaded }
        var accompanied = loaded
        var sound = HapticEvent(.audioCustom)
        sound.waveformPath = path
        accompanied.pattern.events.append(sound)
        return accompanied
    }

    private static func sibling(of path: String) -> String? {
        let base = SourceFile.withoutEnding(SourceFile.name(of: path))
        return CueFolder.soundEndings.map { base + $0 }.first { name in
            let sound = "\(SourceFile.folder(of: path))/\(name)"
            guard SourceFile.exists(sound) else { return false }
            // A pattern without a sound, converted to a sound file, is silent but for the drive signal. Of a file that
            // cannot be read, playing it says why.
            let channels = (try? SoundFile.read(sound))?.heardChannels
            return channels?.contains { $0.contains { abs($0) > 0.001 } } ?? true
        }
    }

    /// Returns the sounds of a pattern alone; nil if it has none.
    static func sound(of pattern: HapticPattern, _ sounds: PatternSounds, sampleRate: Int) -> Sound? {
        let buffer = Rendition.sounds(of: pattern, sounds, sampleRate: sampleRate)
        return buffer.left.isEmpty ? nil : Sound(sampleRate: sampleRate, channels: [buffer.left, buffer.right])
    }

    /// Returns the onsets of the pattern's sounds, in seconds. They are found again only if the sounds change.
    mutating func onsets(of pattern: HapticPattern, _ sounds: PatternSounds, sampleRate: Int) -> [Double] {
        let events = pattern.events.filter { !$0.kind.isHaptic }
        if let found, found.events == events { return found.onsets }
        let sound = Self.sound(of: pattern, sounds, sampleRate: sampleRate)
        let onsets = sound.map { SoundTranscription($0).onsets.map(\.time) } ?? []
        found = (events, onsets)
        return onsets
    }

    mutating func forgetSounds() { (found, sibling) = (nil, Self.sibling(of: editor.path)) }

    /// The onsets, once they were found, and which of them have a tap.
    var onsetMarks: [OnsetMark] {
        let taps = items.filter { $0.name.kind == .tap }.map(\.name.time)
        return (found?.onsets ?? []).map { onset in
            OnsetMark(time: onset, isTap: taps.contains { abs($0 - onset) < 0.001 })
        }
    }

    // MARK: The view

    /// The length of the time axis at least, in seconds.
    func axis(_ pattern: HapticPattern) -> Double {
        max(Self.leastSeconds, 1.1 * pattern.duration, cursor.time, cursor.range?.upperBound ?? 0)
    }

    /// The part that lets an edit be heard, in seconds.
    var heardPart: ClosedRange<Double> {
        let start = cursor.range?.lowerBound ?? cursor.time
        let end = cursor.range?.upperBound ?? start + (cursor.item?.duration ?? 0)
        return max(0, start - Self.surroundings.before)...(end + Self.surroundings.after)
    }

    var choice: String {
        let seconds = { (time: Double) in "\(Decimals.short(time, atMost: 6)) s" }
        if let range = cursor.range { return "range of \(seconds(range.lowerBound)) to \(seconds(range.upperBound))" }
        let start = cursor.mark.map { "   range begins at \(seconds($0))" } ?? ""
        guard let item = cursor.item else { return "cursor at \(seconds(cursor.time))" + start }
        var words = ["\(item.name.kind.title) at \(seconds(item.name.time))"]
        words.append("\(item.name.kind.levelName) \(Decimals.fixed(item.level, 2))")
        if let sharpness = item.sharpness { words.append("sharpness \(Decimals.fixed(sharpness, 2))") }
        if let duration = item.duration { words.append("length \(seconds(duration))") }
        return words.joined(separator: "   ") + start
    }

    /// The number of edits, whether they are saved, and what the format could not hold of them.
    var status: [String] {
        let losses = editor.losses.isEmpty ? [] : [Count.of(editor.losses.count, "loss", "losses")]
        return [Count.of(editor.undoCount, "edit"), editor.isSaved ? "saved" : "not saved"] + losses
    }

    /// Returns the marks of a timeline with some columns: the cursor, the range, what is chosen, and the points of
    /// curves if there is room for them.
    func marks(columns: Int) -> EditMarks {
        var marks = EditMarks(cursor: cursor.time)
        marks.range = cursor.range
        let points = items.filter { $0.name.kind.curve != nil }
        let shown = points.count <= columns / 4 ? points : []
        marks.points = shown.map { mark($0, isChosen: false) }
        if let item = cursor.item { marks.points.append(mark(item, isChosen: true)) }
        return marks
    }

    private func mark(_ item: PatternItem, isChosen: Bool) -> EditMarks.Mark {
        let isSharpness = item.name.kind == .sharpness
        return EditMarks.Mark(
            time: item.name.time, height: isSharpness ? (item.level + 1) / 2 : item.level, isSharpness: isSharpness,
            isChosen: isChosen)
    }
}

extension ItemName.Kind {
    fileprivate var title: String { curve == nil ? rawValue : "\(rawValue) point" }

    fileprivate var levelName: String {
        switch self {
        case .tap, .vibration: "intensity"
        case .sound: "volume"
        case .intensity, .sharpness: "value"
        }
    }
}
