import ThudCore

extension AHAPReader {
    /// Sees that the sounds of a pattern are not longer than can be held. Only the whole pattern tells how long a tone
    /// lasts that states no duration, and what its dynamic parameters make of a release.
    mutating func checkSounds(of pattern: HapticPattern) throws(SourceError) {
        guard !sounds.isEmpty else { return }
        let evaluation = HapticEvaluation(pattern)
        let end = pattern.statedEnd
        var total = 0.0
        for sound in sounds {
            total += seconds(of: sound.event, evaluation, patternEnd: end)
            guard total > HapticLimits.soundSeconds else { continue }
            refusal = nil
            let error = sound.reader.error(
                "all AudioContinuous and AudioCustom events together last more than \(Int(HapticLimits.soundSeconds)) s; "
                    + "split the pattern")
            guard isLint else { throw error }
            return diagnostic(on: error)
        }
    }

    /// How long a sound is heard; nobody knows here how long one is that ends with its file.
    private func seconds(of sound: HapticEvent, _ evaluation: HapticEvaluation, patternEnd: Double) -> Double {
        let length =
            sound.kind == .audioContinuous
            ? evaluation.length(of: sound, patternEnd: patternEnd) : evaluation.length(of: sound, natural: 0)
        return length > 0 ? length + evaluation.release(of: sound, lasting: length) : 0
    }
}
