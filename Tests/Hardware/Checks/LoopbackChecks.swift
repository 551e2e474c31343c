import ThudCore
import ThudTestSupport

/// Checks on loopback cards, whose other end shows what was played: one with many subdevices, and one with a single
/// one.
func loopbackChecks(_ guest: Guest) async throws -> [Check] {
    let exclusive = ["--exclusive"]
    // The card's id does not reveal that it is a loopback card.
    try await guest.load("snd-aloop", "enable=1,1", "index=0,1", "id=Cable,Single", "pcm_substreams=8,1")
    return [
        Check(claim: "a bare card is refused unless it is asked for with --exclusive") {
            for pcm in ["hw:Cable,0,0", "plughw:Cable,0,0"] {
                let outcome = try await guest.thud(["bench", "--device", pcm, "--count", "1"])
                try require(
                    outcome.exitCode == 3 && outcome.errorOutput.contains("--exclusive"),
                    "\(pcm): exit \(outcome.exitCode ?? -1), \(outcome.errorOutput)")
            }
            return "hw and plughw end with 3"
        },
        truth("hw", guest, ["--device", "hw:Cable,0,0"] + exclusive),
        truth("hw with a short queue", guest, ["--device", "hw:Cable,0,0", "--period", "768"] + exclusive),
        truth("plughw", guest, ["--device", "plughw:Cable,0,0"] + exclusive),
        truth("dmix", guest, ["--device", "dmix:Cable"]),
        truth("dmix with a short queue", guest, ["--device", "dmix:Cable", "--period", "1024"]),
        truth(
            "a PCM of one's own over plug and dmix", guest, ["--device", "mine"],
            configuration: "pcm.mine { type plug slave.pcm \"dmix:CARD=Cable\" }"),
        rewinding("hw", guest, play: "hw:Cable,0,0", period: 2048),
        rewinding("dmix", guest, play: "dmix:Cable", period: 1024),
        mixing(guest),
        Check(claim: "a short buffer that loses sound without a word grows until it does not") {
            let bench = try await Bench.run(
                guest, ["--device", "hw:Cable,0,0", "--period", "128"] + exclusive, count: 30)
            try require(bench.heard >= 29, bench.words)
            return bench.words
        },
        Check(claim: "a card that another program holds is said to be held") {
            let holder = try guest.start(
                "aplay", package: "alsa-utils",
                ["-q", "-D", "hw:Single,0,0", "-f", "S16_LE", "-c", "2", "-r", "48000", "/dev/zero"])
            try await Task.sleep(for: .milliseconds(500))
            let outcome = try await guest.thud(["bench", "--device", "hw:Single,0,0", "--count", "1"] + exclusive)
            await holder.stop()
            try require(
                outcome.exitCode == 3 && outcome.errorOutput.contains("another program uses"),
                "exit \(outcome.exitCode ?? -1), \(outcome.errorOutput)")
            return "exit 3, and the sentence says so"
        },
    ] + captureChecks(guest) + formatChecks(guest)
}

/// Checks that the prediction matches what the card's other end captures, to 0.2 ms or to the error that the benchmark
/// states.
private func truth(
    _ name: String, _ guest: Guest, _ arguments: [String], configuration: String? = nil
) -> Check {
    Check(claim: "on \(name) the prediction is true, or said to be known only so well") {
        let bench = try await Bench.run(guest, arguments, configuration: configuration)
        try require(bench.heard == bench.played && bench.xruns == 0, bench.words)
        try require(abs(bench.errors.last ?? .infinity) <= max(0.2, bench.doubt), bench.words)
        return bench.words
    }
}

/// Checks that a capture after a rewind shows what was written instead.
private func rewinding(_ name: String, _ guest: Guest, play: String, period: Int) -> Check {
    Check(claim: "on \(name) what is captured after a rewind is what was written last") {
        let recorder = try await rewriting(guest, play: play, period: period)
        return recorder
    }
}

private func rewriting(_ guest: Guest, play: String, period: Int) async throws -> String {
    let rewriter = try Rewriter(play, period: period, buffer: 4096)
    let recorder = try await Recorder(guest, from: "hw:Cable,1,0")
    let written = try rewriter.run(seconds: 2)
    let heard = try await recorder.samples()
    let verdict = written.compare(heard)
    try require(
        verdict.frames > 48_000 && verdict.wrong == 0 && verdict.outOfOrder == 0 && written.underruns == 0,
        verdict.words)
    return verdict.words
}

/// Checks mixing with another program: its samples come out intact, and so do Thud's cues.
///
/// The other program's noise is on the left, and its inverse on the right; Thud's cue is the same on both. Half the
/// difference of the channels is therefore exactly the noise, and half their sum is the cue.
private func mixing(_ guest: Guest) -> Check {
    Check(claim: "beside Thud on dmix another program's samples come out unharmed, and so do Thud's") {
        let noise = Noise(frames: 4 * 48_000)
        let path = try noise.write()
        // The player comes first, so that its format applies to both ends.
        let player = try guest.start(
            "aplay", package: "alsa-utils",
            ["-q", "-D", "dmix:Cable", "-t", "raw", "-f", "S32_LE", "-c", "2", "-r", "48000", path])
        try await Task.sleep(for: .milliseconds(100))
        let recorder = try await Recorder(guest, from: "hw:Cable,1,0")
        let bench = try await Bench.run(guest, ["--device", "dmix:Cable"], count: 8, isHeard: false)
        _ = try await player.end(within: .seconds(20))
        let verdict = try await noise.seek(in: recorder.samples())
        try require(verdict.unharmed == verdict.heard && verdict.heard > 48_000, verdict.words)
        try require(verdict.cues > 0, "no cue was heard: \(verdict.words)")
        return "\(verdict.words); \(bench.played) cues, \(bench.xruns) xruns"
    }
}
