/// How large letters are, in pixels an em.
struct LetterSize {
    /// In width.
    let across: Double
    /// In height.
    let down: Double

    /// Letters of the typeface's own proportions: pixels are twice as high as wide.
    private static let natural = 2.0
    /// The narrowest that letters may become where the box is too narrow for a long word: as narrow as condensed
    /// typefaces are, and a quarter higher for it.
    private static let narrow = 1.6

    /// The largest letters that are neither larger in any direction nor out of proportion.
    init(across: Double, down: Double) {
        self.across = min(across, down * LetterSize.natural)
        self.down = min(down, across / LetterSize.narrow)
    }

    /// Whether letters hold up. Capitals are then 6 pixels high; in one pixel less the dots of ë and i run into the
    /// letters, and narrower ones into each other.
    var isLegible: Bool { across >= 16 && down >= 8 }

    /// The largest whole size that hinting may bring down to this one.
    var hinted: LetterSize { LetterSize(across: across.rounded(.down) + 2, down: down.rounded(.down) + 1) }

    /// The next smaller whole size, for letters whose ink takes too much room.
    ///
    /// - Parameter excess: the ink's extents as a part of the room's; up to 1 they fit.
    func smaller(by excess: (across: Double, down: Double)) -> LetterSize {
        func shrunk(_ size: Double, by excess: Double) -> Double {
            excess <= 1 ? size : min(size.rounded(.up) - 1, (size / excess).rounded(.up))
        }
        return LetterSize(across: shrunk(across, by: excess.across), down: shrunk(down, by: excess.down))
    }

    /// What a square em covers, in pixels.
    var area: Double { across * down }
}
