import ArgumentParser
import Glibc
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudRecords
import ThudTerminal

/// `thud` alone on a terminal: shows the games, starts the chosen one, and returns when it is left.
struct Launcher {
    let terminal: TerminalSession

    func run() throws {
        defer {
            terminal.leave()
            Console.release()
        }
        Console.hold()
        var (selected, notice): (Int, String?) = (0, nil)
        while true {
            let screen = LauncherScreen(on: terminal, selected: selected, notice: notice)
            end(by: screen.run())
            guard let choice = screen.choice else { return }
            (selected, notice) = (screen.selected, nil)
            do { end(by: try start(choice)) } catch { notice = "\(error)" }
        }
    }

    private func end(by signal: Int32?) {
        guard let signal else { return }
        terminal.leave()
        Interrupts.end(by: signal)
    }

    /// Runs what was chosen to its end; returns the signal that ended it, if any.
    private func start(_ choice: LauncherScreen.Choice) throws -> Int32? {
        switch choice {
        case .game(let name):
            var request = try PlayCommand.parse([name]).request()
            request.isFromLauncher = true
            return try ScreenPlay(request: request).run(on: terminal).signal
        case .patterns: return try AuditionCommand.parse([]).browse(on: terminal)
        case .bench:
            bench()
            return nil
        }
    }

    /// Measures below the shell's last line, and waits until the result has been read.
    private func bench() {
        terminal.leave()
        Console.release()
        do {
            // The program has run for a while, so its start cannot be timed.
            let bench = try BenchCommand.parse(["--count", "20", "--no-cold-start", "--keys", "0"])
            try bench.run()
        } catch {
            Console.remark("thud: \(error)")
        }
        // A bench that could not begin still holds the signals, and nothing looks for them here.
        Interrupts.release()
        Console.remark("Press ↵ to return.")
        // What was typed during the bench would return before the result has been read, and choose something.
        _ = tcflush(STDIN_FILENO, TCIFLUSH)
        _ = readLine()
        // Enter may still be held. Its repeats must not start a game.
        _ = terminal.input.take([UInt8(ascii: "\r")], at: .now())
        Console.hold()
    }
}

extension LauncherCard {
    /// Creates the card of a game from what the records say about it.
    init(_ game: any GameView.Type, _ records: RecordStore?, played: LocalDay?, today: LocalDay) {
        let description = game.description
        let best = description.modes.filter(\.isScored).lazy.compactMap { mode in
            (try? records?.scores(game: description.name, version: description.version, mode: mode.name))?.first
                .map { (mode, $0.score.score) }
        }.first
        let kept = try? records?.savedProgress(of: description.name)
        let streak = kept.flatMap { game.streak(of: $0, on: today) }
        let figures = [
            best.map { mode, score in description.modes.count > 1 ? "best \(score) · \(mode.title)" : "best \(score)" },
            streak.map { "streak \(Count.of($0, "day"))" }, played.map { Self.words(today - $0) } ?? "new",
        ]
        self.init(
            title: description.title, letter: description.name.first ?? "?", abstract: description.abstract,
            art: game.theme.emblem, accent: game.theme.accent, figures: figures.compactMap(\.self))
    }

    private static func words(_ days: Int) -> String {
        switch days {
        case ...0: "played today"
        case 1: "played yesterday"
        default: "played \(days) days ago"
        }
    }
}
