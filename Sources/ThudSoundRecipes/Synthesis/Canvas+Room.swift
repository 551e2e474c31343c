extension Canvas {
    /// Adds a small bright room: four delay lines of unrelated lengths that feed each other (Jot, 1991).
    ///
    /// - Parameters:
    ///   - level: of the room against the dry sound, linear.
    ///   - decay: seconds until the room has fallen by 60 dB.
    mutating func addRoom(level: Double, decay: Double) {
        // 31 to 53 ms, no length a multiple of another.
        let lengths = [1_487, 1_783, 2_137, 2_539]
        let rate = Double(Self.sampleRate)
        let gains = lengths.map { Shape.ring(Double($0) / rate, timeConstant: decay / 6.908) }
        var lines = lengths.map { [Double](repeating: 0, count: $0) }
        var damped = [Double](repeating: 0, count: lengths.count)
        var frame = 0
        map { left, right in
            for line in lines.indices {
                let oldest = lines[line][frame % lengths[line]]
                // Air and walls take the highs first.
                damped[line] += 0.6 * (oldest - damped[line])
            }
            let sum = damped.reduce(0, +) / 2
            for line in lines.indices {
                let input = line.isMultiple(of: 2) ? left : right
                // A Householder matrix: it mixes all lines and loses no energy.
                lines[line][frame % lengths[line]] = input + gains[line] * (damped[line] - sum)
            }
            frame += 1
            return (left + level * (damped[0] - damped[2]), right + level * (damped[1] - damped[3]))
        }
    }
}
