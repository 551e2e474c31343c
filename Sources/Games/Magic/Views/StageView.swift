import Glibc
import ThudCore
import ThudGameUI
import ThudTerminal

/// The stage with its characters, the seven buttons, and the picker.
struct StageView {
    let round: MagicRound
    let finger: Spot?
    let now: Instant

    /// The seconds for which a button ripples or blinks, is narrower after a press, a place shakes, and a frame shines.
    private static let ripple = 0.15
    private static let give = 0.06
    private static let shake = 0.4
    private static let shine = 0.8
    /// How long a friend's name is shown, in seconds.
    private static let greeting = 2.5
    /// The shares of the strongest texture at which a character's outline becomes heavy, and fills half a cell.
    private static let outline = (heavy: 0.33, full: 0.66)
    /// How much of her colour a princess lacks who is not there yet.
    private static let absence = 0.65
    static let accent = Colour(0xFF99CC)

    private var dim: Colour { round.options.hasHighContrast ? Colour(0xC7C7CC) : Neon.grey }
    private var line: Colour { round.options.hasHighContrast ? .white : Colour(0x8A6A80) }

    private func moves(on canvas: Canvas) -> Bool { canvas.allowsMotion && !round.options.reducesMotion }

    /// Returns the seconds since the last touch. nil if it was something else.
    private func age(of thing: MagicTouch.Thing) -> Double? {
        guard let touch = round.touch, touch.thing == thing else { return nil }
        return (now - touch.instant).seconds
    }

    func draw(on canvas: inout Canvas) {
        let layout = MagicLayout(canvas.size.stage(above: canvas.page), scale: round.options.scale)
        let scenery = Scenery(
            stage: layout.stage, horizon: layout.horizon, isLight: canvas.isLight,
            isPlain: round.options.hasHighContrast)
        scenery.drawLights(on: &canvas)
        drawPreview(layout, on: &canvas)
        var names: [Area] = []
        for character in round.scene.fromBackToFront { draw(character, layout, beside: &names, on: &canvas) }
        if round.scene.characters.isEmpty { drawHint(layout, on: &canvas) }
        // Without motion the particles stand still, so that it stays visible which effects are active.
        let particles = moves(on: canvas) ? StageParticles(at: now) : StageParticles.still
        for effect in round.effects { particles.draw(effect, in: layout.stage, on: &canvas.grid) }
        drawShine(layout, on: &canvas)
        scenery.fill(&canvas)
        for (event, area) in layout.buttons { draw(event, area, on: &canvas) }
        PickerView(round: round, now: now).draw(layout, moves: moves(on: canvas), on: &canvas)
        drawRipple(layout, on: &canvas)
        drawHeader(layout, on: &canvas)
        drawFoot(layout, on: &canvas)
        if let panel = round.panel { PanelView(panel: panel, round: round).draw(at: now, on: &canvas) }
        drawQuestion(layout, on: &canvas)
    }

    // MARK: The stage

    /// - Parameter names: the places of the names of those behind her; hers is added.
    private func draw(
        _ character: StageCharacter, _ layout: MagicLayout, beside names: inout [Area], on canvas: inout Canvas
    ) {
        let isMoving = moves(on: canvas)
        let place = layout.place(of: character)
        var pose = CharacterPose(of: character, at: now, allowsMotion: isMoving)
        if isMoving { pose.spring(after: round.touch, of: character.id, at: now) }
        // She jumps no higher than the stage.
        let lift = min(Int((pose.lift * Double(2 * place.rows)).rounded()), 2 * (place.row - layout.stage.row))
        CharacterSprite(character.kind, pose: pose, height: layout.height(of: character))
            .draw(in: place, lift: lift, within: layout.stage, on: &canvas)
        if isMoving, let birth = character.birth {
            StageParticles(at: now).welcome(place, age: (now - birth).seconds, seed: character.id, on: &canvas.grid)
        }
        let isChosen = round.scene.chosen == character.id
        let isPinched = isChosen && round.pinchStrength > 0
        if round.held == character.id || isPinched { drawOutline(place.inset(columns: -2, rows: 0), on: &canvas) }
        let acting = character.act.flatMap { (now - $0.start) < $0.action.length ? " \($0.action.glyph)" : nil } ?? ""
        let name = (isChosen ? "▸" : "") + character.kind.name + acting
        let row = min(place.endRow, layout.stage.endRow - 1)
        var label = Area(column: place.column + place.columns / 2 - 8, row: row, columns: 16, rows: 1)
            .centred(Size(columns: TextWidth.columns(of: name), rows: 1))
        // Beside another one her name moves up, so that both can be read.
        while label.row > layout.stage.row,
            names.contains(where: { $0.clipped(to: label).columns > 0 && $0.row == label.row })
        {
            label.row -= 1
        }
        names.append(label)
        canvas.centred(name, row: label.row, in: label, Style(.white, on: .black, isChosen ? .bold : []))
    }

