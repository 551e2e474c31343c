import Foundation
import ThudCore
import ThudPatterns
import ThudPictures

/// A cue of Kape with its audible rendering.
struct ShippedCue {
    private static let sampleRate = 48_000

    let name: String
    let pattern: HapticPattern
    let samples: [Float]

    init(name: String) throws {
        self.name = name
        let file = "Sounds/kape/\(name).ahap"
        pattern = try AHAP.read([UInt8](Data(contentsOf: URL(filePath: file))), file: file)
        samples = HapticRenderer(sampleRate: Double(Self.sampleRate)).heard(pattern)
    }

    var picture: PatternPicture {
        PatternPicture(
            title: "kape/\(name)", pattern: pattern, waveform: samples, sampleRate: Self.sampleRate,
            waveformName: "heard")
    }

    var entry: GalleryEntry {
        GalleryEntry(
            name: "kape/\(name)", description: description, picture: picture, metrics: metrics,
            audio: GalleryAudio(left: samples, sampleRate: Self.sampleRate))
    }

    private var description: String {
        for member in pattern.metadata where member.name == "Description" {
            if case .string(let text) = member.value { return text }
        }
        return ""
    }

    private var metrics: [(label: String, value: String)] {
        let peak = samples.map(abs).max() ?? 0
        let onset = samples.firstIndex { abs($0) > peak / 10 } ?? 0
        let power = samples.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(samples.count, 1))
        func text(_ format: String, _ value: Double) -> String {
            String(format: format, value).replacing("-", with: "\u{2212}")
        }
        return [
            ("Onset", text("%.2f ms", 1_000 * Double(onset) / Double(Self.sampleRate))),
            ("Peak", text("%.1f dBFS", 20 * log10(Double(peak)))),
            ("RMS", text("%.1f dBFS", 10 * log10(power))),
        ]
    }
}
