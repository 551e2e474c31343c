import ThudTerminal

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
