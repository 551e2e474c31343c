import ThudCore
import ThudOutputCapture
import ThudReports

/// The answers of a program, found in what was captured of it.
struct ProgramMeasurement {
    /// The presses, each with its answer or the reason why there is none.
    private(set) var cues: [BenchCue]
    /// Why no sound counts as an answer; nil if some do.
    private(set) var mistrust: String?
    /// How answers were found, in words.
    private(set) var finder = "none"

    /// When the presses were delivered.
    private let instants: [Instant]
    private let stream: CapturedSignal
    private let sink: CapturedSignal
    /// Whether answers are looked for in the stream first.
    private let isInStream: Bool
    private let isRecording: Bool

    private typealias Heard = (sound: AnswerFinder.Sound, instant: Instant)
    private static let silence: Float = 1e-4
    private static let mostSounds = 3
    /// The longest time from a stream to the sink, in seconds.
    private static let longestServer = 0.25

    init(
        _ presses: [BenchCue], stream: CapturedSignal, sink: CapturedSignal, ear: ProgramRequest.Ear,
        takesOnsets: Bool, isRecording: Bool = false
    ) {
        (cues, instants) = (presses, presses.compactMap(\.triggered))
        (self.stream, self.sink, self.isRecording) = (stream, sink, isRecording)
        func isHeard(_ sample: Float) -> Bool { abs(sample) > Self.silence }
        isInStream = (ear == .both || ear == .stream) && stream.samples.contains(where: isHeard)
        // A sound at the program's start answers nothing.
        let start = frames.first.map { max(0, $0) } ?? 0
        let isSilent = ear == .stream && !isInStream || !signal.samples.dropFirst(start).contains(where: isHeard)
        let found = isSilent ? nil : takesOnsets ? onsets() : learnt()
        guard let found, found.pairing.isProven else {
            distrust(found, onsets: isSilent || takesOnsets ? nil : onsets(), isSilent: isSilent)
            return
        }
        finder = found.sound == nil ? "any onset above the floor" : "a sound learnt from the first answers"
        var answers = found.answers
        let hidden = hidden(found)
        for (index, sound) in hidden where sound.isSure && sound.rivalry <= Self.mostRivalryBelow {
            answers[index] = timed([sound]).first
        }
        // The program's share and the server's are told apart.
        let isSplit = isInStream && ear == .both
        let outputs = isSplit ? atSink(answers) : answers
        // Of several reasons why a press may have no answer, the last one written here counts.
        var doubts: [Int: CueDoubt] = [:]
        if found.sound != nil { for index in unlike(answers) { doubts[index] = .unlike } }
        for index in covered(found) + hidden.keys { doubts[index] = .masked }
        let shifted = followed(by: found.unplaced, found.answers, slack: Self.mostShift)
        for index in shifted + found.pairing.ambiguous { doubts[index] = .rival }
        for index in cues.indices {
            guard let answer = answers[index] else {
                miss(index, or: doubts[index])
                continue
            }
            if isSplit { cues[index].streamed = answer.instant }
            take(outputs[index], index)
        }
    }

    // MARK: Finding

    /// The sounds that were heard, and which of them answer presses.
    private struct Found {
        let pairing: AnswerPairing
        let heard: [Heard]
        var sound: LearnedSound?
        /// Sounds that may have begun elsewhere: those over the tails of others, and these tails.
        var unplaced: [Heard] = []
        var answers: [Heard?] { pairing.answers.map { $0.map { heard[$0] } } }
    }

    private var signal: CapturedSignal { isInStream ? stream : sink }

    private var frames: [Int] { instants.compactMap(frame) }

    /// Returns the frame of a press. A frame of the stream stands one cycle before its output.
    private func frame(of press: Instant) -> Int? {
        signal.frame(at: press).map { Int($0) - (isInStream ? signal.cycle(near: $0) ?? 0 : 0) }
    }

    private func onsets() -> Found? {
        let all = AnswerFinder.onsets(in: signal.samples, sampleRate: signal.sampleRate)
        return all.isEmpty ? nil : found(all)
    }

