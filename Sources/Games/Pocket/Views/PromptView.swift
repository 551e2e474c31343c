import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

/// The head of every picture of a round: the mode, the points, the time or the best score, and the exit.
struct PocketHeader {
    private let left: String
    /// The player whose turn it is. nil unless two play.
    private let player: String?
    private let scores: [Int]
    private let right: String
    /// The seconds left. nil without a limit.
    private let time: Double?
    private let isHurried: Bool
    private let row: RowOfRight
    private let leaving: LeavingPrompt?

    init(_ round: PocketRound, at now: Instant) {
        let title = Pocket.description.mode(round.settings.mode.rawValue)?.title ?? ""
        let mode = title + (round.settings.isDiscreet ? " · discreet" : "")
        if let match = round.progress.match {
            player = ShownName(round.settings.players[match.player]).text
            scores = match.scores
            right = "\(match.done)/\(round.progress.turnLength)"
        } else {
            player = nil
            scores = [round.progress.score]
            let best = round.settings.mode.hasBest ? round.settings.best ?? 0 : 0
            right = best > 0 ? "best \(best)" : ""
        }
        left = "⚡ \(mode)"
        var asked: PocketRound.Asked?
        if case .asking(let prompt) = round.phase { asked = prompt }
        time = asked?.deadline.map { max(0, ($0 - now).seconds) }
        isHurried = time.map { $0 <= PromptView.hurry } ?? false
        // In modes that a mistake ends, every success so far is part of the row.
        row = RowOfRight([.classic, .endless].contains(round.settings.mode) ? round.progress.successes : 0)
        leaving = LeavingPrompt(round, at: now)
    }

    func draw(on canvas: inout Canvas) {
        let edge = canvas.area.part(rows: canvas.headRows).inset(columns: 2)
        let room = drawScore(in: edge, on: &canvas) - 1 - edge.column
        // A name is below the mode if the head has several rows, and alone if both together do not fit.
        let both = player.map { "\(left) · \($0)" } ?? left
        let fitting = TextWidth.columns(of: both) <= room ? both : player.map { "⚡ \($0)" } ?? left
        let (whole, below) = canvas.headRows > 1 ? (left, player) : (fitting, nil)
        for (row, text) in [whole, below].enumerated() {
            let place = Position(column: edge.column + 3 * row, row: edge.row + row)
            canvas.grid.put(TextWidth.clipped(text ?? "", to: max(0, room - 3 * row)), at: place, Style(Neon.grey))
        }
        canvas.trailing(right + "   ✕", row: 0, in: edge, Style(Neon.grey))
        canvas.addTarget(edge.part(column: edge.columns - 3, rows: 1), .leave)
        guard canvas.headRows > 1, let time else { return }
        let tenths = PromptView.tenths(time)
        let column = edge.endColumn - canvas.figureColumns(tenths) - TextWidth.columns(of: right) - 6
        canvas.figure(tenths, column: column, Style(isHurried ? Neon.red : .white))
    }

    /// Draws the points in the middle, which are also the row of right answers if every mistake ends the round; returns
    /// the column at which they begin.
    private func drawScore(in edge: Area, on canvas: inout Canvas) -> Int {
        let text = scores.map(String.init).joined(separator: canvas.headRows > 1 ? ":" : " : ")
        let column = edge.column + (edge.columns - canvas.figureColumns(text)) / 2
        canvas.figure(text, column: column, Style(row.colour))
        let place = Position(column: column + canvas.figureColumns(text) + 1, row: canvas.headRows - 1)
        canvas.grid.put(row.words(canvas), at: place, Style(row.colour, on: .black, .bold))
        return column
    }

    /// Draws what leaves along the margin below the head: the answered prompt, or a milestone.
    func drawMargin(_ margin: Area, on canvas: inout Canvas) {
        guard let leaving else { return }
        if leaving.attempt.isRight, row.isMilestone {
            row.drawMilestone(in: margin, on: &canvas)
        } else {
            leaving.draw(in: margin, on: &canvas)
        }
        leaving.drawSparks(isMilestone: row.isMilestone, on: &canvas)
    }
}

/// The layout of a picture: the prompt in a ring, its name, the time, and the speeds.
struct PocketLayout {
    let ring: Area
    /// The place of the gesture's name, in large letters on a roomy screen.
    let name: Area
    let timeRow: Int
    let dotsRow: Int
    let legendRow: Int
    /// Everything below the head. Its first row is the margin, along which answered prompts leave.
    let page: Area
    let margin: Area

    init(_ canvas: Canvas) {
        page = canvas.free.part(row: canvas.headRows)
        margin = page.part(rows: 1).inset(columns: 2)
        legendRow = page.endRow - 1
        dotsRow = legendRow - (canvas.isRoomy ? 3 : 2)
        timeRow = dotsRow - 2
        let nameRows = canvas.isRoomy ? page.rows / 9 : 1
        name = page.part(row: timeRow - nameRows - page.row, rows: nameRows)
        let room = page.part(row: 1, rows: max(2, name.row - page.row - 2))
        // A column is half as wide as a row is high.
        let widest = canvas.isRoomy && canvas.isDeveloper ? room.columns - 2 * PocketPanels.margin : room.columns
        let columns = min(2 * room.rows, widest)
        ring = room.centred(Size(columns: columns, rows: min(room.rows, (columns + 1) / 2)))
    }