    /// Draws the outline of a held or pinched character. Its thickness follows the strength of the texture.
    private func drawOutline(_ frame: Area, on canvas: inout Canvas) {
        let share = round.pinchStrength / PinchTexture.strongest
        guard share >= Self.outline.full else {
            return canvas.grid.border(frame, Style(.white), isHeavy: share >= Self.outline.heavy)
        }
        let (first, last) = (frame.row, frame.endRow - 1)
        let inner = max(0, frame.columns - 2)
        let (top, bottom) = (String(repeating: "▀", count: inner), String(repeating: "▄", count: inner))
        canvas.grid.put("▛\(top)▜", at: Position(column: frame.column, row: first), Style(.white))
        for row in first + 1..<max(first + 1, last) {
            canvas.grid.put("▌", at: Position(column: frame.column, row: row), Style(.white))
            canvas.grid.put("▐", at: Position(column: frame.endColumn - 1, row: row), Style(.white))
        }
        canvas.grid.put("▙\(bottom)▟", at: Position(column: frame.column, row: last), Style(.white))
    }

    /// Draws the one who would come to an empty stage, and how to bring her.
    private func drawHint(_ layout: MagicLayout, on canvas: inout Canvas) {
        let absent = StageCharacter(id: 0, kind: round.picked, spot: Spot(x: 0.5, y: 0.5))
        let place = layout.place(of: absent)
        CharacterSprite(round.picked, pose: CharacterPose(), height: layout.height(of: absent))
            .faded(into: canvas.isLight ? .lightGround : Scenery.dusk, by: Self.absence)
            .draw(in: place, within: layout.stage, on: &canvas)
        // The question would cover the middle of the words.
        guard !round.asksGoodNight(at: now) else { return }
        let words = "Press the space bar or click to bring \(round.picked.name)."
        canvas.centred(
            words, row: max(layout.stage.row, place.row - 1), in: layout.stage, Style(.white, on: .black, .bold))
    }

    /// Draws who would come to the finger's place, or that nobody can.
    private func drawPreview(_ layout: MagicLayout, on canvas: inout Canvas) {
        if let finger, round.held == nil, round.panel == nil, round.scene.character(at: finger) == nil {
            ring(MagicScene.within(finger), layout, Style(round.picked.colour), on: &canvas)
        }
        guard case .taken(let spot)? = round.touch?.thing, let age = age(of: .taken(spot)), age < Self.shake else {
            return
        }
        let shift = moves(on: canvas) ? sin(age / Self.shake * 4 * .pi) * 0.012 : 0
        ring(Spot(x: spot.x + shift, y: spot.y), layout, Style(dim), on: &canvas)
    }

    private func ring(_ spot: Spot, _ layout: MagicLayout, _ style: Style, on canvas: inout Canvas) {
        let columns = max(5, layout.stage.columns / 12)
        let place = layout.place(of: Size(columns: columns, rows: max(3, columns / 2)), at: spot)
        let middle = Sketch(place.size).middle
        let radius = middle.x - 0.3
        let ring = Sketch.bitmap(place.size) { abs(($0 - middle).length - radius) <= 0.6 }
        canvas.draw(ring, at: place.corner, style)
    }

    /// Draws a heavy frame around the stage after a face made magic, and a thin one after a friend came to play along.
    private func drawShine(_ layout: MagicLayout, on canvas: inout Canvas) {
        guard let touch = round.touch else { return }
        let isHeavy: Bool
        switch touch.thing {
        case .face: isHeavy = true
        case .friend where !touch.isDim: isHeavy = false
        default: return
        }
        let age = (now - touch.instant).seconds
        guard age < Self.shine else { return }
        let fade = moves(on: canvas) ? age / Self.shine : 0
        canvas.grid.border(layout.stage, Style(Self.accent.mixed(with: .black, fade)), isHeavy: isHeavy)
    }

    // MARK: The buttons

    /// Draws the button of an effect or an action. The picker draws its cards itself.
    private func draw(_ event: MagicEvent, _ area: Area, on canvas: inout Canvas) {
        switch event {
        case .effect(let effect): draw(effect, area, on: &canvas)
        case .action(let action): draw(action, area, on: &canvas)
        default: break
        }
    }

    private func draw(_ effect: StageEffect, _ area: Area, on canvas: inout Canvas) {
        let isOn = round.effects.contains(effect)
        let swell = isOn && moves(on: canvas) ? round.pulse(of: effect, at: now) ?? 1 : isOn ? 1 : 0
        let edge = isOn ? line.mixed(with: effect.colour, 0.4 + 0.6 * swell) : line
        let number = (StageEffect.allCases.firstIndex(of: effect) ?? 0) + 1
        let label = (isOn ? "◉ " : "") + "\(effect.glyph) \(effect.name)  \(number)"
        box(label, area, edge, isOn ? effect.colour : .white, isHeavy: isOn, age(of: .effect(effect)), on: &canvas)
    }

