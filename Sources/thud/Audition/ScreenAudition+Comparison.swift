import ThudInput

/// The keys of `thud audition A B --ab`.
extension ScreenAudition {
    /// Takes a key that swaps, or one of a blind test; false if it belongs to the audition.
    func takeComparison(_ event: KeyEvent) -> Bool {
        guard let comparison else { return false }
        wantFrame()
        guard let test = comparison.test else {
            guard event.modifiers.isEmpty else { return false }
            switch event.key {
            case .character("x"), .character("n"), .character("p"), .pageUp, .pageDown:
                hear(1 - index)
                // What was shown is about the other pattern.
                tellProblems(of: comparison.patterns[index].loaded)
            case .character("b"):
                message = nil
                self.comparison?.beginTest()
                hearTest()
            default: return false
            }
            return true
        }
        switch event.key {
        // Nothing else may tell what X is.
        case _ where !event.modifiers.isEmpty: break
        case .character("a"): hear(.a)
        case .character("b"): hear(.b)
        case .character("x"): hear(.x)
        case .character("1"), .character("2"):
            self.comparison?.test?.answer(event.key == .character("1") ? 0 : 1)
            if test.answered + 1 == test.trials { endTest() } else { hearTest() }
        case .escape: endTest()
        case .character("q"), .space, .enter: return false
        default: break
        }
        return true
    }

    private func hear(_ choice: ABXTest.Choice) {
        comparison?.test?.heard = choice
        hearTest()
    }

    private func hearTest() { if let test = comparison?.test { hear(test.place) } }

    private func endTest() {
        let report = comparison?.endTest()
        message = nil
        takeSaves()
        if let report, message?.isProblem != true { message = (report, false) }
    }

    /// Continues with a pattern at the same position.
    private func hear(_ place: Int) {
        guard let comparison, comparison.takes.indices.contains(place) else { return }
        index = place
        (good, take, chart) = (comparison.patterns[place], comparison.takes[place], nil)
        if player.isSounding { player.change(to: comparison.takes[place], loops: nil) } else { play() }
    }
}
