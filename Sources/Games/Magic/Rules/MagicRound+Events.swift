import ThudCore
import ThudGameKit

extension MagicRound {
    /// The friends who may come, in order of arrival.
    package static let friendNames = ["Mia", "Noah", "Ella", "Sami", "Yuki"]

    mutating func take(_ event: MagicEvent, at now: Instant) -> [MagicRoundEffect] {
        if event.withdrawsGoodNight { askedGoodNight = nil }
        switch phase {
        case .welcome(let page): return welcome(event, page, at: now)
        case .playing: return panel.map { take(event, in: $0, at: now) } ?? play(event, at: now)
        case .paused, .finished, .left: return []
        }
    }

    private mutating func play(_ event: MagicEvent, at now: Instant) -> [MagicRoundEffect] {
        switch event {
        case .scroll(let cards): return scroll(cards, at: now)
        case .pick(let kind): return pick(kind, at: now)
        case .tap(let spot): return tap(spot, at: now)
        case .bring: return bring(at: now)
        case .doubleTap(let spot): return doubleTap(spot, at: now)
        case .longPress(let spot): return longPress(spot, at: now)
        case .grab(let spot): return grab(spot)
        case .drag(let spot):
            if let held { scene[held]?.spot = MagicScene.within(spot) }
            return []
        case .drop: return drop(at: now)
        case .nudge(let dx, let dy): return nudge(dx, dy)
        case .next: return chooseNext()
        case .pinch(let change, let spot): return pinch(change, spot, at: now)
        case .remove(let spot): return remove(spot)
        case .action(let action): return act(action, by: scene.characters.map(\.id), at: now)
        case .panel(let panel): return open(panel)
        case .effect, .face, .friend, .farewell, .set, .askGoodNight, .goodNight:
            return takeAnywhere(event, at: now) ?? []
        case .turn, .choose, .row, .dismissForGood: return []
        }
    }

    /// Takes an event that acts even if a panel covers the stage; returns nil for any other.
    mutating func takeAnywhere(_ event: MagicEvent, at now: Instant) -> [MagicRoundEffect]? {
        switch event {
        case .effect(let effect): return toggle(effect, at: now)
        case .face(let face, let strength): return take(face, strength, at: now)
        case .friend: return join(at: now)
        case .farewell: return leave(at: now)
        case .set(let option, let value): return set(option, value, at: now)
        case .askGoodNight: return askGoodNight(at: now)
        case .goodNight: return finish()
        default: return nil
        }
    }

    // MARK: Good night

    static let goodNightQuestion = "Good night? Press b again."
    /// How long the question stands.
    static let goodNightTime = Interval.milliseconds(3_000)

    /// Whether the game waits for the press that ends it.
    func asksGoodNight(at now: Instant) -> Bool {
        askedGoodNight.map { now - $0 <= Self.goodNightTime } ?? false
    }

    /// Asks at the first press and ends the game at the second, so that one key never takes a child's stage away.
    private mutating func askGoodNight(at now: Instant) -> [MagicRoundEffect] {
        guard !asksGoodNight(at: now) else { return finish() }
        askedGoodNight = now
        return [.cue(.select), .show(.note(Self.goodNightQuestion))]
    }

    // MARK: The picker

    private mutating func scroll(_ cards: Int, at now: Instant) -> [MagicRoundEffect] {
        let kinds = CharacterKind.allCases
        let index = kinds.firstIndex(of: picked) ?? 0
        let wanted = min(max(index + min(max(cards, -kinds.count), kinds.count), 0), kinds.count - 1)
        guard wanted != index else { return [] }
        touch = MagicTouch(thing: .card(from: picked, isPicked: false), instant: now, isDim: false)
        picked = kinds[wanted]
        return [.cue(.snap), .show(.note("\(picked.name)."))]
    }

    private mutating func pick(_ kind: CharacterKind, at now: Instant) -> [MagicRoundEffect] {
        touch = MagicTouch(thing: .card(from: picked, isPicked: true), instant: now, isDim: false)
        picked = kind
        return [.cue(.select), .show(.note("\(kind.name) comes next."))]
    }

    // MARK: Effects, faces, friends

