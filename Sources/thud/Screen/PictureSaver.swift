import Glibc
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudPictures

/// Draws requested pictures and writes them to the current folder on a background thread. Neither cairo nor a slow
/// disk delays the thread that takes keys and triggers cues.
final class PictureSaver: Sendable {
    /// The highest number in a picture's name, for one game and day.
    static let most = 999

    let worker = Worker<(picture: ResultPicture, name: String), String>(name: "thud-picture") { batch in
        for (picture, name) in batch.requests { batch.reply(outcome(of: picture, as: name)) }
    }

    /// Saves a picture as `NAME.png`, or as `NAME-2.png` and so on if the name is taken.
    func save(_ picture: ResultPicture, as name: String) { worker.post((picture, name)) }

    /// Waits for all requested pictures; returns the remaining outcomes. Call it once, at the end.
    func finish() -> [String] {
        worker.finish()
        return worker.take()
    }

    private static func outcome(of picture: ResultPicture, as name: String) -> String {
        do throws(ThudError) {
            return "Saved \(try write(picture.png(), as: name))"
        } catch {
            return "the picture was not saved: \(error)"
        }
    }

    /// Writes a file under the first free name and returns the name. Creation is exclusive: it overwrites nothing.
    private static func write(_ bytes: [UInt8], as name: String) throws(ThudError) -> String {
        for number in 1...most {
            let file = number == 1 ? "\(name).png" : "\(name)-\(number).png"
            if try SourceFile.create(file, with: bytes) { return file }
        }
        throw ThudError(.checkFailed, about: name, "\(name).png to \(name)-\(most).png exist already; move some away")
    }
}

extension ScreenPresenter {
    /// Saves a picture of the result or podium on the screen. A remark reports the outcome later.
    func saveImage() {
        let day = "\(LocalDay(at: time(nil)))"
        let picture =
            if flow.scene == .podium {
                flow.tournament.map { ResultPicture($0, of: game, inEnglish: flow.isEnglish, date: day) }
            } else {
                session?.result.map {
                    ResultPicture(
                        $0, of: game, player: flow.tournament?.lastPlayer, isHighScore: isHighScore,
                        inEnglish: flow.isEnglish, date: day)
                }
            }
        guard let picture else { return }
        pictures.save(picture, as: "thud-\(game.description.name)-\(day)")
    }
}

extension ResultPicture {
    /// Creates a picture of a result in the words of its game; `player` is nil outside a tournament.
    init(
        _ result: ResultContent, of game: any GameView.Type, player: String?, isHighScore: Bool, inEnglish: Bool,
        date: String
    ) {
        func text(_ phrase: Phrase) -> String { phrase.text(inEnglish: inEnglish) }
        let words = game.theme.words
        let isTold = isHighScore && result.leavesRecordUntold(words)
        let remark = isTold ? "★ \(text(words[.highScore])) ★" : text(result.remark)
        self.init(
            title: game.description.title, heading: player.map { ShownName($0).text } ?? text(result.title),
            .score(
                String(result.score), figures: result.figures + text(result.figuresNote),
                stamp: result.stamp.map { Stamp($0, colour: result.stampColour) }, remark: remark),
            accent: result.isTriumph ? Neon.gold : game.theme.accent, emblem: game.theme.emblem, date: date)
    }

    init(_ tournament: Tournament, of game: any GameView.Type, inEnglish: Bool, date: String) {
        let places = tournament.standings.map { standing in
            Place(
                standing.place, name: ShownName(standing.name).text, score: String(standing.score),
                title: game.title(of: standing, inEnglish: inEnglish), colour: PodiumView.colour(standing.place))
        }
        self.init(
            title: game.description.title, heading: game.theme.words[.podium].text(inEnglish: inEnglish),
            .podium(places), accent: game.theme.accent, emblem: game.theme.emblem, date: date)
    }
}
