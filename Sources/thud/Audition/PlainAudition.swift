import JSONText
import Playback
import Timebase

/// An audition without a screen: plays each pattern, a line for each.
struct PlainAudition {
    let request: AuditionRequest
    let isJSON: Bool

    /// Between two patterns, so that they are heard as two.
    private static let pause = Interval.milliseconds(350)

    /// Plays them all: the signal that ended it early, if one did.
    func run() throws -> Int32? {
        let output = try SoundOutput.open(request.sound, withoutDevice: .silence)
        let interrupts = Interrupts()
        let player = AuditionPlayer(output, volume: request.volume, drives: request.drives)
        let watch = request.watches ? try FileWatch() : nil
        var rows: [JSONValue] = []
        let playing = Result {
            for (index, subject) in request.subjects.enumerated() {
                if index > 0 { rest(until: .now() + Self.pause, interrupts) }
                guard interrupts.received == nil else { return }
                rows.append(try play(subject, player, interrupts))
            }
            if let watch { follow(watch, player, interrupts) }
        }
        // What sounds is heard out of the device's buffer before that is closed.
        rest(until: .now() + output.engine.buffered, interrupts)
        try output.close()
        try playing.get()
        if isJSON { Console.result(JSONValue.array(rows).text(.pretty)) }
        return interrupts.received
    }

    /// Plays whatever was saved, until a signal comes; what cannot be read then is said, and the next save awaited.
    private func follow(_ watch: FileWatch, _ player: AuditionPlayer, _ interrupts: Interrupts) {
        let waiter = Waiter([interrupts.descriptor, watch.descriptor])
        while interrupts.received == nil {
            for subject in request.subjects { watch.add(subject.files(try? subject.load())) }
            if waiter.wait(until: .now() + .seconds(60))[0] { _ = interrupts.take() }
            let saved = watch.saved()
            for subject in request.subjects where saved.has(subject.files(try? subject.load())) {
                do { _ = try play(subject, player, interrupts) } catch { Console.remark("thud: \(error)") }
            }
        }
    }

    private func play(_ subject: AuditionSubject, _ player: AuditionPlayer, _ interrupts: Interrupts) throws
        -> JSONValue
    {
        let loaded = try subject.load()
        let take = try AuditionTake(loaded, request.settings, sampleRate: player.sampleRate)
        if !isJSON { Console.result(AuditionRow.line(subject, take)) }
        if let remark = take.remark { Console.remark("\(subject.name): \(remark)") }
        player.play(take, loops: request.loops)
        var receipt: Receipt?
        repeat {
            rest(until: .now() + .milliseconds(20), interrupts)
            if let come = player.collect() { receipt = come }
        } while interrupts.received == nil && player.isSounding
        return AuditionRow.json(subject, take, receipt)
    }

    private func rest(until instant: Instant, _ interrupts: Interrupts) {
        let waiter = Waiter([interrupts.descriptor])
        while interrupts.received == nil, Instant.now() < instant {
            if waiter.wait(until: instant)[0] { _ = interrupts.take() }
        }
    }
}
