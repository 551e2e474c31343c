import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

/// The colour's name in letters of another colour, with a label in every direction.
struct StroopView {
    let stroop: Stroop
    /// The share of its size at which the word is drawn while it pops up.
    var scale = 1.0
    /// The columns between the outer labels.
    private static let widest = 120

    func draw(_ layout: PocketLayout, on canvas: inout Canvas) {
        let room = layout.page.part(row: 1, rows: layout.timeRow - layout.page.row - 2)
        let label = Style(.white, on: .black, .bold)
        func text(_ direction: Direction) -> String {
            let colour = stroop.label(direction)
            return "\(InkTexture(colour).swatch) \(colour.rawValue.uppercased())"
        }
        canvas.centred(PocketPalette.mark(.up), row: room.row, in: room, label)
        canvas.centred(text(.up), row: room.row + 1, in: room, label)
        canvas.centred(text(.down), row: room.endRow - 2, in: room, label)
        canvas.centred(PocketPalette.mark(.down), row: room.endRow - 1, in: room, label)
        // Nearer to the word on a wide screen, so that all of them are seen at once.
        let sides = room.centred(Size(columns: min(room.columns - 8, Self.widest), rows: room.rows))
        let row = room.row + room.rows / 2
        canvas.grid.put(
            "\(PocketPalette.mark(.left)) \(text(.left))", at: Position(column: sides.column, row: row), label)
        canvas.trailing("\(text(.right)) \(PocketPalette.mark(.right))", row: row, in: sides, label)
        let word = room.part(row: 3, rows: room.rows - 6)
        let size = Size(
            columns: min(max(40, sides.columns / 2), word.columns - 32), rows: min(max(7, word.rows / 3), word.rows))
        drawWord(in: word.centred(size), on: &canvas)
        let ask = "swipe to the colour of the letters"
        let hint = canvas.hasColour ? ", or to their pattern" : ": they are \(stroop.ink.rawValue)"
        canvas.centred(ask + hint, row: layout.timeRow - 1, in: layout.page, Style(Neon.grey))
    }

    /// The number of rows from which the texture of large letters is recognizable.
    private static let texturedRows = 6

    /// Draws the word in its ink and texture. Beside small letters it draws a sample of the texture.
    private func drawWord(in place: Area, on canvas: inout Canvas) {
        let texture = InkTexture(stroop.ink)
        let (swatch, word) = (texture.swatch, stroop.word.rawValue.uppercased())
        let ink = Style(PocketPalette.colour(stroop.ink))
        let isSmall = place.rows < Self.texturedRows
        let room = isSmall ? place.inset(columns: swatch.count + 1) : place
        let used = canvas.large(word, in: room.scaled(scale), ink)
        // The colour is the question, so no flash may change it.
        canvas.keepInk(used.inset(columns: isSmall ? -swatch.count - 2 : -1))
        guard texture.weave(into: used, on: &canvas.grid) else {
            let bold = Style(ink.foreground, on: ink.background, .bold)
            return canvas.centred("\(swatch) \(word) \(swatch)", row: used.row, in: place, bold)
        }
        guard isSmall else { return }
        let row = used.row + used.rows / 2
        canvas.grid.put(swatch, at: Position(column: used.column - swatch.count - 1, row: row), ink)
        canvas.grid.put(swatch, at: Position(column: used.endColumn + 1, row: row), ink)
    }
}

extension Area {
    /// Returns the middle of the area, at this share of its width and height.
    func scaled(_ scale: Double) -> Area {
        centred(Size(columns: Int(Double(columns) * scale), rows: Int(Double(rows) * scale)))
    }
}

/// The steps of a sequence as they are shown. Each sign lights up with its cue, 0.6 s on and 0.2 s off.
struct SequenceView {
    let steps: [PocketPrompt]
    /// The seconds since the first step.
    let elapsed: Double

    /// The seconds from one step to the next.
    private static let pace = (PocketSettings.stepTime + PocketSettings.stepGap).seconds

    private var begun: Int { elapsed < 0 ? 0 : min(steps.count, Int(min(elapsed / Self.pace, 1e6)) + 1) }

    /// The index of the lit step. nil in the gaps.
    private var lit: Int? {
        guard begun > 0 else { return nil }
        let step = begun - 1
        return elapsed - Double(step) * Self.pace < PocketSettings.stepTime.seconds ? step : nil
    }

