import CThudSystem
import Synchronization
import ThudCore

/// Commands in, receipts and retired clips out.
extension AudioThread {
    /// Carries out every command that waits.
    @_noLocks @_noAllocation
    mutating func takeCommands() {
        while let command = shared.pointee.commands.take() {
            switch command.kind {
            case .placeNext:
                // While a device stalls the head falls behind the clock; nothing may begin in the past.
                let due = tracker.clock.frame(at: .now())
                let frame = head < due ? due : head
                place(command.voice, at: frame, length: command.voice.end - command.voice.start)
            case .placeAtStart:
                place(command.voice, at: command.voice.start, length: command.voice.end - command.voice.start)
            case .replace:
                replace(command.voice)
            case .cut:
                takeBack(id: command.voice.id)
                timeline.cut(id: command.voice.id, at: head)
            case .cancelScheduled:
                takeBack(id: nil)
            }
        }
    }

    /// Puts a voice on `frame`, or on the next there is if that has gone by.
    @_noLocks @_noAllocation
    private mutating func place(_ asked: Voice, at frame: Frame, length: Int64) {
        var voice = asked
        voice.taken = .now()
        voice.isLate = frame < head
        voice.start = voice.isLate ? head : frame
        voice.end = voice.start + length
        switch timeline.place(voice) {
        case .placed, .stole:
            break
        case .refused:
            give(receipt(for: voice, as: .refused))
            retire(voice)
        }
    }

    /// Has `asked` go on in the midst of the way of the voice that has its id: from the head on the one ramps up as the
    /// other ramps down, so that two clips alike but for their level pass into each other without a seam. It gets no
    /// receipt of its own. One that comes when the other is over is not heard.
    @_noLocks @_noAllocation
    private mutating func replace(_ asked: Voice) {
        guard let index = timeline.index(of: asked.id) else { return retire(asked) }
        let old = timeline.voices[index]
        var voice = asked
        voice.start = old.start
        voice.end = old.start + (asked.end - asked.start)
        voice.taken = old.taken
        if old.start < head {
            voice.joined = head
            timeline.cut(id: asked.id, at: head)
        } else {
            retire(timeline.remove(at: index))
        }
        if case .refused = timeline.place(voice) { retire(voice) }
    }

    /// Takes off the voices called `id` that have not begun; without a name all those that were asked for an exact frame.
    @_noLocks @_noAllocation
    private mutating func takeBack(id: UInt64?) {
        var index = 0
        while index < timeline.count {
            let voice = timeline.voices[index]
            let isMeant = if let id { voice.id == id } else { voice.isScheduled }
            if voice.start < head || !isMeant {
                index += 1
            } else {
                let voice = timeline.remove(at: index)
                give(receipt(for: voice, as: .cancelled))
                retire(voice)
            }
        }
    }

    /// Gives a receipt for each voice that begins between `first` and the head.
    @_noLocks @_noAllocation
    mutating func giveReceipts(from first: Frame, isHeard: Bool) {
        for index in 0..<timeline.count {
            let voice = timeline.voices[index]
            guard !(voice.start < first), voice.start < head else { continue }
            let outcome: Receipt.Outcome = !isHeard ? .unheard : voice.isLate ? .late : .played
            // Cut before its first frame by a voice that needed its place.
            give(receipt(for: voice, as: voice.isStillborn ? .refused : outcome))
        }
    }

    /// Takes the voices off whose last frame has left even a full buffer.
    @_noLocks @_noAllocation
    mutating func retire() {
        let played = head - Int64(bufferFrames)
        var index = 0
        while index < timeline.count {
            if played < timeline.voices[index].end {
                index += 1
            } else {
                retire(timeline.remove(at: index))
            }
        }
    }

    /// Lets go of every voice; once the thread has ceased to be a real-time one.
    mutating func releaseVoices() {
        while timeline.count > 0 { timeline.remove(at: timeline.count - 1).owner.release() }
    }

    @_noLocks @_noAllocation
    private func receipt(for voice: Voice, as outcome: Receipt.Outcome) -> Receipt {
        Receipt(
            id: voice.id, outcome: outcome, triggered: voice.triggered, taken: voice.taken, frame: voice.start,
            predicted: tracker.clock.instant(of: voice.start))
    }

    @_noLocks @_noAllocation
    private func give(_ receipt: Receipt) {
        if !shared.pointee.receipts.put(receipt) {
            shared.pointee.lostReceipts.wrappingAdd(1, ordering: .relaxed)
        }
        thud_event_signal(shared.pointee.receiptSignal)
    }

    /// Sends the clip home to be released. Where even that ring is full the clip is leaked, which is counted: releasing
    /// it here would free memory on the audio thread.
    @_noLocks @_noAllocation
    private func retire(_ voice: Voice) {
        shared.pointee.voices.wrappingSubtract(1, ordering: .relaxed)
        if !shared.pointee.retired.put(voice.owner) {
            shared.pointee.leakedClips.wrappingAdd(1, ordering: .relaxed)
        }
    }
}
