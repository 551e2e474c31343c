import ThudGames
import ThudRecords
import ThudReports
import ThudScreens

extension ScreenRunner {
    /// The end as JSON.
    func report(isInterrupted: Bool) -> RoundReport {
        stage.report(
            deck: flow.lastDeck.map { flow.deck($0)?.id ?? $0 }, player: setup.player, seed: setup.seed,
            seconds: flow.preferences.seconds, tournament: lastTournament,
            isInterrupted: isInterrupted, frames: screen.times)
    }

    /// The end in words: what every round came to, how the budget was met, where it was recorded.
    func closingLines() -> [String] {
        let status = StatusLine(hasColour: false)
        return stage.journal.results.map(status.result) + (lastTournament.map(status.places) ?? [])
            + (stage.journal.tally.triggered > 0 ? [StatusLine.closing(stage.verdict)] : [])
            + (stage.output.recording.map { ["Recorded to \($0)"] } ?? [])
    }
}
