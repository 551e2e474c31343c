import ThudGameKit
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

    static let shell = {
        var words = ShellWords()
        words.unnamedPlayer = Phrase(Kape.description.unnamedPlayer, "Player")
        words.tagline = Phrase("Telefonin në ballë. Shokët flasin. Ti e kap.", "Phone up, friends talk, you catch it.")
        words.play = Phrase("LUAJ", "PLAY")
        words.resume = Phrase("VAZHDO RAUNDIN", "RESUME ROUND")
        words.startAnew = Phrase("Raund i ri", "New round")
        words.tournament = Phrase("Turne", "Tournament")
        words.settings = Phrase("Cilësimet", "Settings")
        words.help = Phrase("Ndihmë", "Help")
        words.daily = Phrase("Raundi i ditës", "Today's round")
        words.language = Phrase("Gjuha", "Language")
        words.ownLanguage = Phrase("Shqip", "Albanian")
        words.quit = Phrase("Dil", "Quit")
        words.unknownLength = Phrase("gjatësi e panjohur", "length unknown")
        words.best = Phrase("më i miri", "best")
        words.you = Phrase("ti", "you")
        words.inARow = Phrase("në radhë", "in a row")
        words.placing = Phrase("Vendi # nga %", "Place # of %")
        words.back = Phrase("Kthehu", "Back")
        words.board = Phrase("Rekordet", "Leaderboard")
        words.noScores = Phrase("Ende asnjë rekord.", "No score yet.")
        words.scroll = Phrase("Lëviz", "Scroll")
        words.chooseDeck = Phrase("Me çka po luajmë?", "Choose a deck")
        words.choose = Phrase("Zgjidh", "Choose")
        words.cards = Phrase("letra", "cards")
        words.locked = Phrase("E kyçur", "Locked")
        words.broken = Phrase("E prishur", "Broken")
        words.own = Phrase("E jotja", "Yours")
        words.unlockTitle = Phrase("E kyçur", "Locked")
        words.unlock = Phrase("HAPE", "UNLOCK")
        words.nothingBought = Phrase("Falas: këtu s'blihet asgjë.", "Free: nothing to buy here.")
        words.unlockAlso = Phrase("Ose në terminal: thud decks unlock", "Or in a terminal: thud decks unlock")
        words.whoPlays = Phrase("Kush luan?", "Who plays?")
        words.addPlayer = Phrase("+ Shto lojtar", "+ Add a player")
        words.startTournament = Phrase("GATI!", "READY!")
        words.typeName = Phrase("Shkruaj emrin", "Type a name")
        words.erase = Phrase("Fshij", "Erase")
        words.tooSmall = Phrase("Terminali është i vogël", "The terminal is too small")
        words.needed = Phrase("duhen", "needed:")
        words.sound = Phrase("Tinguj", "Sounds")
        words.haptics = Phrase("Dridhje", "Haptics")
        words.silentSwitch = Phrase("Modaliteti i heshtur", "Silent switch")
        words.volume = Phrase("Volumi", "Volume")
        words.loud = Phrase("Festë (më fort)", "Party mode (louder)")
        words.roundLength = Phrase("Raundi", "Round")
        words.reduceMotion = Phrase("Më pak lëvizje", "Reduce Motion")
        words.tutorial = Phrase("Mësimi në fillim", "Show the tutorial")
        words.gloss = Phrase("Anglisht anash", "English beside it")
        words.developerLine = Phrase("Rreshti i zhvilluesit", "Developer stats")
        words.changeValue = Phrase("Ndrysho", "Change")
        words.on = Phrase("PO", "ON")
        words.off = Phrase("JO", "OFF")
        words.follow = Phrase("SI SISTEMI", "FOLLOW SYSTEM")
        words.drive = Phrase("SINJAL", "DRIVE SIGNAL")
        words.takesThePhone = Phrase("Telefonin e merr", "Up next:")
        words.turn = Phrase("Radha", "Turn")
        words.handOverNote = Phrase("Pa dredhi: animi s'vlen këtu.", "No tricks: tilts do nothing here.")
        words.ready = Phrase("GATI!", "READY!")
        words.pause = Phrase("Pauzë", "Paused")
        words.clockStands = Phrase("Ora u ndal. Kafja jo.", "The clock has stopped. The coffee hasn't.")
        words.goOn = Phrase("VAZHDO", "CONTINUE")
        words.leave = Phrase("Menyja", "Menu")
        words.secondsLeft = Phrase("sekonda mbetën", "seconds left")
        words.playAgain = Phrase("HAJDE PRAP", "PLAY AGAIN")
        words.nextPlayer = Phrase("TJETRI", "UP NEXT")
        words.podium = Phrase("PODIUMI", "THE PODIUM")
        words.holdToLeave = Phrase("Mbaje për të dalë", "Hold to leave")
        words.pressAgainToLeave = Phrase("Shtyp q sërish për të dalë", "Press q again to leave")
        words.chooseMode = Phrase("Çka po luajmë?", "Choose a mode")
        words.highScore = Phrase("REKORD I RI!", "NEW HIGH SCORE!")
        words.saveImage = Phrase("Foto", "Image")
        words.helpKeys = Phrase(
            "shigjetat a miu: zgjidh   ↵: vazhdo   s: cilësimet   q: dil   ?: kjo faqe",
            "arrows or mouse: choose   ↵: go on   s: settings   q: leave   ?: this page")
        words.helpDecks = Phrase(
            "▲ është lehtë, ▲▲▲ vështirë. Numrat thonë sa letra ke parë; të rejat vijnë të parat.",
            "▲ is easy, ▲▲▲ is hard. The figures say how many cards you have seen; new ones come first.")
        words.helpLocked = Phrase(
            "Një letër e kyçur hapet me një shtypje. Asgjë s'kushton.",
            "A locked deck opens with a press. Nothing costs anything.")
        words.helpPlayers = Phrase(
            "Shkruaj një emër dhe shtyp ↓ për tjetrin. Secili luan një raund me të njëjtën gjatësi.",
            "Type a name and press ↓ for the next one. Every player plays a round of the same length.")
        words.helpTurns = Phrase(
            "Radha: lojtari me emrin në ekran e merr telefonin dhe shtyp ↵. Para kësaj asgjë s'vlen.",
            "Turns: the player whose name is shown takes the phone and presses ↵. Nothing counts before.")
        words.helpBoard = Phrase(
            "Çdo gjatësi ka tabelën e vet. ▸ shënon rekordin e fundit.",
            "Every length has its own board. ▸ marks the latest score.")
        words.helpPodium = Phrase(
            "Fiton kush ka më shumë pikë; me pikë të barabarta, kush ka kaluar më pak.",
            "More points win; of equal points, the one with fewer passes.")
        words.helpPause = Phrase(
            "Koha jote nuk ikën derisa të shtypësh ↵.", "Your time stands still until you press ↵.")
        words.helpResult = Phrase(
            "↵ luan prap, i ruan një foto, l hap rekordet.",
            "↵ plays again, i saves a picture, l opens the board.")
        words.titles = [
            "Legjendë": "Legend", "Argjend": "Silver", "Bronz": "Bronze", "Turist": "Tourist", "Shqipe": "Eagle",
            "Bishë": "Beast",
        ]
        words.notices = [
            "Saved ": "U ruajt ", "the picture was not saved": "fotoja s'u ruajt",
            "the sound device is gone; Thud keeps time and tries to reopen it":
                "pajisja e zërit humbi; Thud mban kohën dhe provon prap",
            "the sound device is back": "pajisja e zërit u kthye",
            "a sound device is available now": "tani ka pajisje zëri",
            "another terminal continued the saved round": "një terminal tjetër e vazhdoi raundin",
        ]
        return words
    }()

    static let help = [
        Phrase(
            "Njëri e mban telefonin në ballë, ekrani nga shokët. Shokët e përshkruajnë fjalën.",
            "One holds the phone to the forehead, screen out. The friends describe the word."),
        Phrase("↓ ose j, ul kokën: e gjete", "↓ or j, nod: got it"),
        Phrase("↑ ose k, koka prapa: kaloje", "↑ or k, tilt back: pass"),
        Phrase("p: pauzë · q e mbajtur: dil", "p: pause · q held: leave"),
        Phrase(
            "9 fjalë ose më shumë: LEGJENDË", "9 words or more: LEGJENDË, a legend. Fewer: MISH I HUAJ, a foreigner"),
        Phrase(
            "t: turne me 2 deri 5 lojtarë    y: raundi i ditës, i njëjtë për të gjithë",
            "t: a tournament of 2 to 5    y: the round of the day, the same for everyone"),
    ]

    /// From how many missing cards on a score is near LEGJENDË.
    private static let nearLegend = 1...3

    /// Returns how many cards a score is short of LEGJENDË. nil unless it is near.
    static func moreToLegend(from score: Int) -> Phrase? {
        let missing = KapeResult.legendAbove + 1 - score
        return nearLegend.contains(missing)
            ? Phrase("Edhe \(missing) për LEGJENDË", "\(missing) more to LEGJENDË") : nil
    }
}
