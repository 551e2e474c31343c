import ThudCore

/// Where an axis of time has its marks: at 1, 2 or 5 times a power of ten seconds, as many as their labels leave room for.
struct TimeTicks {
    struct Mark: Hashable {
        let column: Int
        let label: String
    }

    let marks: [Mark]

    /// A label with its mark and a gap, such as `1500 ms`.
    private static let room = 12

    init(seconds: Double, columns: Int) {
        let most = max(1, columns / Self.room)
        let step = NiceNumber.atLeast(seconds / Double(most))
        let isShort = seconds < 2
        marks = (0...most).compactMap { index in
            let time = Double(index) * step
            let column = Int(time / seconds * Double(columns))
            let label = Decimals.short(isShort ? time * 1000 : time, atMost: 3) + (isShort ? " ms" : " s")
            guard column + label.utf8.count < columns else { return nil }
            return Mark(column: column, label: label)
        }
    }
}
