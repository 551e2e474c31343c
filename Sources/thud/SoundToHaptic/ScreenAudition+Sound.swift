import ThudGameUI
import ThudInput
import ThudPatternView
import ThudTerminal

/// A sound on the live view of `thud audition`: keys turn the knobs of its conversion.
extension ScreenAudition {
    /// Opens a sound, unless it is open already, and requests its pattern.
    func openSound(_ path: String) throws {
        if soundDesk?.isFresh != true { soundDesk = try SoundDesk(path, soundDesk?.knobs ?? knobs[index]) }
        (take, good, chart, message) = (nil, nil, nil, nil)
        requestSound()
    }

    /// Keeps the knobs of the sound that is shown, and closes it.
    func closeSound() {
        if let soundDesk { knobs[index] = soundDesk.knobs }
        soundDesk = nil
    }

    /// Closes the sound and returns the conversions that were adjusted, as commands.
    func closeSounds() -> [String] {
        closeSound()
        return knobs.sorted { $0.key < $1.key }.compactMap { index, knobs in
            guard case .sound(let path) = request.subjects[index].source, !knobs.options.changed.isEmpty else {
                return nil
            }
            return SoundDesk.command(path, knobs)
        }
    }

    /// Returns the chart of the sound alone, computed once.
    func waveformAlone(_ desk: SoundDesk, _ columns: Int) -> PatternChart {
        if let chart, chart.intensity.count == columns { return chart }
        let fresh = desk.chart(columns: columns)
        chart = fresh
        return fresh
    }

    func requestSound() {
        let columns = AuditionView.columns(of: terminal.output.size)
        soundDesk?.request(settings, sampleRate: player.sampleRate, columns: columns)
        wantFrame()
    }

    /// Shows and plays what the thread has made.
    func takeSound() {
        do {
            guard let made = try soundDesk?.take() else { return }
            (good, take, chart) = ((made.loaded, made.sounds), made.take, made.chart)
            if let diagnostic = made.take.diagnostic { message = (diagnostic, false) }
            if player.isSounding {
                continuePlaying()
            } else if soundDesk?.isAwaited == true {
                play()
            }
            soundDesk?.isAwaited = false
            try tell(soundDesk?.saveAwaited())
        } catch {
            message = ("\(error)", true)
        }
        wantFrame()
    }

    /// Takes a key that turns a knob or saves; false if it belongs to the audition.
    func takeSound(_ event: KeyEvent) -> Bool {
        guard soundDesk != nil, event.modifiers.isSubset(of: .shift) else { return false }
        do {
            switch (event.key, KnobBoard.request(of: event)) {
            case (.character("S"), _): try tell(soundDesk?.save(isForced: true))
            case (.character("l"), _): return false
            case (_, .choose(let rows, let columns)): soundDesk?.knobs.move(rows: rows, columns: columns)
            case (_, .turn(let step)): turned(soundDesk?.knobs.turn(by: step))
            case (_, .restore): if soundDesk?.knobs.restore() == true { turned(nil) }
            case (_, .save): try tell(soundDesk?.save(isForced: false))
            default: return false
            }
        } catch {
            message = ("\(error)", true)
        }
        walks = false
        wantFrame()
        return true
    }

    /// Requests the pattern of a turned knob, after all pending keys, or says why it cannot be turned.
    private func turned(_ obstacle: String?) {
        message = obstacle.map { ($0, false) }
        guard obstacle == nil else { return }
        soundDesk?.isAwaited = true
        settingsChanged()
    }

    private func tell(_ words: String?) { if let words { message = (words, false) } }
}
