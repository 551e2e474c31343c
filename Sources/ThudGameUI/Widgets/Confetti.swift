import Glibc
import ThudCore
import ThudTerminal

/// Confetti shot from both lower corners. Positions depend only on the time, so that a late frame is correct.
package struct Confetti: Hashable, Sendable {
    /// The time since it was shot, in seconds.
    package let age: Double
    package let seed: UInt64
    package let pieces: Int

    /// The time after which all pieces have fallen, in seconds.
    package static let length = 4.0

    /// Creates confetti of an age in seconds, with at most 5,000 pieces, which is more than any screen shows.
    package init(age: Double, seed: UInt64, pieces: Int = 160) {
        self.age = age
        self.seed = seed
        self.pieces = min(max(0, pieces), 5_000)
    }

    /// An age at which it makes a good still picture.
    private static let still = 1.2

    private static let shapes: [Character] = ["▪", "●", "▴", "✦", "◆", "▾", "•", "★"]
    private static let colours = [Neon.red, Neon.green, Neon.orange, Neon.gold, Colour(0x00E5FF), Colour(0xFF2D95)]

    /// Draws the confetti on empty cells, so that it falls behind the text. Under Reduce Motion it hangs still.
    package func draw(on canvas: inout Canvas) {
        guard age >= 0, age < Confetti.length || !canvas.allowsMotion else { return }
        let age = canvas.allowsMotion ? age : Self.still
        var generator = SeededGenerator(seed: seed)
        for index in 0..<pieces {
            let piece = Piece(fromLeft: index.isMultiple(of: 2), &generator)
            guard let position = piece.position(at: age, in: canvas.size) else { continue }
            guard Confetti.isFree(position, canvas.grid) else { continue }
            let background = canvas.grid.style(at: position).background
            canvas.grid.put(String(piece.shape), at: position, Style(piece.colour, on: background))
        }
    }

    /// Whether nothing is written here or beside it. A piece between two words would read as a letter.
    static func isFree(_ position: Position, _ grid: Grid) -> Bool {
        (-1...1).allSatisfy { offset in
            let place = Position(column: position.column + offset, row: position.row)
            return grid.character(at: place) == " " && !grid.isContinuation(at: place)
        }
    }

    /// One piece: a throw upwards and inwards, bent by drag and gravity.
    private struct Piece {
        let shape: Character
        let colour: Colour
        private let start: Double
        private let delay: Double
        private let reach: Double
        private let height: Double
        private let flight: Double
        private let sway: Double
        private let turn: Double

        init(fromLeft: Bool, _ generator: inout SeededGenerator) {
            shape = generator.pick(Confetti.shapes)
            colour = generator.pick(Confetti.colours)
            start = fromLeft ? 0 : 1
            delay = generator.between(0, 0.5)
            reach = generator.between(0.02, 0.85) * (fromLeft ? 1 : -1)
            height = generator.between(0.5, 1.15)
            flight = generator.between(2.2, 3.5)
            sway = generator.between(-0.03, 0.03)
            turn = generator.between(3, 7)
        }

        /// Returns its position. nil before it flies and after it has fallen.
        func position(at age: Double, in size: Size) -> Position? {
            let time = (age - delay) / flight
            guard (0..<1).contains(time) else { return nil }
            // Drag soon slows the sideways motion.
            let x = start + reach * (1 - exp(-4 * time)) + sway * sin(turn * time * flight)
            // It rises for a quarter of the flight and falls for the rest.
            let rising = 1 - time / 0.25
            let falling = (time - 0.25) / 0.75
            let y = time < 0.25 ? height * (1 - rising * rising) : height * (1 - falling * (0.4 + 0.6 * falling))
            let position = Position(
                column: Int((x * Double(size.columns)).rounded(.down)),
                row: Int(((1 - y) * Double(size.rows)).rounded(.down)))
            return Area(size).contains(position) ? position : nil
        }
    }
}
