/// The words of Kape.
public enum KapeWords {}

/// The words of the menus.
extension KapeWords {
    static let tagline = Phrase("Telefonin në ballë. Shokët flasin. Ti e kap.", "phone up, friends talk, you catch it")
    static let play = Phrase("LUAJ", "play")
    static let resume = Phrase("VAZHDO RAUNDIN", "go on with your round")
    static let startAnew = Phrase("Nga fillimi", "start anew")
    static let tournament = Phrase("Turne", "tournament")
    static let settings = Phrase("Cilësime", "settings")
    static let english = Phrase("Shqip?", "English")
    static let back = Phrase("Kthehu", "back")

    static let chooseDeck = Phrase("Me çka po luajmë?", "choose a deck")
    static let choose = Phrase("Zgjidh", "choose")
    static let cards = Phrase("letra", "cards")
    static let locked = Phrase("E kyçur", "locked")
    static let broken = Phrase("E prishur", "broken")
    static let own = Phrase("E jotja", "yours")
    static let allSeen = Phrase("të para", "seen")

    static let unlockTitle = Phrase("Me çelës", "under lock and key")
    static let unlock = Phrase("HAPE", "unlock")
    static let nothingBought = Phrase("Falas: këtu s'blihet asgjë.", "free, nothing is bought")
    static let unlockAlso = Phrase("Ose në terminal: thud decks unlock", "or in a terminal")

    static let whoPlays = Phrase("Kush luan?", "who plays?")
    static let addPlayer = Phrase("+ Shto lojtar", "add a player")
    static let startTournament = Phrase("GATI!", "ready")
    static let typeName = Phrase("Shkruaj emrin", "type a name")
    static let erase = Phrase("Fshij", "erase, remove")

    static let tooSmall = Phrase("Terminali është i vogël", "the terminal is too small")
    static let needed = Phrase("duhen", "needed")

    static let sound = Phrase("Tinguj", "sounds")
    static let haptics = Phrase("Dridhje", "haptics")
    static let silentSwitch = Phrase("Çelësi i heshtjes", "silent switch")
    static let volume = Phrase("Volumi", "volume")
    static let loud = Phrase("Festë", "party: louder")
    static let roundLength = Phrase("Raundi", "round")
    static let reduceMotion = Phrase("Më pak lëvizje", "reduce motion")
    static let tutorial = Phrase("Mësimi në fillim", "tutorial at the start")
    static let gloss = Phrase("Anglisht", "English gloss")
    static let developerLine = Phrase("Rreshti i zhvilluesit", "developer's line")
    static let changeValue = Phrase("Ndrysho", "change")
    static let on = Phrase("PO", "on")
    static let off = Phrase("JO", "off")
    static let follow = Phrase("SI SISTEMI", "as the system")
    static let drive = Phrase("SINJAL", "drive signal")
}

/// The words of a round, from the hand-over to the podium.
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
