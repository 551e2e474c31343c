import ThudCore
import ThudTestSupport

/// Checks of Thud's own capture: it finds the other end of a card by the card's driver, whatever precedes the card.
func captureChecks(_ guest: Guest) -> [Check] {
    [
        capture("hw", guest, ["--device", "hw:Cable,0,0", "--exclusive"]),
        capture("dmix", guest, ["--device", "dmix:Cable"]),
        capture(
            "a PCM of one's own over plug and dmix", guest, ["--device", "mine"],
            configuration: "pcm.mine { type plug slave.pcm \"dmix:CARD=Cable\" }"),
    ]
}

/// Checks that the benchmark finds the card's other end, hears every cue there, and hears what it predicted.
private func capture(_ name: String, _ guest: Guest, _ arguments: [String], configuration: String? = nil) -> Check {
    Check(claim: "on \(name) the bench finds the card's other end by itself and hears what it predicts") {
        let json = "/tmp/capture.json"
        let program = try guest.startThud(
            [
                "bench", "--game", "none", "--cue", "kape/tick", "--count", "16", "--interval", "220..330", "--keys",
                "0",
                "--no-cold-start", "--json", json,
            ] + arguments,
            configuration: configuration)
        let outcome = try await ThudProcess.outcome(of: program, within: .seconds(120))
        try require(outcome.exitCode == 0, "it ended with \(outcome.exitCode ?? -1): \(outcome.errorOutput)")
        let root = try JSONReader(SourceFile.read(json), file: json)
        let source = try root.member("loopback").member("source").string()
        let summary = try root.member("summary")
        let measured = try summary.member("measured").integer(in: 0...16)
        let errors = try summary.member("stages").member("predictionError")
        let (least, most) = try (errors.member("min").number(), errors.member("max").number())
        let words =
            "\(measured) of 16 measured by \(source), predicted - measured \(Decimals.fixed(least, 3)) to "
            + "\(Decimals.fixed(most, 3)) ms"
        try require(measured == 16 && max(abs(least), abs(most)) <= 0.2, words)
        return words
    }
}
