import ThudCore
import ThudInput
import ThudPatternView
import ThudPatterns
import ThudTerminal

/// The keys and saves of `thud edit`, on the live view of `thud audition`.
extension ScreenAudition {
    /// Takes a key that edits; false if it belongs to the audition.
    func takeEdit(_ event: KeyEvent) -> Bool {
        guard desk != nil else { return false }
        guard let key = EditKey(event) else { return event.key != .character("r") }
        message = nil
        if key != .leave { desk?.leavesUnsaved = false }
        do {
            try carryOut(key)
        } catch {
            message = ("\(error)", true)
        }
        wantFrame()
        return true
    }

    private func carryOut(_ key: EditKey) throws {
        switch key {
        case .change(let change): try edit(change)
        case .undo: try step(isUndo: true)
        case .redo: try step(isUndo: false)
        case .choose(let direction):
            let items = desk?.items ?? []
            desk?.cursor.choose(direction, among: items)
        case .wander(let direction): wander(direction)
        case .onset(let direction):
            let onset = try EditCursor.onset(direction, from: desk?.cursor.time ?? 0, among: onsets())
            desk?.cursor.go(to: onset)
        case .mark: desk?.cursor.markRange()
        case .letGo:
            if desk?.firstExplained != nil {
                desk?.firstExplained = nil
            } else if desk?.cursor.letGo() == false {
                try leave()
            }
        case .save: try save()
        case .leave: try leave()
        case .play: playAllOrStop()
        case .loop:
            if !player.isSounding { playAll() }
            toggleLoop()
        case .explain:
            guard let first = desk?.firstExplained else {
                desk?.firstExplained = 0
                return
            }
            let room = AuditionView.keyRoom(of: terminal.output.size)
            desk?.firstExplained = EditKey.explained.nextPage(after: first, room: room)
        }
    }

    /// Moves the cursor by a column of the screen, to a whole millisecond if a column is longer.
    private func wander(_ direction: Int) {
        guard let desk, let chart else { return }
        let cell = chart.seconds / Double(max(1, chart.intensity.count / 2))
        let place = desk.cursor.time + Double(direction) * cell
        self.desk?.cursor.go(to: cell < 0.001 ? place : place.rounded(decimals: 3))
        if place > chart.seconds { self.chart = nil }
    }

    // MARK: Edits

    private func edit(_ change: EditCursor.Change) throws {
        guard var desk else { return }
        let plan = try desk.cursor.plan(change, in: desk.pattern, onsets: change.needsOnsets ? onsets() : [])
        let known = desk.editor.losses.count
        let remarks = try desk.editor.edit(plan.script)
        self.desk = desk
        let said = remarks.isEmpty ? [plan.script] : remarks
        message = ((said + desk.editor.losses.dropFirst(known)).joined(separator: ": "), false)
        try takeEdited(plan)
    }

    /// Takes the last edit back, or does it again.
    private func step(isUndo: Bool) throws {
        guard var desk else { return }
        guard try isUndo ? desk.editor.undo() : desk.editor.redo() else {
            throw ThudError(.usage, "there is no edit to \(isUndo ? "take back" : "do again")")
        }
        if let script = desk.editor.nextScript(isUndo: !isUndo) { desk.cursor.followRange(script, isUndo ? -1 : 1) }
        self.desk = desk
        try takeEdited(nil)
    }

    /// Shows the edited pattern, and plays it once all pending keys are taken.
    private func takeEdited(_ plan: EditCursor.Plan?) throws {
        guard var desk, let sounds = good?.sounds else { return }
        try desk.follow(plan)
        desk.isEdited = true
        good = (desk.besideSound(try subject.load(desk.editor.bytes)), sounds)
        self.desk = desk
        settingsChanged()
    }

    private func onsets() -> [Double] {
        guard let good else { return [] }
        return desk?.onsets(of: good.loaded.pattern, good.sounds, sampleRate: player.sampleRate) ?? []
    }

    // MARK: Listening

    /// Chooses the part around an edit to be heard; false if nothing was edited, or if the whole plays on.
    func choosesPart() -> Bool {
        guard let desk, desk.isEdited else { return false }
        self.desk?.isEdited = false
        guard !player.isSounding || !desk.playsAll else { return false }
        self.desk?.playsAll = false
        (settings.from, settings.to) = (desk.heardPart.lowerBound, desk.heardPart.upperBound)
        return true
    }

    private func playAllOrStop() {
        if player.isSounding, desk?.playsAll == true { return player.stop() }
        playAll()
        play()
    }

    /// Chooses the marked range, or the whole pattern.
    private func playAll() {
        desk?.playsAll = true
        let range = desk?.cursor.range
        (settings.from, settings.to) = (range?.lowerBound ?? 0, range?.upperBound ?? .infinity)
        settingsChanged()
    }

    /// Returns the sounds alone, which the lowest lane of an editor shows; nil if the pattern has none.
    func soundBeside(_ take: AuditionTake) -> [Float]? {
        guard desk != nil, let sounds = good?.sounds,
            let sound = EditDesk.sound(of: take.pattern, sounds, sampleRate: take.sampleRate)
        else { return nil }
        return sound.drawn
    }

    // MARK: The file

    private func save() throws {
        guard var desk else { return }
        try desk.editor.save()
        self.desk = desk
        message = ("saved \(desk.editor.path)", false)
    }

    /// Saves and leaves. If the file cannot be saved, the same key leaves the second time.
    private func leave() throws {
        if desk?.leavesUnsaved == true { return loop.finish() }
        desk?.leavesUnsaved = true
        do { try save() } catch {
            // The journal has the edits.
            return message = ("\(error); q again leaves, and the edits are kept for the next thud edit", true)
        }
        loop.finish()
    }

    /// Takes in what another program has saved: the pattern or a sound of it.
    func takeOtherSave() {
        guard var desk, watch?.saved().isEmpty == false else { return }
        let old = message
        do {
            let isOther = try desk.editor.update()
            try desk.follow(nil)
            desk.forgetSounds()
            self.desk = desk
            read()
            guard message?.isProblem != true else { return }
            message = isOther ? ("another program has saved \(desk.editor.path): loaded", false) : old
            if isOther { settingsChanged() }
        } catch {
            message = ("\(error)", true)
        }
        wantFrame()
    }
}

extension EditCursor.Change { fileprivate var needsOnsets: Bool { if case .snap = self { true } else { false } } }

extension EditDesk {
    /// Adds the cursor, what is chosen and the keys to the view of an audition.
    func show(in view: inout AuditionView, _ size: Size) {
        guard let chart = view.chart else { return }
        view.description = choice
        view.status = status
        view.marks = marks(columns: chart.intensity.count)
        view.onsets = onsetMarks
        view.keys = EditKey.legend
        let room = AuditionView.keyRoom(of: size)
        view.explained = firstExplained.map { EditKey.explained.page(from: $0, room: room) } ?? []
        view.isWatching = false
    }
}
