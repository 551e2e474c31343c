import Glibc
import ThudCore
import ThudGameKit

extension MagicRound {
    /// After a warning, further ones are silent for this long and only shown. Many in a row would frighten a child.
    static let warningRest = Interval.milliseconds(500)

    mutating func tap(_ spot: Spot, at now: Instant) -> [MagicRoundEffect] {
        if let character = scene.character(at: spot) {
            scene.chosen = character.id
            touch = MagicTouch(thing: .character(character.id), instant: now, isDim: false)
            return [.cue(.select), .show(.note("\(character.kind.name)."))]
        }
        return bring(to: MagicScene.within(spot), at: now)
    }

    /// Brings the selected character to a free place.
    mutating func bring(at now: Instant) -> [MagicRoundEffect] {
        guard let spot = scene.freeSpot(&generator) else { return bring(to: Spot(x: 0.5, y: 0.5), at: now) }
        return bring(to: spot, at: now)
    }

    private mutating func bring(to spot: Spot, at now: Instant) -> [MagicRoundEffect] {
        guard scene.hasRoom(at: spot) else {
            touch = MagicTouch(thing: .taken(spot), instant: now, isDim: true)
            let words: MagicRoundEffect = .show(
                .note(
                    scene.isFull
                        ? "The stage is full: \(MagicScene.mostCharacters) are here." : "Somebody is already here."))
            if let lastWarning, now - lastWarning < Self.warningRest { return [words] }
            lastWarning = now
            return [.cue(.warning), words]
        }
        scene.add(picked, at: spot, now: now)
        tally.brought += 1
        return [.cue(.spawn, tint: picked.pastel), .show(.note("\(picked.name) is here."))]
    }

    mutating func doubleTap(_ spot: Spot, at now: Instant) -> [MagicRoundEffect] {
        guard let character = scene.character(at: spot) else { return tap(spot, at: now) }
        scene.chosen = character.id
        return act(generator.pick(CharacterAction.allCases), by: [character.id], at: now)
    }

    /// Opens the menu of a character. On an empty place it counts as a tap, because small children press long and
    /// expect a character.
    mutating func longPress(_ spot: Spot, at now: Instant) -> [MagicRoundEffect] {
        guard let character = scene.character(at: spot) else { return tap(spot, at: now) }
        // A key may open the menu while the pointer holds a character.
        held = nil
        scene.chosen = character.id
        panel = .menu(0, of: character.id)
        let commands = MagicMenu.entries.map { $0.name.lowercased() }.joined(separator: ", ")
        return [.cue(.select), .show(.note("\(character.kind.name): \(commands)."))]
    }

    mutating func grab(_ spot: Spot) -> [MagicRoundEffect] {
        guard held == nil, let character = scene.character(at: spot) else { return [] }
        held = character.id
        scene.chosen = character.id
        return [.cue(.grab), .show(.note("You hold \(character.kind.name)."))]
    }

    mutating func drop(at now: Instant) -> [MagicRoundEffect] {
        guard let id = held else { return [] }
        held = nil
        touch = MagicTouch(thing: .landed(id), instant: now, isDim: false)
        return [.cue(.release), .show(.note("\(name(id)) stands again."))]
    }

    mutating func nudge(_ dx: Double, _ dy: Double) -> [MagicRoundEffect] {
        guard let id = scene.chosen, let spot = scene[id]?.spot else { return [] }
        let place = MagicScene.within(Spot(x: spot.x + dx, y: spot.y + dy))
        guard place != spot else { return [] }
        scene[id]?.spot = place
        return [.cue(.snap)]
    }

    /// Selects the next character, which keys then move and change.
    mutating func chooseNext() -> [MagicRoundEffect] {
        let ids = scene.characters.map(\.id)
        guard !ids.isEmpty else { return [] }
        let index = scene.chosen.flatMap(ids.firstIndex).map { ($0 + 1) % ids.count } ?? 0
        scene.chosen = ids[index]
        return [.cue(.snap), .show(.note("\(name(ids[index]))."))]
    }

    /// Makes a character larger or smaller. It stops at its limits, and clicks at its own size.
    mutating func pinch(_ change: Double, _ spot: Spot?, at now: Instant) -> [MagicRoundEffect] {
        let id = spot.map { spot in held ?? scene.character(at: spot)?.id } ?? held ?? scene.chosen
        guard let id, let before = scene[id]?.scale, change.isFinite else { return [] }
        let limits = StageCharacter.scales
        let after = (before * exp(change.clamped(to: -4...4))).clamped(to: limits)
        guard after != before else { return [] }
        scene.chosen = id
        scene[id]?.scale = after
        var effects: [MagicRoundEffect] = []
        if !options.reducesMotion { effects = texture.move(by: log(after / before), to: after, at: now) }
        if after == limits.lowerBound || after == limits.upperBound {
            effects += [.cue(.stop), .show(.note("\(name(id)) cannot be \(after < 1 ? "smaller" : "larger")."))]
        } else if (before < 1) != (after < 1) || (before > 1) != (after > 1) {
            if before != 1 { effects += [.cue(.detent), .show(.note("\(name(id)) has her own size."))] }
        }
        return effects
    }

    mutating func remove(_ spot: Spot?) -> [MagicRoundEffect] {
        guard let id = spot.map({ scene.character(at: $0)?.id }) ?? scene.chosen, let kind = scene[id]?.kind else {
            return []
        }
        if held == id { held = nil }
        scene[id] = nil
        return [.cue(.select), .show(.note("\(kind.name) goes home."))]
    }

    // MARK: Actions

    mutating func act(_ action: CharacterAction, by ids: [Int], at now: Instant) -> [MagicRoundEffect] {
        guard !ids.isEmpty else {
            touch = MagicTouch(thing: .action(action), instant: now, isDim: true)
            return [.show(.note("Nobody is on the stage yet."))]
        }
        touch = MagicTouch(thing: .action(action), instant: now, isDim: false)
        guard !perform(action, by: ids, at: now) else {
            let words = "\(subject(ids)) \(action.verb(ids.count))."
            return [.cue(action.cue, tint: pastel(of: ids)), .show(.note(words))]
        }
        // They are already doing it. The press is felt, but the music does not start again over itself.
        return [.cue(.select)]
    }

    /// Makes characters perform an action. false if all of them are already performing it.
    mutating func perform(_ action: CharacterAction, by ids: [Int], at now: Instant) -> Bool {
        let idle = ids.filter { id in
            guard let act = scene[id]?.act, act.action == action else { return true }
            return now - act.start >= action.length
        }
        for id in idle { scene[id]?.act = StageCharacter.Act(action: action, start: now) }
        if !idle.isEmpty { tally.acts += 1 }
        return !idle.isEmpty
    }

    /// Returns the pastel of a single character. nil if several act together.
    func pastel(of ids: [Int]) -> Colour? { ids.count == 1 ? scene[ids[0]]?.kind.pastel : nil }

    private func name(_ id: Int) -> String { scene[id]?.kind.name ?? "" }

    private func subject(_ ids: [Int]) -> String { ids.count == 1 ? name(ids[0]) : "All \(ids.count)" }
}

extension CharacterAction {
    /// Returns the verb of the action in the third person.
    fileprivate func verb(_ count: Int) -> String { count == 1 ? rawValue + "s" : rawValue }
}