    private func draw(_ action: CharacterAction, _ area: Area, on canvas: inout Canvas) {
        let age = age(of: .action(action))
        let label = "\(action.name)  \(action.rawValue.prefix(1))"
        guard !round.scene.characters.isEmpty else {
            // A button without a frame is disabled. If pressed, it blinks dimly.
            let isBlinking = age.map { $0 < Self.ripple } == true
            canvas.centred(label, row: area.row + area.rows / 2, in: area, Style(isBlinking ? Neon.faint : dim))
            return
        }
        box(label, area, line, .white, isHeavy: false, age, on: &canvas)
    }

    private func box(
        _ label: String, _ area: Area, _ edge: Colour, _ text: Colour, isHeavy: Bool, _ age: Double?,
        on canvas: inout Canvas
    ) {
        let isPressed = age.map { (0..<Self.give).contains($0) } == true && moves(on: canvas)
        canvas.grid.border(isPressed ? area.inset(columns: 1) : area, Style(edge), isHeavy: isHeavy)
        canvas.centred(label, row: area.row + area.rows / 2, in: area, Style(text, on: .black, .bold))
        guard let age, age < Self.ripple else { return }
        let share = moves(on: canvas) ? age / Self.ripple : 1
        let half = max(1, Int((share * Double(area.columns) / 2).rounded()))
        let wave = Area(
            column: area.column + area.columns / 2 - half, row: area.row, columns: 2 * half, rows: area.rows)
        let light = Self.accent.mixed(with: .black, 0.5 + 0.3 * share)
        canvas.grid.restyle(wave) { $0.background = light }
    }

    /// Draws two frames that leave the pressed button. The outer one is later and darker.
    private func drawRipple(_ layout: MagicLayout, on canvas: inout Canvas) {
        guard let touch = round.touch, !touch.isDim, moves(on: canvas) else { return }
        let event: MagicEvent
        switch touch.thing {
        case .effect(let effect): event = .effect(effect)
        case .action(let action): event = .action(action)
        case .card, .page, .character, .landed, .taken, .face, .friend: return
        }
        let share = (now - touch.instant).seconds / Self.ripple
        guard (0..<1).contains(share) else { return }
        let area = layout.area(of: event)
        for distance in 1...2 where share >= Double(distance) / 3 {
            let light = Self.accent.mixed(with: .black, 0.5 + 0.4 * share * Double(distance) / 2)
            for edge in area.frame(distance) { canvas.grid.restyle(edge) { $0.background = light } }
        }
    }

    // MARK: The edges

    private func drawHeader(_ layout: MagicLayout, on canvas: inout Canvas) {
        let header = layout.header
        canvas.grid.put("Aria's Magic", at: header.corner, Style(Self.accent, on: .black, .bold))
        let face = round.options.watchesFace ? "☺ face" : "– face"
        let count = round.friends.count
        let friends = count == 0 ? "" : "♪ \(count) friend\(count == 1 ? "" : "s")  "
        canvas.trailing("\(friends)\(face)  ✕", row: header.row, in: header, Style(dim))
        canvas.addTarget(header.part(column: header.columns - 4), .leave)
        guard case .friend(let name)? = round.touch?.thing, let touch = round.touch,
            (now - touch.instant).seconds < Self.greeting
        else { return }
        canvas.centred(
            touch.isDim ? "\(name) waves goodbye" : "♪ \(name) plays with you", row: header.row, in: header,
            Style(.white, on: .black, .bold))
    }

    /// Draws the question whether to end, over everything else.
    private func drawQuestion(_ layout: MagicLayout, on canvas: inout Canvas) {
        guard round.asksGoodNight(at: now) else { return }
        let words = MagicRound.goodNightQuestion
        let size = Size(columns: TextWidth.columns(of: words) + 4, rows: 3)
        let box = layout.stage.part(rows: size.rows).centred(size)
        canvas.grid.fill(box, .plain)
        canvas.grid.border(box, Style(Self.accent), isHeavy: true)
        canvas.centred(words, row: box.row + 1, in: box, Style(.white, on: .black, .bold))
    }

    private func drawFoot(_ layout: MagicLayout, on canvas: inout Canvas) {
        let foot = layout.legend
        canvas.grid.put("◂", at: Position(column: 2, row: foot.row), Style(dim))
        canvas.grid.put("▸", at: Position(column: foot.column - 2, row: foot.row), Style(dim))
        let keys = ["space bring", "h help", "drag to move", "wheel for size", "o options", "b night"]
        let words = FooterView.lines(keys, columns: foot.columns, rows: 1).first ?? ""
        canvas.trailing(words, row: foot.row, in: foot, Style(dim))
    }
}

extension Area {
    /// Returns the four sides of the frame `distance` rows and columns outside the area.
    fileprivate func frame(_ distance: Int) -> [Area] {
        let outer = inset(columns: -distance, rows: -distance)
        return [
            Area(column: outer.column, row: outer.row, columns: outer.columns, rows: 1),
            Area(column: outer.column, row: outer.endRow - 1, columns: outer.columns, rows: 1),
            Area(column: outer.column, row: outer.row, columns: 1, rows: outer.rows),
            Area(column: outer.endColumn - 1, row: outer.row, columns: 1, rows: outer.rows),
        ]
    }
}