    /// Pairs the sounds whose place is certain with the presses.
    private func found(_ all: [AnswerFinder.Sound], of sound: LearnedSound? = nil) -> Found {
        let heard = timed(all.filter { $0.rivalry <= Self.mostRivalry })
        let unplaced = timed(all.filter { $0.rivalry > Self.mostRivalry })
        return Found(pairing: pairing(heard, unplaced), heard: heard, sound: sound, unplaced: unplaced)
    }

    /// Returns the answers of the learnt sound that answers the most presses, or of one that nearly always precedes it.
    private func learnt() -> Found? {
        let reach = Int(ProgramRequest.reach.seconds * Double(signal.sampleRate))
        let sounds = LearnedSound.learn(
            from: signal.samples, stimuli: frames, reach: reach, sampleRate: signal.sampleRate)
        let found = sounds.prefix(Self.mostSounds).map { sound in
            self.found(
                AnswerFinder.occurrences(of: sound, in: signal.samples, sampleRate: signal.sampleRate), of: sound)
        }
        let delays = found.map { distances($0.answers).sorted() }
        func middle(_ place: Int) -> Double { delays[place].isEmpty ? 0 : delays[place][delays[place].count / 2] }
        guard let most = found.indices.max(by: { delays[$0].count < delays[$1].count }) else { return nil }
        let earlier = found.indices.filter { place in
            Double(delays[place].count) >= Self.nearlyAsMany * Double(delays[most].count)
                && middle(place) < middle(most) - Self.apart
        }
        return found[earlier.min { middle($0) < middle($1) } ?? most]
    }

    /// The rivalry above which a sound may as well have begun at another place.
    private static let mostRivalry = 0.4
    /// The share of the most answers at which an earlier sound is the answer, and how many seconds it precedes another.
    private static let nearlyAsMany = 0.9
    private static let apart = 0.02

    /// Returns how many seconds after its press each answer came.
    private func distances(_ answers: [Heard?]) -> [Double] {
        zip(instants, answers).compactMap { instant, answer in answer.map { ($0.instant - instant).seconds } }
    }

    /// Returns the presses without an answer that one of these sounds follows at the distance of the answers, or up to
    /// `slack` seconds earlier or later.
    private func followed(by sounds: [Heard], _ answers: [Heard?], slack: Double) -> [Int] {
        let distances = distances(answers)
        guard let low = distances.min(), let high = distances.max() else { return [] }
        let usual = low - slack...high + slack
        return cues.indices.filter { index in
            answers[index] == nil && sounds.contains { usual.contains(($0.instant - instants[index]).seconds) }
        }
    }

    /// By how many seconds a sound whose beginning is not certain may seem to be earlier or later than all others.
    private static let mostShift = 0.02

    /// Returns the presses without an answer after which other sounds may hide one of those onsets that vary.
    private func covered(_ found: Found) -> [Int] {
        let answers = found.answers
        guard found.sound == nil, let low = distances(answers).min() else { return [] }
        let open = open(answers)
        let frames = open.map { $0.press + Int(low * Double(signal.sampleRate)) }
        let isCovered = AnswerFinder.covers(frames, in: signal.samples, answers.compactMap { $0?.sound })
        return zip(open, isCovered).filter(\.1).map(\.0.index)
    }

    /// Returns the presses without an answer, and their frames. If the sink's time jumped after a press, frames say
    /// nothing about distances.
    private func open(_ answers: [Heard?]) -> [(index: Int, press: Int)] {
        cues.indices.filter { answers[$0] == nil && tear(from: instants[$0]) == nil }
            .compactMap { index in frame(of: instants[index]).map { (index, $0) } }
    }

