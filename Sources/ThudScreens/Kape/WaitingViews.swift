import ThudCore
import ThudTerminal
import ThudTextRaster

/// Between two players of a tournament: only a deliberate press goes on, a tilt does nothing.
public struct HandOverView: Hashable, Sendable {
    /// The player who takes the phone.
    public let player: String
    /// Which turn it is, from 1.
    public let number: Int
    /// How many turns there are.
    public let count: Int

    /// The hand-over to `player`, who has the turn `number` of `count`.
    public init(player: String, number: Int, of count: Int) {
        self.player = player
        self.number = number
        self.count = count
    }

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let footer = canvas.grid.size.primaryRows
        drawTurns(on: &canvas, in: page)
        let room = page.part(row: 2, rows: page.rows - footer - 5)
        canvas.line(KapeWords.takesThePhone, row: room.row, in: page, Style(Neon.grey))
        canvas.large(ShownName(player).text, in: room.part(row: 2), .plain)
        canvas.line(KapeWords.tiltsDoNothing, row: page.endRow - footer - 2, in: page, Style(Neon.grey))
        canvas.primary(canvas.words(KapeWords.ready), .confirm, in: page)
    }

    /// `Radha 2/5  ● ● ○ ○ ○`: those who had their turn, the one who has it, those to come.
    private func drawTurns(on canvas: inout Canvas, in page: Area) {
        let row = page.row
        let text = "\(canvas.words(KapeWords.turn)) \(number)/\(count)"
        canvas.grid.put(text, at: Position(column: page.column, row: row), Style(Neon.grey), limit: page.columns)
        // A tournament has five players at most; more dots than this tell nothing.
        guard (1...10).contains(count), 2 * count + TextWidth.columns(of: text) < page.columns else { return }
        for turn in 1...count {
            let colour = turn == number ? Neon.red : turn < number ? Colour.white : Neon.faint
            canvas.grid.put(
                turn <= number ? "●" : "○",
                at: Position(column: page.endColumn - 2 * (count - turn) - 1, row: row), Style(colour))
        }
    }
}

/// "Place it on your forehead": a face, and a phone that is lifted to it.
public struct ForeheadView: Hashable, Sendable {
    /// Since the screen is shown, in seconds.
    public let age: Double

    /// The screen at an age in seconds.
    public init(age: Double) { self.age = age }

    /// How long one lift takes, and how long the phone then rests, in seconds.
    private static let lift = 0.9
    private static let rest = 1.3

    /// How far the phone is lifted, 0 to 1; without motion it is there.
    private func lifted(_ allowsMotion: Bool) -> Double {
        guard allowsMotion, age.isFinite else { return 1 }
        let phase = max(0, age).truncatingRemainder(dividingBy: Self.lift + Self.rest)
        let left = 1 - min(phase / Self.lift, 1)
        return 1 - left * left * left
    }

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let figure = canvas.instruction(KapeWords.placeOnForehead, in: page.part(row: 1, rows: page.rows - 4))
        draw(FaceSketch(figure.size, lifted: lifted(canvas.allowsMotion)), in: figure, on: &canvas)
        canvas.line(KapeWords.screenOutwards, row: page.endRow - 1, in: page, Style(Neon.grey))
    }

    private func draw(_ face: FaceSketch, in area: Area, on canvas: inout Canvas) {
        let corner = Position(column: area.column, row: area.row)
        canvas.draw(face.face, at: corner, Style(Neon.grey))
        canvas.draw(face.phone, at: corner, Style(Neon.red))
    }
}

/// A face, and the phone on the way to its forehead.
struct FaceSketch {
    /// The face in dots, without what the phone hides.
    let face: Bitmap
    /// The phone in dots.
    let phone: Bitmap

    /// A drawing that fills `size`.
    ///
    /// - Parameter lifted: how far the phone is lifted, from beneath the chin (0) to the forehead (1).
    init(_ size: Size, lifted: Double) {
        var face = Sketch(size)
        var phone = Sketch(size)
        let radius = min(face.height / 2 - 0.5, face.width / 2 - 0.5)
        let centre = Sketch.Point(x: face.width / 2, y: face.height / 2)
        let line = max(0.55, radius / 14)
        let bottom = face.height - radius * 0.3
        let top = centre.y - radius * 0.5
        let box = RoundedBox(
            middle: Sketch.Point(x: centre.x, y: bottom + (top - bottom) * lifted),
            half: Sketch.Point(x: radius * 0.85, y: radius * 0.3), radius: radius * 0.12)
        face.paint { FaceSketch.isFace($0, centre, radius, line) && box.distance(to: $0) > line }
        phone.paint { abs(box.distance(to: $0) + line) <= line }
        self.face = face.bitmap
        self.phone = phone.bitmap
    }

    private static func isFace(_ point: Sketch.Point, _ centre: Sketch.Point, _ radius: Double, _ line: Double) -> Bool
    {
        let x = (point.x - centre.x) / radius
        let y = (point.y - centre.y) / radius
        let thin = line / radius
        let outline = abs(Sketch.Point(x: x, y: y).length - 1 + thin) <= thin
        let eyes = Sketch.Point(x: abs(x) - 0.38, y: y - 0.05).length <= max(0.11, thin)
        let mouth = abs(Sketch.Point(x: x, y: y - 0.1).length - 0.55) <= thin && y > 0.42
        return outline || eyes || mouth
    }
}

/// 3, 2, 1, as large as the screen.
public struct CountdownView: Hashable, Sendable {
    /// The number that is shown.
    public let digit: Int
    /// How much of this count has passed, 0 to 1.
    public let share: Double

    /// A count, `share` (0 to 1) of which has passed.
    public init(digit: Int, share: Double) {
        self.digit = digit
        self.share = share.isFinite ? min(max(share, 0), 1) : 1
    }

    /// The traffic light of the start.
    private var colour: Colour { digit > 2 ? Neon.red : digit == 2 ? Neon.orange : Neon.green }

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        // In steps, so that a frame is rewritten a few times a count and not sixty.
        let faded = (share * 6).rounded(.down) / 6
        canvas.grid.border(canvas.area, Style(colour.mixed(with: Neon.faint, faded)), isHeavy: true)
        let room = canvas.area.inset(columns: 2, rows: 1)
        canvas.large(String(digit), in: room.part(rows: room.rows - 1), .plain)
        let bar = room.lowest(1).inset(columns: room.columns / 4)
        canvas.grid.bar(bar, share: 1 - share, Style(colour))
    }
}
