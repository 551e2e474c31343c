import Glibc
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

extension Magic: GameView {
    package static let theme = Theme(
        words: ShellWords(PackageResources.Words_txt), accent: StageView.accent, emblem: MagicEmblem.crown,
        followsTerminal: true)

    package static func draw(_ scene: RoundScene<MagicPlayerModel>, on canvas: inout Canvas) {
        if case .welcome(let page) = scene.round.phase {
            WelcomeView(page: page, round: scene.round, now: scene.now).draw(on: &canvas)
        } else {
            StageView(round: scene.round, finger: scene.model.finger, now: scene.now).draw(on: &canvas)
        }
    }

    /// Returns the result, which lists what was on the stage at good night.
    package static func result(of round: MagicRound) -> ResultContent? {
        guard case .finished(let outcome) = round.phase else { return nil }
        return ResultContent(
            title: Phrase("Good night!"), remark: Phrase("They dream of you."), score: outcome.score,
            figures: outcome.summary, isTriumph: false,
            lists: [
                ResultContent.List(
                    mark: "✦", phrase: Phrase("on the stage"), colour: StageView.accent,
                    entries: round.scene.characters.map(\.kind.name)),
                ResultContent.List(
                    mark: "♪", phrase: Phrase(round.friends.count == 1 ? "friend" : "friends"), colour: .white,
                    entries: round.friends),
            ])
    }

    package static func commands(
        for input: RoundInput, in round: MagicRound, size: Size, page: Area
    ) -> [SessionCommand<MagicAction>] {
        switch input {
        case .key(let key): MagicKeys.action(of: key, in: round).map { [.action($0)] } ?? []
        case .pointer(let event):
            MagicPointer(round: round, size: size.stage(above: page)).actions(of: event).map { .action($0) }
        case .action(.confirm): [.action(.event(round.panel == nil ? .bring : .choose))]
        case .action: []
        }
    }
}

enum MagicKeys {
    /// The change of size that a key makes, equal to a notch of the wheel.
    private static let notch = -log(GestureLimits.notch)

    /// Returns the action of a key. nil if the game does not use it.
    static func action(of event: KeyEvent, in round: MagicRound) -> MagicAction? {
        guard event.kind != .release, event.modifiers.isSubset(of: .shift) else { return nil }
        switch round.phase {
        case .welcome: return event.isPress ? welcome(event.key) : nil
        case .playing: break
        case .paused, .finished, .left: return nil
        }
        if let action = moving(event, round) { return event.isStroke ? action : nil }
        // A held key counts as one press, so that a child's resting finger does not act thirty times a second.
        guard event.isPress else { return nil }
        switch event.key {
        case .enter, .character(" "): return .event(round.panel == nil ? .bring : .choose)
        case .escape where round.panel != nil: return .event(.panel(nil))
        case .tab: return .event(.next)
        case .delete, .backspace, .character("x"): return .event(.remove(nil))
        // Capitals belong to the shell. Some terminals report them as letters with shift.
        case .character(let character) where !(event.modifiers.contains(.shift) && character.isLetter):
            return letter(character, round)
        default: return nil
        }
    }

    private static func welcome(_ key: Key) -> MagicAction? {
        switch key {
        case .enter, .right, .character(" "): .event(.choose)
        case .left: .event(.turn(-1))
        case .escape: .event(.panel(nil))
        case .character("n"): .event(.dismissForGood)
        default: nil
        }
    }

    /// Returns the action of a key that repeats while it is held.
    private static func moving(_ event: KeyEvent, _ round: MagicRound) -> MagicAction? {
        let isShifted = event.modifiers.contains(.shift)
        switch event.key {
        case .up where round.panel != nil, .left where round.panel != nil: return .event(.turn(-1))
        case .down where round.panel != nil, .right where round.panel != nil: return .event(.turn(1))
        case .left: return .event(isShifted ? .nudge(dx: -0.05, dy: 0) : .scroll(-1))
        case .right: return .event(isShifted ? .nudge(dx: 0.05, dy: 0) : .scroll(1))
        case .up: return .event(.nudge(dx: 0, dy: -0.1))
        case .down: return .event(.nudge(dx: 0, dy: 0.1))
        case .character("+"), .character("="): return .event(.pinch(notch, nil))
        case .character("-"): return .event(.pinch(-notch, nil))
        default: return nil
        }
    }

    private static func letter(_ character: Character, _ round: MagicRound) -> MagicAction? {
        switch character {
        case "1": .event(.effect(.sparkles))
        case "2": .event(.effect(.snow))
        case "3": .event(.effect(.bubbles))
        case "w": .event(.action(.wave))
        case "d": .event(.action(.dance))
        case "t": .event(.action(.twirl))
        case "j": .event(.action(.jump))
        case "4": .express(.smile)
        case "5": .express(.eyebrows)
        case "6": .express(.mouth)
        case "f": .event(.friend)
        case "g": .event(.farewell)
        case "h", "?": .event(.panel(.help(0)))
        case "o": .event(.panel(.settings(0)))
        case "b": .event(.askGoodNight)
        case "m": round.scene.chosen.flatMap { round.scene[$0] }.map { .event(.longPress($0.spot)) }
        default: nil
        }
    }
}

/// The meaning of the pointer on the stage: clicks press buttons, and the hand handles everything else.
struct MagicPointer {
    let round: MagicRound
    let size: Size

    func actions(of event: PointerEvent) -> [MagicAction] {
        let isClick = event.kind == .down && event.button == .left
        if case .welcome = round.phase { return isClick ? [.event(.choose)] : [] }
        guard round.phase == .playing else { return [] }
        if let panel = round.panel {
            let view = PanelView(panel: panel, round: round)
            return isClick ? [.event(view.event(at: event.position, size: size))] : []
        }
        let layout = MagicLayout(size, scale: round.options.scale)
        if !layout.stage.contains(event.position) {
            switch event.kind {
            case .down where event.button == .left:
                return layout.event(at: event.position).map { [.event($0)] } ?? []
            case .wheelAway: return [.event(.scroll(-1))]
            case .wheel: return [.event(.scroll(1))]
            case .down: return []
            // A drag may end anywhere.
            case .up, .move: break
            }
        }
        let point = layout.point(event.point)
        switch (event.kind, event.button) {
        case (_, .left), (.wheel, _), (.wheelAway, _):
            return [.hand(.pointer(PointerEvent(event.kind, event.button, at: point)))]
        case (.down, .middle):
            let surface = MagicPlayerModel.surface
            return [.event(.remove(Spot(x: point.x / surface.width, y: point.y / surface.height)))]
        default: return []
        }
    }
}