    /// The place of the gesture's sign, inside the ring.
    var sign: Area { ring.inset(columns: ring.columns / 5, rows: ring.rows / 5) }

    func drawRing(share: Double = 1, _ style: Style, on canvas: inout Canvas) {
        canvas.draw(GestureSketch.ring(ring.size, share: share), at: ring.corner, style)
    }

    /// Draws the sign of a gesture and its name.
    func drawSign(of gesture: PocketGesture, scale: Double = 1, on canvas: inout Canvas) {
        let drawing = GestureSketch.sign(gesture, sign.size, scale: scale)
        canvas.draw(drawing, at: sign.corner, Style(PocketPalette.colour(gesture)))
        canvas.large(gesture.title, in: name, .plain)
    }

    /// Draws how far the round is: a dot for each step, or a figure if they do not fit.
    func drawDots(_ done: Int, of whole: Int, on canvas: inout Canvas) {
        let dots = (0..<whole).map { $0 < done ? "●" : "○" }.joined(separator: " ")
        let text = 2 * whole < page.columns ? dots : "\(done)/\(whole)"
        canvas.centred(text, row: dotsRow, in: page, Style(canvas.theme.accent))
    }

    func drawLegend(on canvas: inout Canvas) {
        let fitting = PocketPalette.legends.first { TextWidth.columns(of: $0) <= page.columns }
        canvas.centred(fitting ?? PocketPalette.legends[1], row: legendRow, in: page, Style(Neon.grey))
    }
}

struct PromptView {
    private let round: PocketRound
    private let asked: PocketRound.Asked
    /// The seconds since the prompt appeared.
    private let age: Double
    /// The seconds left. nil without a limit.
    private let left: Double?
    /// The seconds since a gesture began. nil if none has begun.
    private let heldFor: Double?
    /// The seconds since a gesture was ignored. nil if none was.
    private let sinceIgnored: Double?
    /// The seconds in which a prompt grows to its full size.
    private static let pop = 0.08
    /// The seconds left at which the ring turns red, and the rate in Hz at which it then blinks.
    static let hurry = 1.0
    private static let blinks = 4.0
    /// How long an ignored gesture dims the prompt, in seconds.
    private static let blink = 0.1

    init(_ round: PocketRound, _ asked: PocketRound.Asked, at now: Instant) {
        self.round = round
        self.asked = asked
        age = max(0, (now - asked.shown).seconds)
        left = asked.deadline.map { max(0, ($0 - now).seconds) }
        heldFor = asked.begun.map { max(0, (now - $0).seconds) }
        sinceIgnored = asked.ignored.map { (now - $0).seconds }
    }

    /// Whether the prompt is hidden. In Memory the player has to remember it.
    private var isHidden: Bool { round.settings.mode == .memory }

    func draw(on canvas: inout Canvas) {
        let layout = PocketLayout(canvas)
        if let stroop = asked.prompt?.stroop, !isHidden {
            StroopView(stroop: stroop, scale: scale(on: canvas)).draw(layout, on: &canvas)
        } else {
            layout.drawRing(Style(Neon.faint), on: &canvas)
            if let share { layout.drawRing(share: share, Style(timeColour(canvas)), on: &canvas) }
            drawSign(layout, on: &canvas)
        }
        drawTime(layout, on: &canvas)
        drawHold(layout, on: &canvas)
        drawProgress(layout, on: &canvas)
        drawBlink(layout, on: &canvas)
    }

    private func scale(on canvas: Canvas) -> Double { canvas.allowsMotion ? 0.5 + 0.5 * min(1, age / Self.pop) : 1 }

    private func drawSign(_ layout: PocketLayout, on canvas: inout Canvas) {
        guard let gesture = asked.prompt?.gesture, !isHidden else {
            let sign = layout.sign.scaled(scale(on: canvas))
            canvas.large(isHidden ? "?" : "!", in: sign, Style(canvas.theme.accent))
            canvas.large(isHidden ? "NOW YOU" : "ANY GESTURE", in: layout.name, .plain)
            return
        }
        layout.drawSign(of: gesture, scale: scale(on: canvas), on: &canvas)
    }

    private var share: Double? {
        guard let left, let limit = asked.limit else { return nil }
        return limit > .zero ? left / limit.seconds : 0
    }

    private func timeColour(_ canvas: Canvas) -> Colour {
        guard let left, left <= Self.hurry else { return .white }
        let isDark = canvas.allowsMotion && Int(left * 2 * Self.blinks).isMultiple(of: 2)
        return isDark ? Colour(0x7A1F1A) : Neon.red
    }

