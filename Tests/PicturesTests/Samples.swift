import ThudHaptics
import ThudPictures

/// A picture of a pattern with its audible rendering, at a rate low enough for a quick test.
func picture(
    _ pattern: HapticPattern, title: String = "sample", waveform: [Float]? = nil, size: PictureSize = .full,
    theme: PictureTheme = .automatic
) -> PatternPicture {
    PatternPicture(
        title: title, pattern: pattern, waveform: waveform ?? HapticRenderer(sampleRate: 8_000).heard(pattern),
        sampleRate: 8_000, waveformName: "heard", size: size, theme: theme)
}

func tap(_ time: Double, _ intensity: Double = 1, _ sharpness: Double = 0.5) -> HapticEvent {
    HapticEvent(.transient, at: time, intensity: intensity, sharpness: sharpness)
}

func vibration(_ time: Double, _ duration: Double, _ intensity: Double = 1) -> HapticEvent {
    HapticEvent(.continuous, at: time, duration: duration, intensity: intensity, sharpness: 0.5)
}

func sound(_ time: Double, _ duration: Double?, _ path: String) -> HapticEvent {
    var event = HapticEvent(.audioCustom, at: time, duration: duration)
    event.waveformPath = path
    return event
}
