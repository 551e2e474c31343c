import Glibc
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudPictures

extension ScreenPresenter {
    /// Saves a picture of the result or podium on the screen. A remark reports the outcome later.
    func saveImage() {
        let day = Day.text(of: time(nil))
        let picture =
            if flow.scene == .podium {
                flow.tournament.map { ResultPicture($0, of: game, date: day) }
            } else {
                session?.result.map {
                    ResultPicture(
                        $0, of: game, player: flow.tournament?.lastPlayer, isHighScore: isHighScore, date: day)
                }
            }
        guard let picture else { return }
        pictures.save(picture, as: "thud-\(game.description.name)-\(day)")
    }
}

extension ResultPicture {
    /// Creates a picture of a result in the words of its game; `player` is nil outside a tournament.
    init(_ result: ResultContent, of game: any GameView.Type, player: String?, isHighScore: Bool, date: String) {
        let words = game.theme.words
        let isTold = isHighScore && result.leavesRecordUntold(words)
        let remark = isTold ? "★ \(words.highScore.text) ★" : result.remark.text
        self.init(
            title: game.description.title, heading: player.map { ShownName($0).text } ?? result.title.text,
            .score(
                Score(
                    String(result.score), figures: result.figures + result.figuresNote.text,
                    stamp: result.stamp.map { Stamp($0, colour: result.stampColour) }, remark: remark)),
            accent: result.isTriumph ? Neon.gold : game.theme.accent, emblem: game.theme.emblem, date: date)
    }

    init(_ tournament: Tournament, of game: any GameView.Type, date: String) {
        let places = tournament.standings.map { standing in
            Place(
                standing.place, name: ShownName(standing.name).text, score: String(standing.score),
                title: game.description.title(ofPlace: standing.place), colour: PodiumView.colour(standing.place))
        }
        self.init(
            title: game.description.title, heading: game.theme.words.podium.text, .podium(places),
            accent: game.theme.accent, emblem: game.theme.emblem, date: date)
    }
}
