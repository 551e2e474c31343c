import ThudHaptics

/// What no format but AHAP holds: sounds.
enum SoundLosses {
    static func sentences(_ pattern: HapticPattern, _ format: String) -> [String] {
        var sentences: [String] = []
        for (index, event) in pattern.events.enumerated() {
            switch event.kind {
            case .audioCustom:
                let path = event.waveformPath ?? "no file"
                sentences.append("\(place(index, event)): an AudioCustom (\(path)) has no place in \(format)")
            case .audioContinuous:
                sentences.append("\(place(index, event)): an AudioContinuous has no place in \(format)")
            case .transient where (event.duration ?? 0) > HapticLimits.transientLength:
                sentences.append("\(place(index, event)): the duration of a tap has no place in \(format)")
            case .transient, .continuous:
                break
            }
        }
        let steps = pattern.parameters.enumerated().filter { isOfSound($0.element.id) }.map {
            "parameters[\($0.offset)] at \(shown($0.element.time)) s: \($0.element.id.rawValue) has no place in \(format)"
        }
        let curves = pattern.curves.enumerated().filter { isOfSound($0.element.id) }.map {
            "curves[\($0.offset)] at \(shown($0.element.time)) s: \($0.element.id.rawValue) has no place in \(format)"
        }
        return sentences + steps + curves
    }

    private static func isOfSound(_ id: DynamicParameterID) -> Bool {
        switch id {
        case .audioVolume, .audioPan, .audioBrightness, .audioPitch, .audioAttackTime, .audioDecayTime,
            .audioReleaseTime:
            true
        case .hapticIntensity, .hapticSharpness, .hapticAttackTime, .hapticDecayTime, .hapticReleaseTime:
            false
        }
    }
}
