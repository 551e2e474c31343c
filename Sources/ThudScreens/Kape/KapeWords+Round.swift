/// What a round says, from the hand-over to the podium.
extension KapeWords {
    static let takesThePhone = Phrase("Telefonin e merr", "the phone goes to")
    static let turn = Phrase("Radha", "turn")
    static let tiltsDoNothing = Phrase("Pa dredhi: animi s'vlen këtu.", "tilts do nothing here")
    static let ready = Phrase("GATI!", "ready")

    static let placeOnForehead = Phrase("Vendose në ballë", "place it on your forehead")
    static let screenOutwards = Phrase("Ekrani nga shokët. Mos shiko!", "screen out, no peeking")
    static let tiltToStart = Phrase("Anohu për të filluar", "tilt to start")
    static let nodDown = Phrase("Ul kokën, ose shtyp ↓ a j", "nod, or press ↓ or j")
    static let wellTilted = Phrase("Qashtu!", "just like that")

    static let got = Phrase("E gjete", "got it")
    static let pass = Phrase("Kaloje", "pass")

    static let pause = Phrase("Pauzë", "pause")
    static let clockStands = Phrase("Ora u ndal. Kafja jo.", "time stands, coffee does not")
    static let goOn = Phrase("VAZHDO", "go on")
    static let leave = Phrase("Dil", "leave")
    static let secondsLeft = Phrase("sekonda mbetën", "seconds left")

    static let timeIsUp = Phrase("Koha mbaroi!", "time's up!")
    static let accuracy = Phrase("saktësi", "accuracy")
    static let cardsGot = Phrase("Të gjetura", "got")
    static let cardsPassed = Phrase("Të kaluara", "passed")
    static let legendRemark = Phrase("Të lumtë! Gjaku s'bëhet ujë.", "bravo! blood is no water")
    static let foreignerRemark = Phrase("S'ka gjë. Edhe shqiponja rrëzohet.", "eagles fall too")
    static let playAgain = Phrase("HAJDE PRAP", "once more")
    static let nextPlayer = Phrase("TJETRI", "next")
    static let podium = Phrase("PODIUMI", "the podium")

    static let holdToLeave = Phrase("Mbaje për të dalë", "hold to leave")
    static let pressAgainToLeave = Phrase("Shtyp q sërish për të dalë", "press q again to leave")
}