    func draw(on canvas: inout Canvas) {
        let layout = PocketLayout(canvas)
        layout.drawRing(Style(Neon.faint), on: &canvas)
        if let lit, let prompt = steps.indices.contains(lit) ? steps[lit] : nil {
            if let stroop = prompt.stroop {
                StroopView(stroop: stroop).draw(layout, on: &canvas)
            } else {
                layout.drawSign(of: prompt.gesture, on: &canvas)
            }
        }
        canvas.centred("watch", row: layout.timeRow, in: layout.page, Style(Neon.grey))
        layout.drawDots(begun, of: steps.count, on: &canvas)
        layout.drawLegend(on: &canvas)
    }
}

/// A sequence that was repeated to its end.
struct SequenceDoneView {
    let count: Int

    func draw(on canvas: inout Canvas) {
        let layout = PocketLayout(canvas)
        canvas.large("✓ \(count)", in: layout.ring, Style(Neon.green))
        canvas.large("SEQUENCE DONE", in: layout.name, .plain)
    }
}

/// "Get ready": half a second before the first prompt.
struct ReadyView {
    let round: PocketRound

    func draw(on canvas: inout Canvas) {
        let layout = PocketLayout(canvas)
        let mode = Pocket.description.mode(round.settings.mode.rawValue)?.title ?? ""
        let turn = round.progress.turnText(round.settings)
        canvas.large("READY", in: layout.ring.inset(columns: -12), .plain)
        canvas.large(turn ?? mode, in: layout.name, .plain)
        layout.drawLegend(on: &canvas)
    }
}

/// The panels beside the ring, if there is room: the last gestures, and the actual feedback of the last cue.
struct PocketPanels {
    /// The space of a panel on each side of the screen, with a margin.
    static let margin = columns + 3
    private static let columns = 36
    let attempts: [PocketProgress.Attempt]
    let felt: [CueFeedback]

    /// The column of the times in a panel, after the longest title.
    private static let timeColumn = 15

    /// Formats an attempt: `↑ swipe up 0.41 s`.
    static func line(_ attempt: PocketProgress.Attempt) -> String { "\(title(attempt))  \(time(attempt))" }

    /// Returns the title `↑ swipe up`. For Stroop it adds the right direction.
    private static func title(_ attempt: PocketProgress.Attempt) -> String {
        let gesture = attempt.asked?.gesture ?? attempt.made ?? .tap
        let way = attempt.asked?.stroop.map { " \(PocketPalette.mark(.swipe($0.direction)))" } ?? ""
        return "\(PocketPalette.mark(gesture)) \(gesture.title.lowercased())\(way)"
    }

    private static func time(_ attempt: PocketProgress.Attempt) -> String {
        "\(Decimals.fixed(min(max(attempt.time.seconds, 0), 3_600), 2)) s"
    }

    /// Returns a mark for right or wrong, and the delay of its cue if the cue was played.
    private func verdict(_ attempt: PocketProgress.Attempt) -> String {
        let cues = [PocketCue.right, .failure].map(\.rawValue)
        let cue = felt.last { $0.cause == attempt.answered && cues.contains($0.name) }
        return [attempt.isRight ? "✓" : "✗", attempt.answered == nil ? nil : cue?.delay].compactMap(\.self)
            .joined(separator: " ")
    }

    func draw(on canvas: inout Canvas) {
        guard canvas.isRoomy, canvas.isDeveloper, !attempts.isEmpty else { return }
        let left = Area(column: 2, row: 5, columns: Self.columns, rows: attempts.count + 4)
        box(left, "Last gestures", on: &canvas)
        for (index, attempt) in attempts.enumerated() {
            let row = left.row + 2 + index
            let inner = left.inset(columns: 2)
            canvas.grid.put(Self.title(attempt), at: Position(column: inner.column, row: row))
            canvas.grid.put(Self.time(attempt), at: Position(column: inner.column + Self.timeColumn, row: row))
            canvas.trailing(
                verdict(attempt), row: row, in: inner,
                Style(attempt.isRight ? Neon.green : Neon.orange, on: .black, .bold))
        }
        drawFelt(on: &canvas)
    }

    private func drawFelt(on canvas: inout Canvas) {
        guard let felt = felt.last else { return }
        let right = Area(column: canvas.area.columns - Self.columns - 2, row: 5, columns: Self.columns, rows: 8)
        box(right, "what was felt", on: &canvas)
        let lines = [
            felt.name, "haptics  \(felt.hapticWords)", "sound    \(felt.soundWords)", "flash    \(felt.flashWords)",
        ]
        let place = Position(column: right.column + 2, row: right.row + 2)
        canvas.grid.put(lines: lines, at: place, Style(Neon.grey), limit: Self.columns - 4)
    }

    private func box(_ area: Area, _ title: String, on canvas: inout Canvas) {
        canvas.grid.border(area, Style(Neon.faint))
        canvas.grid.put(" \(title) ", at: Position(column: area.column + 2, row: area.row), Style(Neon.grey))
    }
}
