import Glibc
import ThudCore
import ThudReports
import ThudTestSupport

/// One peer, from its start to its end.
struct PeerSession {
    let peer: Peer
    let path: String
    let click: Click
    let server: PrivatePipeWire
    let count: Int
    let seed: UInt64

    /// The triggers before those that count; the first of them measures the cold start.
    private static let warmUp = 3
    /// How long the peer is observed without a trigger.
    private static let rest = Duration.seconds(3)
    /// A click that comes later than this after the last trigger is missed.
    private static let patience = Interval.milliseconds(400)
    private static let patienceToStart = Interval.seconds(10)

    /// Runs the peer and measures it.
    func measure() async throws -> PeerMetrics {
        let recorder = try await MonitorRecorder(server)
        let started = Instant.now()
        let program = try RunningProgram(
            path, [click.path] + peer.arguments, environment: server.environment.merging(peer.environment) { $1 },
            input: nil)
        do {
            try await program.waitForOutput("ready", within: Self.patienceToStart)
            let run = try await Run(of: self, program)
            try program.write("q\n")
            _ = try await program.end(within: .seconds(5))
            let metrics = try metrics(run, output: program.output, started: started, sound: await recorder.finish())
            if metrics.missed > 0 { note(metrics.missed, program.errorOutput) }
            return metrics
        } catch {
            await program.stop()
            throw error
        }
    }

    private func note(_ missed: Int, _ errors: String) {
        remark("clicks of \(peer.name) that were missed: \(missed). \(errors.prefix { $0 != "\n" })")
    }

    /// The measurements that are taken while the peer runs.
    private struct Run {
        var idle: Double?
        var playing = 0.0
        var memory = 0.0

        init(of session: PeerSession, _ program: RunningProgram) async throws {
            var generator = SeededGenerator(seed: session.seed)
            try await session.trigger(program, PeerSession.warmUp, &generator)
            let process = program.processIdentifier
            if !session.peer.isSpawned {
                let before = (Instant.now(), ProcessMetrics.processorTime(of: process))
                try await Task.sleep(for: PeerSession.rest)
                idle = Self.share(since: before, process)
            }
            let before = (Instant.now(), ProcessMetrics.processorTime(of: process))
            try await session.trigger(program, session.count, &generator)
            playing = Self.share(since: before, process)
            memory = ProcessMetrics.peakMemory(of: process)
        }

        private static func share(since before: (Instant, Double), _ process: pid_t) -> Double {
            100 * (ProcessMetrics.processorTime(of: process) - before.1) / (Instant.now() - before.0).seconds
        }
    }

    /// Triggers at random intervals of 150 to 250 ms, several quanta, with such an interval after the last one too.
    private func trigger(
        _ program: RunningProgram, _ count: Int, _ generator: inout SeededGenerator
    ) async throws {
        for _ in 0..<count {
            try program.write("t\n")
            try await Task.sleep(for: .milliseconds(150 + Int64(generator.index(below: 101))))
            guard program.isRunning else {
                throw HarnessError(description: "\(peer.name) ended: \(program.errorOutput)")
            }
        }
    }

    private func metrics(
        _ run: Run, output: String, started: Instant, sound: CapturedSound
    ) throws -> PeerMetrics {
        let lines = output.split(separator: "\n")
        let triggers = lines.compactMap { Int64($0).map(Instant.init(nanoseconds:)) }
        guard let ready = number(behind: "ready", lines), triggers.count == Self.warmUp + count else {
            throw HarnessError(description: "\(peer.name) does not keep to the protocol: \(output)")
        }
        let onsets = sound.find(click.samples).map(\.instant)
        let latencies = delays(from: triggers, to: onsets)
        let heard = DurationHistogram(latencies.dropFirst(Self.warmUp).compactMap(\.self))
        let start = Double(ready - started.nanoseconds) / 1e6
        return PeerMetrics(
            latencies: heard, missed: count - heard.count, idle: run.idle, playing: run.playing,
            memory: max(run.memory, Double(number(behind: "peak", lines) ?? 0) / 1024),
            ready: peer.isSpawned ? nil : start,
            firstSound: latencies.first.flatMap(\.self).map { start + $0.milliseconds })
    }

    /// Returns the time to its click for each trigger, or nil if it was not heard.
    ///
    /// If there are as many clicks as triggers, they are paired in order, however late they are. Otherwise a click
    /// belongs to the last trigger before it, and only the first click after a trigger counts.
    private func delays(from triggers: [Instant], to onsets: [Instant]) -> [Interval?] {
        if onsets.count == triggers.count { return zip(triggers, onsets).map { $1 - $0 } }
        return triggers.indices.map { index in
            // The times of clicks and the clocks may differ by up to a millisecond.
            let start = triggers[index] - .milliseconds(1)
            let end = index + 1 < triggers.count ? triggers[index + 1] : start + Self.patience
            return onsets.first { $0 >= start && $0 < end }.map { $0 - triggers[index] }
        }
    }

    private func number(behind word: String, _ lines: [Substring]) -> Int64? {
        lines.first { $0.hasPrefix(word + " ") }.flatMap { Int64($0.dropFirst(word.count + 1)) }
    }
}
