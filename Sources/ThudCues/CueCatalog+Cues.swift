public import ThudCore
import ThudPatterns

extension CueCatalog {
    /// Returns the cues of a game by full name (`kape/correct`, `pocket/step/swipe-up`) from the catalog's patterns.
    ///
    /// A cue with variants is not itself included. The pattern of a `hold` has at most one `HapticContinuous` and one
    /// `AudioCustom`, both at time 0. Its steps and curves may only change intensity, sharpness, volume and pitch. The
    /// pattern of a `loop` has at least one event.
    ///
    /// - Parameters:
    ///   - patterns: The bytes of each `.ahap` file by the cue's name within the game (`correct`). A pattern that the
    ///     catalog does not name becomes a cue without a flash.
    ///   - sounds: The names of the sound files beside them, sorted. Each that no pattern names is a cue as well.
    ///   - broken: Called with the error of each cue that has no pattern, whose pattern cannot be read, or cannot last
    ///     as its entry says. It throws the error, or leaves that cue out.
    /// - Throws: What `broken` throws.
    public func cues(
        patterns: [String: [UInt8]], sounds: [String] = [],
        broken: (ThudError) throws(ThudError) -> Void = { error throws(ThudError) in throw error }
    ) throws(ThudError) -> [String: Cue] {
        let folder = SourceFile.folder(of: file)
        let bare = Dictionary(
            sounds.map { (SourceFile.withoutEnding($0), $0) }, uniquingKeysWith: { first, _ in first })
        let named = Set(entries.map(\.name))
        // Sorted by name, so that if several files are broken, the same one is always reported.
        let unnamed = patterns.keys.filter { !named.contains($0) }.sorted().map { name in
            Entry(cue: Cue(name: name, pattern: HapticPattern()), variants: [], line: 0, column: 0, path: "")
        }
        var cues: [String: Cue] = [:]
        for entry in entries + unnamed {
            do throws(ThudError) {
                let pattern = try pattern(of: entry, patterns[entry.name], orPlaying: bare[entry.name], in: folder)
                for cue in self.cues(of: entry, pattern) { cues[cue.name] = cue }
            } catch {
                try broken(error)
            }
        }
        let used = Set(cues.values.flatMap(\.pattern.soundPaths))
        for (name, sound) in bare where patterns[name] == nil && !named.contains(name) && !used.contains(sound) {
            cues["\(game)/\(name)"] = Cue(name: "\(game)/\(name)", pattern: .playing(sound), yields: yields)
        }
        return cues
    }

    private func pattern(
        of entry: Entry, _ bytes: [UInt8]?, orPlaying sound: String?, in folder: String
    ) throws(ThudError) -> HapticPattern {
        let path = "\(folder)/\(entry.name).ahap"
        let designed = try bytes.map { bytes throws(ThudError) in try AHAP.read(bytes, file: path) }
        guard let pattern = designed ?? sound.map(HapticPattern.playing) else {
            throw error("the pattern \(path) is missing; add it or remove the cue", at: entry)
        }
        if let lasts = entry.cue.lasts, let obstacle = lasts.obstacle(in: pattern) {
            throw error("\(path) cannot be a \(lasts.rawValue): \(obstacle)", at: entry)
        }
        return pattern
    }

    private func cues(of entry: Entry, _ pattern: HapticPattern) -> [Cue] {
        func cue(_ name: String, _ pattern: HapticPattern, _ flash: Flash?) -> Cue {
            Cue(
                name: "\(game)/\(name)", pattern: pattern, flash: flash, loudness: entry.cue.loudness,
                priority: entry.cue.priority, confetti: entry.cue.confetti, lasts: entry.cue.lasts, yields: yields,
                sounds: entry.cue.sounds)
        }
        if entry.variants.isEmpty { return [cue(entry.name, pattern, entry.cue.flash)] }
        return entry.variants.map {
            cue("\(entry.name)/\($0.name)", pattern.changed(by: $0.changes), $0.flash ?? entry.cue.flash)
        }
    }

    private func error(_ message: String, at entry: Entry) -> ThudError {
        ThudError(file: file, line: entry.line, column: entry.column, path: entry.path, message: message)
    }
}

extension Cue.Lasting {
    /// Returns why a pattern cannot last in this way, as half a sentence; nil if it can.
    fileprivate func obstacle(in pattern: HapticPattern) -> String? {
        let events = pattern.events
        guard !events.isEmpty else { return "it has no event" }
        guard self == .hold else { return nil }
        if events.contains(where: { $0.kind == .transient }) {
            return "a hold cannot have a HapticTransient, because a tap ends by itself"
        }
        if events.contains(where: { $0.kind == .audioContinuous }) {
            return "a hold cannot have an AudioContinuous; use an AudioCustom"
        }
        for kind in [HapticEvent.Kind.continuous, .audioCustom] where events.filter({ $0.kind == kind }).count > 1 {
            return "a hold has at most one \(kind.rawValue)"
        }
        if events.contains(where: { $0.time != 0 }) { return "the events of a hold begin at time 0" }
        let turned: [DynamicParameterID] = [.hapticIntensity, .hapticSharpness, .audioVolume, .audioPitch]
        for id in pattern.parameters.map(\.id) + pattern.curves.map(\.id) where !turned.contains(id) {
            return "a hold has no \(id.rawValue), because only intensity, sharpness, volume and pitch can change"
        }
        for id in turned where pattern.track(of: id).map({ $0.points.count > Self.mostPoints }) ?? false {
            return "a hold has at most \(Self.mostPoints) points of \(id.rawValue); a step counts as two"
        }
        return nil
    }

    /// The most points that a control of a hold can have in its pattern, which leaves room for those of live turns.
    private static var mostPoints: Int { 24 }
}

extension HapticPattern {
    /// Returns a pattern that plays one sound from time 0, without haptics.
    package static func playing(_ sound: String) -> HapticPattern {
        var event = HapticEvent(.audioCustom)
        event.waveformPath = sound
        return HapticPattern([event])
    }
}
