import ArgumentParser
import Glibc
import ThudCore
import ThudGameKit
import ThudGames
import ThudRecords

struct ScoresCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "scores", example: "thud scores",
        about: "Show the best 100 scores of each mode with their dates. The latest score is marked.")

    @Argument(
        help: ArgumentHelp("Game: \(Games.names.joined(separator: ", ")).", valueName: "game"),
        completion: .named("game"))
    var game = Games.usual.description.name

    @Option("Show this mode only.", value: "mode") var mode: String?

    @Flag(help: "Print the scores as JSON.") var json = false

    func validate() throws {
        let game = try Games.chosen(game).description
        guard mode == nil || game.mode(mode)?.isScored == true else {
            let modes = game.modes.filter(\.isScored).map(\.name)
            try Usage.require(!modes.isEmpty, "\(game.name) keeps no scores; leave out --mode")
            try Usage.require(modes.count > 1, "\(game.name) has only one mode; leave out --mode")
            let names = modes.joined(separator: ", ")
            throw ValidationError(
                "\(game.name) has no leaderboard \(TypedText.shown(mode ?? "")); choose one of \(names)")
        }
    }

    func run() throws {
        guard let game = Games.named(game)?.description else { return }
        // Records that cannot be read are not the same as none.
        let folder = try DataFolder.path()
        guard !SourceFile.exists(folder) || access(folder + "/.", R_OK | X_OK) == 0 else {
            throw SourceFile.failure(folder, .read)
        }
        let records = try DataFolder.recordsOrMemory(mustBeRead: true)
        let settings = (try? ConfigFolder.settings()).map { SettingsFile(path: $0).read(over: Preferences()) }
        let isEnglish = game.speaksEnglish(settings?.preferences ?? Preferences())
        let boards = try game.modes.filter { $0.isScored && (mode == nil || $0.name == mode) }.flatMap { mode in
            let latest = try records.latestScore(game: game.name, version: game.version, mode: mode.name)
            return try lengths(of: mode, in: game, records).map { length in
                Leaderboard(
                    mode: mode, isEnglish: isEnglish, length: length, variant: game.variant,
                    scores: try records.scores(game: game.name, version: game.version, mode: mode.name, length: length),
                    latest: latest)
            }
        }
        let list: JSONValue = ["game": .string(game.name), "modes": .array(boards.map(\.json))]
        Console.result(isJSON: json, list, boards.isEmpty ? ["\(game.name) keeps no scores"] : boards.flatMap(\.lines))
    }

    /// Returns the lengths of a mode that have a leaderboard of their own; one for all if rounds have no length.
    private func lengths(
        of mode: GameDescription.Mode, in game: GameDescription, _ records: RecordStore
    ) throws -> [RecordStore.BoardLength] {
        guard game.isTimed else { return [.any] }
        let lengths = try records.lengths(game: game.name, version: game.version, mode: mode.name)
        return lengths.isEmpty ? [.any] : lengths.map { .of($0) }
    }
}

struct Leaderboard {
    let mode: GameDescription.Mode
    let isEnglish: Bool
    /// The rounds whose scores it holds.
    let length: RecordStore.BoardLength
    /// The variant in which a score may have been made.
    let variant: GameDescription.Variant?
    let scores: [(number: Int64, score: Score)]
    /// The number of the latest score, which may not be in the list.
    let latest: Int64?

    var lines: [String] {
        guard !scores.isEmpty else { return ["\(name): no score yet"] }
        return [title]
            + scores.enumerated().map { index, entry in
                let mark = entry.number == latest ? "▸" : " "
                let rank = Padding.right("\(index + 1)", 4)
                let points = " " + Padding.right("\(entry.score.score)", 5)
                let share = Padding.right("\(Decimals.percent(entry.score.accuracy)) %", 7)
                let notes = [
                    entry.score.player, entry.score.seconds.map { "\(Decimals.fixed($0, 1)) s" }, entry.score.variant,
                    entry.score.seed.map { "seed \($0)" },
                ].compactMap(\.self)
                return "\(mark)\(rank)\(points)\(share)  \(LocalDay(at: entry.score.date))"
                    + (notes.isEmpty ? "" : "  \(notes.joined(separator: ", "))")
            }
    }

    private var name: String { isEnglish ? mode.gloss : mode.title }

    private var title: String {
        switch length {
        case .any: name
        case .of(let seconds?): "\(name), \(Decimals.short(seconds, atMost: 1)) s"
        case .of(nil): "\(name), length unknown"
        }
    }

    private var seconds: JSONValue { if case .of(let seconds?) = length { .number(seconds) } else { .null } }

    var json: JSONValue {
        [
            "mode": .string(mode.name), "seconds": seconds,
            "scores": .array(
                scores.enumerated().map { index, entry in
                    json(entry.score, place: index + 1, isLatest: entry.number == latest)
                }),
        ]
    }

    private func json(_ score: Score, place: Int, isLatest: Bool) -> JSONValue {
        let members: [JSONValue.Member] = [
            .init("place", .integer(place)),
            .init("score", .integer(score.score)),
            .init("accuracy", .number(score.accuracy)),
            .init("seconds", score.seconds.map { .number($0) } ?? .null),
            .init("date", .string("\(LocalDay(at: score.date))")),
            .init("time", .integer(score.date)),
            .init("seed", score.seed.map { .string(String($0)) } ?? .null),
            .init("player", score.player.map { .string($0) } ?? .null),
            .init("latest", .bool(isLatest)),
        ]
        let isVariant = variant.map { [JSONValue.Member($0.option, .bool(score.variant == $0.option))] } ?? []
        return .object(members + isVariant)
    }
}

extension LocalDay {
    /// Creates the local day at a time in seconds since 1970.
    init(at seconds: Int) {
        var (time, parts) = (time_t(seconds), tm())
        // Of a time in no year the distance is 0.
        localtime_r(&time, &parts)
        self.init(number: (seconds + parts.tm_gmtoff) / 86_400)
    }
}