    /// Looks for the learnt sound, at the usual distance, under whatever else is heard after each press without an
    /// answer. Returns what resembles it there and is about as loud.
    private func hidden(_ found: Found) -> [Int: AnswerFinder.Sound] {
        let answers = found.answers
        // One answer that is late by far, or soft, says nothing about the others.
        let outliers = instants.count / 20
        let distances = distances(answers).sorted().dropLast(outliers)
        let gains = answers.compactMap { $0?.sound.gain }.sorted().dropFirst(outliers)
        guard let sound = found.sound, let low = distances.first, let high = distances.last,
            let softest = gains.first
        else { return [:] }
        let usual = low - Self.beside...high + Self.beside
        let open = open(answers)
        let windows = open.map { place in
            func frame(_ distance: Double) -> Int { place.press + Int(distance * Double(signal.sampleRate)) }
            return frame(usual.lowerBound)...frame(usual.upperBound)
        }
        let sounds = AnswerFinder.hidden(sound, in: signal.samples, windows, leastGain: Self.mostlyLost * softest)
        return Dictionary(
            uniqueKeysWithValues: zip(open, sounds).compactMap { place, sound in
                guard let sound, !sound.isFaint, let instant = instant(of: sound),
                    usual.contains((instant - instants[place.0]).seconds)
                else { return nil }
                return (place.0, sound)
            })
    }

    /// By how many seconds an answer under other sounds may be earlier or later than all others, and the share of the
    /// softest answer's loudness below which nothing was there.
    private static let (beside, mostlyLost) = (0.002, 0.5)
    /// The most rivalry of an answer under other sounds. A tone has more, and they may move it by a period.
    private static let mostRivalryBelow = 0.35

    private func pairing(_ heard: [Heard], _ unplaced: [Heard]) -> AnswerPairing {
        let first = instants.first ?? Instant(nanoseconds: 0)
        func seconds(_ sounds: [Heard]) -> [Double] { sounds.map { ($0.instant - first).seconds } }
        return AnswerPairing(
            stimuli: instants.map { ($0 - first).seconds }, sounds: seconds(heard), unplaced: seconds(unplaced),
            reach: ProgramRequest.reach.seconds)
    }

    /// Returns the sounds whose instant is known, in the order of their instants: that of their frames is another one
    /// if the sink's time jumped back.
    private func timed(_ sounds: [AnswerFinder.Sound]) -> [Heard] {
        sounds.compactMap { sound in instant(of: sound).map { (sound, $0) } }.sorted { $0.1 < $1.1 }
    }

    /// Returns when a sound was output. What a program hands over in a cycle is captured in the same cycle, and comes
    /// out of a sink during the next one; a sink's monitor is captured a cycle later.
    private func instant(of sound: AnswerFinder.Sound) -> Instant? {
        guard let instant = signal.instant(ofFrame: sound.frame) else { return nil }
        guard isInStream else { return instant }
        return signal.cycle(near: sound.frame).map {
            instant + Interval(frames: Int64($0), at: Int64(signal.sampleRate))
        }
    }

    /// Returns the answers of the stream as they leave the sink. None leaves it before its press, whatever clocks say.
    private func atSink(_ answers: [Heard?]) -> [Heard?] {
        let reach = Int(Self.longestServer * Double(sink.sampleRate))
        let places = answers.indices.filter { answers[$0] != nil }
        let found = AnswerFinder.same(
            places.compactMap { answers[$0]?.sound }, of: stream.samples, in: sink.samples, reach: reach)
        var result = [Heard?](repeating: nil, count: answers.count)
        for (place, sound) in zip(places, found) {
            guard let sound, let instant = sink.instant(ofFrame: sound.frame) else { continue }
            if instant > instants[place] { result[place] = (sound, instant) }
        }
        return result
    }

    // MARK: Judging

