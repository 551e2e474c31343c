import ThudGameUI

enum KapeWords {
    static let placeOnForehead = Phrase("Vendose në ballë", "Place it on your forehead")
    static let screenOutwards = Phrase("Ekrani nga shokët. Mos shiko!", "Screen to your friends. No peeking!")
    static let tiltBackToPass = Phrase("Koka prapa: kaloje (↑ a k)", "Tilt back to pass (↑ or k)")
    static let tiltToStart = Phrase("Ule kokën për të filluar", "Nod to start")
    static let nodDown = Phrase("Ul kokën, ose shtyp ↓ a j", "Nod, or press ↓ or j")
    static let wellTilted = Phrase("Qashtu!", "Just like that!")
    static let got = Phrase("E gjete", "Got it")
    static let pass = Phrase("Kaloje", "Pass")
    static let tooSoon = Phrase("Prit pak!", "Too soon!")
    static let timeIsUp = Phrase("Koha mbaroi!", "Time's up!")
    static let accuracy = Phrase("saktësi", "accuracy")
    static let cardsGot = Phrase("Të gjetura", "Got")
    static let cardsPassed = Phrase("Të kaluara", "Passed")
    static let legendRemark = Phrase("Të lumtë! Gjaku s'bëhet ujë.", "Bravo! Blood runs thick.")
    static let foreignerRemark = Phrase("S'ka gjë. Edhe shqiponja rrëzohet.", "Never mind. Even eagles fall.")

    /// What the ranks mean, for guests.
    static let legendMeaning = "a legend"
    static let foreignerMeaning = "“foreign meat”: a foreigner, for now"

    /// From how many missing cards on a score is near LEGJENDË.
    private static let nearLegend = 1...3

    /// Returns how many cards a score is short of LEGJENDË. nil unless it is near.
    static func moreToLegend(from score: Int) -> Phrase? {
        let missing = KapeResult.legendAbove + 1 - score
        return nearLegend.contains(missing)
            ? Phrase("Edhe \(missing) për LEGJENDË", "\(missing) more to LEGJENDË") : nil
    }
}