    private func drawTime(_ layout: PocketLayout, on canvas: inout Canvas) {
        guard let left, let limit = asked.limit else {
            let advice =
                asked.prompt.map { PocketPalette.advice($0.gesture) }
                ?? "make any gesture: the other player has to repeat it"
            return canvas.centred(advice, row: layout.timeRow, in: layout.page, Style(Neon.grey))
        }
        let text = "\(Self.tenths(left)) of \(Self.tenths(limit.seconds)) s"
        if asked.prompt?.stroop != nil, !isHidden {
            let bar = layout.page.part(row: layout.timeRow - layout.page.row, rows: 1)
                .centred(Size(columns: layout.page.columns / 2, rows: 1))
            canvas.grid.bar(bar, share: share ?? 0, Style(timeColour(canvas)))
        } else {
            canvas.centred(text, row: layout.timeRow, in: layout.page, Style(Neon.grey))
        }
    }

    /// The completed share of a long press, 0...1. nil if none is held, or in Memory, since it would reveal the prompt.
    private var hold: Double? {
        guard asked.prompt?.gesture == .longPress, !isHidden, let heldFor else { return nil }
        return min(1, heldFor / GestureLimits.longPress.seconds)
    }

    /// Draws a bar below the time, so that a press shows from its start that it counts.
    private func drawHold(_ layout: PocketLayout, on canvas: inout Canvas) {
        guard let hold else { return }
        let place = layout.page.part(row: layout.timeRow + 1 - layout.page.row, rows: 1)
            .centred(Size(columns: layout.page.columns / 3, rows: 1))
        canvas.grid.put("▕", at: Position(column: place.column - 1, row: place.row), Style(Neon.grey))
        canvas.grid.bar(place, share: hold, Style(PocketPalette.colour(.longPress)))
        canvas.grid.put("▏", at: Position(column: place.endColumn, row: place.row), Style(Neon.grey))
    }

    /// Dims the prompt for a moment after a gesture that does not count.
    private func drawBlink(_ layout: PocketLayout, on canvas: inout Canvas) {
        guard let sinceIgnored, (0..<Self.blink).contains(sinceIgnored) else { return }
        canvas.grid.restyle(layout.page.part(rows: layout.timeRow - layout.page.row)) { style in
            style.attributes.remove(.bold)
            style.attributes.insert(.dim)
        }
    }

    /// Formats seconds to tenths, rounded up, so that 0.0 is the end.
    static func tenths(_ seconds: Double) -> String {
        let tenths = Int((min(max(seconds, 0), 3_600) * 10 - 1e-6).rounded(.up))
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Draws the eleven speeds, or the completed part of a sequence.
    private func drawProgress(_ layout: PocketLayout, on canvas: inout Canvas) {
        let (done, whole): (Int, Int)
        switch round.settings.mode {
        case .classic, .endless: (done, whole) = (min(round.progress.score / PocketSettings.stepLength + 1, 11), 11)
        case .memory, .tutorial: (done, whole) = (round.progress.position, round.progress.sequence.count)
        case .pvp, .versus: (done, whole) = (round.progress.match?.done ?? 0, round.progress.turnLength)
        case .practice:
            whole = PocketSettings.practiceShare * round.settings.pool.count
            done = round.progress.successes + round.progress.failures
        }
        layout.drawDots(done, of: whole, on: &canvas)
        layout.drawLegend(on: &canvas)
    }
}

/// An answered prompt that leaves along the margin, under the sign of its answer: beside the next prompt, another turn
/// or the result. A failed one also shakes the picture.
struct LeavingPrompt {
    let attempt: PocketProgress.Attempt
    /// The seconds since the answer.
    private let age: Double

    /// Creates the prompt answered last. nil if nothing was answered yet.
    init?(_ round: PocketRound, at now: Instant) {
        guard let attempt = round.progress.attempts.last, let answered = attempt.answered, now >= answered else {
            return nil
        }
        self.attempt = attempt
        age = (now - answered).seconds
    }

    func shake(_ canvas: inout Canvas) { if !attempt.isRight { Shake(age: age).draw(on: &canvas) } }

    func drawSparks(isMilestone: Bool, on canvas: inout Canvas) {
        guard attempt.isRight else { return }
        let colour = attempt.made.map { PocketPalette.colour($0) } ?? Neon.green
        Sparks(age: age, colour, isMilestone: isMilestone).draw(in: PocketLayout(canvas).page, on: &canvas)
    }

    /// Draws only the prompt, on its way along `margin`.
    func draw(in margin: Area, on canvas: inout Canvas) {
        // The requested gesture, or the one made if the player had a free choice.
        let title = (attempt.asked?.gesture ?? attempt.made)?.title ?? ""
        let isLeftward = attempt.made == .swipeLeft || attempt.made == .tiltLeft
        LeavingStrip(
            attempt.isRight ? title : attempt.text, signs: signs, attempt.isRight ? Neon.green : Neon.orange,
            isLeftward: isLeftward, age: age
        )?.draw(in: margin, on: &canvas)
    }

    private var signs: (String, String) {
        attempt.isRight ? ("✓", attempt.made.map(PocketPalette.mark) ?? "✓") : ("✗", "✗")
    }
}