    /// Says why no sound counts as an answer, and judges each press by that. `onsets` are the sounds of any kind, if
    /// only sounds that are alike were looked for.
    private mutating func distrust(_ found: Found?, onsets: Found?, isSilent: Bool) {
        let longer = BenchProgram.longerPauses(isRecording: isRecording)
        let others = onsets.flatMap { $0.pairing.isProven ? $0.answers : nil }
        // Noise or music in which nothing stands out may hide answers.
        let hidden = found == nil && !isSilent ? CueDoubt.faint : nil
        let overlaps = found.map { $0.unplaced.count > $0.heard.count } ?? false
        let areFew = cues.count < Self.enoughPresses
        let followed = areFew ? found.map { self.followed(by: $0.heard) } ?? [] : []
        for index in cues.indices {
            let isOpen = overlaps || followed.contains(index)
            miss(index, or: isOpen ? .rival : others?[index] == nil ? hidden : .unlike)
        }
        if isSilent {
            mistrust = "the program was silent"
        } else if cues.count(where: { $0.doubt?.isTear ?? false }) * 2 > cues.count {
            let ear = isInStream ? " and --ear sink" : ""
            mistrust = "the capture was torn around most presses; an idle machine\(ear) may help"
        } else if overlaps, let others, 10 * others.count(where: { $0 != nil }) >= 9 * cues.count {
            mistrust = "its sounds follow the presses but vary or overlap; use --onset"
        } else if overlaps {
            mistrust =
                "its sounds last longer than the pauses between the presses; if it plays music, turn that off, "
                + "otherwise \(longer)"
        } else if let onsets, others != nil {
            mistrust =
                onsets.heard.count > 2 * cues.count
                ? "its answers are lost among other sounds of its own; if it plays music, turn that off"
                : "its sounds follow the presses but are not alike; use --onset"
        } else if found == nil {
            mistrust = "no sound stands out within 1 s of several presses; if it plays music or noise, turn that off"
        } else if let shortest = pauses.min(), let longest = pauses.max(), longest - shortest < Self.leastVariety {
            mistrust =
                "the pauses between the presses are so alike that sounds of its own could keep the same distance; "
                + "vary them"
        } else if areFew {
            mistrust =
                "\(Count.of(cues.count, "press", "presses")) cannot tell answers from sounds of its own; "
                + "at least \(Self.enoughPresses) can"
        } else {
            mistrust =
                "its sounds keep no distance to the presses (within 1 s, give or take 80 ms), so it seems to play on "
                + "its own; if it plays music, turn that off; if its sounds last longer than the pauses between the "
                + "presses, \(longer)"
            if isRecording { mistrust? += "; check that the presses count from the start of the recording" }
        }
    }

    /// Returns the presses that a sound follows in time.
    private func followed(by sounds: [Heard]) -> [Int] {
        cues.indices.filter { index in
            sounds.contains { 0...ProgramRequest.reach.seconds ~= ($0.instant - instants[index]).seconds }
        }
    }

    /// How many presses nearly always prove that answers keep their distance.
    private static let enoughPresses = 10

    /// The pauses between the presses, in seconds.
    private var pauses: [Double] { zip(instants.dropFirst(), instants).map { ($0 - $1).seconds } }

    /// By how many seconds the pauses must differ to tell answers from sounds of the program's own.
    private static let leastVariety = 0.05

    /// Finds the presses without an answer after which any sound began at the usual distance, if the program makes so
    /// few others that chance hardly puts one there.
    private func unlike(_ answers: [Heard?]) -> [Int] {
        let distances = distances(answers)
        guard distances.count < instants.count, let first = instants.first, let last = instants.last,
            let low = distances.min(), let high = distances.max()
        else { return [] }
        let sounds = timed(AnswerFinder.onsets(in: signal.samples, sampleRate: signal.sampleRate))
        let length = (last - first + ProgramRequest.reach).seconds
        let own = Double(max(0, sounds.count - instants.count)) / length * (high - low + 2 * Self.slack)
        return own <= Self.mostOwn ? followed(by: sounds, answers, slack: Self.slack) : []
    }

    /// By how many seconds a torn answer may be earlier or later than all others.
    private static let slack = 0.002
    /// How many sounds of its own the program may make in the span of the answers.
    private static let mostOwn = 0.05

    /// Takes what left the sink for the answer of a press.
    private mutating func take(_ output: Heard?, _ index: Int) {
        cues[index].measured = output?.instant
        (cues[index].confidence, cues[index].gain) = (output?.sound.confidence, output?.sound.gain)
        cues[index].isSure = output != nil
        if output == nil { cues[index].doubt = tear(from: instants[index]) ?? .silent }
    }

    /// Judges a press without an answer: missed, unless the capture was torn or another sound may be the answer.
    private mutating func miss(_ index: Int, or other: CueDoubt?) {
        cues[index].doubt = tear(from: instants[index]) ?? other
        if cues[index].doubt == nil { cues[index].outcome = .unheard }
    }

    /// Returns what tore the capture after a press, if anything did.
    private func tear(from press: Instant) -> CueDoubt? { signal.tear(from: press, to: press + ProgramRequest.reach) }
}