    mutating func toggle(_ effect: StageEffect, at now: Instant) -> [MagicRoundEffect] {
        touch = MagicTouch(thing: .effect(effect), instant: now, isDim: false)
        let effects = loops.toggle(effect)
        let isOn = loops.order.contains(effect)
        if isOn { tally.effects += 1 }
        let words: MagicRoundEffect = .show(.note("\(effect.name) \(isOn ? "on" : "off")."))
        // An effect that starts to pulse plays its first pulse at once. Otherwise the press plays a button's cue.
        let pulses = isOn && !options.reducesMotion
        if pulses { self.pulses.begin(effect, at: now) } else { self.pulses.end(effect) }
        return effects + [.cue(pulses ? .pulse : .select), words]
    }

    private mutating func take(_ face: FaceGesture, _ strength: Double, at now: Instant) -> [MagicRoundEffect] {
        let strength = strength >= 0 ? min(strength, 1) : 0
        let threshold = options.sensitivity.threshold
        guard options.watchesFace, faces[face, default: FaceTrigger()].takes(strength, threshold: threshold, at: now)
        else { return [] }
        let everyone = scene.characters.map(\.id)
        var effects: [MagicRoundEffect] = []
        switch face {
        case .smile where !loops.order.contains(.sparkles):
            effects = loops.toggle(.sparkles)
            if !options.reducesMotion { pulses.begin(.sparkles, at: now) }
            tally.effects += 1
        case .smile: break
        case .eyebrows, .mouth:
            guard !everyone.isEmpty else { return [.show(.note("Nobody is on the stage yet."))] }
            let action: CharacterAction = face == .eyebrows ? .wave : .jump
            // The action's cue follows the face's own, so that haptic thinning may drop the action's.
            if perform(action, by: everyone, at: now) { effects = [.cue(action.cue, tint: pastel(of: everyone))] }
        }
        tally.faces += 1
        touch = MagicTouch(thing: .face(face), instant: now, isDim: false)
        return [.cue(.face)] + effects + [.show(.note(face.words))]
    }

    private mutating func join(at now: Instant) -> [MagicRoundEffect] {
        guard let name = Self.friendNames.first(where: { !friends.contains($0) }) else {
            return [.show(.note("All your friends are here."))]
        }
        friends.append(name)
        tally.friends += 1
        touch = MagicTouch(thing: .friend(name), instant: now, isDim: false)
        return [.cue(.friend), .show(.note("\(name) plays with you."))]
    }

    private mutating func leave(at now: Instant) -> [MagicRoundEffect] {
        guard let name = friends.popLast() else { return [] }
        touch = MagicTouch(thing: .friend(name), instant: now, isDim: true)
        return [.cue(.farewell), .show(.note("\(name) waves goodbye."))]
    }

    // MARK: Settings

    mutating func set(_ option: MagicOption, _ value: String, at now: Instant) -> [MagicRoundEffect] {
        let wasStill = options.reducesMotion
        guard options.set(option, to: value) else { return [] }
        return [.cue(.toggle), .show(.note("\(option.title): \(value)."))] + still(before: wasStill, at: now)
    }

    /// Ends or restarts the pulses if the setting has changed. Active effects stay silent during a pause.
    mutating func still(before wasStill: Bool, at now: Instant) -> [MagicRoundEffect] {
        guard phase == .playing, options.reducesMotion != wasStill else { return [] }
        beginPulses(at: now)
        return options.reducesMotion ? texture.end() : []
    }

    /// Restarts the pulses of all active effects, if motion allows.
    mutating func beginPulses(at now: Instant) {
        pulses = EffectPulses()
        guard !options.reducesMotion else { return }
        for effect in loops.order { pulses.begin(effect, at: now) }
    }
}

extension MagicEvent {
    /// Whether it shows that the player continues after asking for the end. A face does not: it needs no hand, and its
    /// end is reported automatically.
    fileprivate var withdrawsGoodNight: Bool {
        switch self {
        case .askGoodNight, .face: false
        default: true
        }
    }
}

extension FaceGesture {
    fileprivate var words: String {
        switch self {
        case .smile: "Your smile sparkles!"
        case .eyebrows: "They wave at your eyebrows."
        case .mouth: "They jump for joy with you."
        }
    }
}
