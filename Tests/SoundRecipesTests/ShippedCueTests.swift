import Foundation
import Testing
import ThudSoundFiles
import ThudSoundRecipes

@Suite("The cues as shipped")
struct ShippedCueTests {
    static let sounds = [
        "correct": "ping.wav", "pass": "whoosh.wav", "tick": "tick.wav", "warning": "warning.wav",
        "times-up": "alarm.wav", "go": "go.wav", "tutorial": "ping.wav", "button": "tick.wav", "legend": "fanfare.wav",
    ]

    struct Event {
        let type: String
        let time: Double
        let duration: Double
        let waveform: String?
        let parameters: [String: Double]
    }

    struct Unreadable: Error {}

    func events(of cue: String) throws -> [Event] {
        let data = try Data(contentsOf: URL(filePath: "\(kape)/\(cue).ahap"))
        guard let file = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            file["Version"] as? Double == 1, file["Metadata"] is [String: Any],
            let pattern = file["Pattern"] as? [[String: [String: Any]]]
        else { throw Unreadable() }
        return try pattern.map { entry in
            guard entry.count == 1, let event = entry["Event"], let type = event["EventType"] as? String,
                let time = event["Time"] as? Double, let list = event["EventParameters"] as? [[String: Any]]
            else { throw Unreadable() }
            let pairs = try list.map { parameter in
                guard let name = parameter["ParameterID"] as? String, let value = parameter["ParameterValue"] as? Double
                else { throw Unreadable() }
                return (name, value)
            }
            return Event(
                type: type, time: time, duration: event["EventDuration"] as? Double ?? 0,
                waveform: event["EventWaveformPath"] as? String, parameters: Dictionary(uniqueKeysWithValues: pairs))
        }
    }

    @Test("Every cue of the folder is known, and every known cue is there")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: kape).filter { $0.hasSuffix(".ahap") }
        #expect(Set(files) == Set(Self.sounds.keys.map { "\($0).ahap" }))
    }

    @Test("Each pairs one sound that exists with a haptic, both at time 0", arguments: sounds.keys.sorted())
    func pairs(cue: String) throws {
        let events = try events(of: cue)
        let sounds = events.filter { $0.type == "AudioCustom" }
        #expect(sounds.count == 1)
        #expect(sounds.first?.time == 0)
        let waveform = try #require(sounds.first?.waveform)
        #expect(waveform == Self.sounds[cue])
        #expect(try SoundFile.read("\(kape)/\(waveform)").frameCount > 0)
        let transients = events.filter { $0.type == "HapticTransient" }
        #expect(transients.contains { $0.time == 0 })
        #expect(events.allSatisfy { ["AudioCustom", "HapticTransient", "HapticContinuous"].contains($0.type) })
        #expect(events.map(\.time) == events.map(\.time).sorted())
        #expect(events.flatMap { $0.parameters.values }.allSatisfy { (0...1).contains($0) })
    }

    @Test("No haptic outlasts its sound by more than a tenth of a second", arguments: sounds.keys.sorted())
    func lengths(cue: String) throws {
        let events = try events(of: cue)
        let waveform = try #require(events.first { $0.type == "AudioCustom" }?.waveform)
        let sound = try SoundFile.read("\(kape)/\(waveform)")
        for event in events { #expect(event.time + event.duration <= sound.seconds + 0.1) }
    }

    @Test("Played at its volume, the correct cue is louder than the rest, the fanfare a little; the button is softer")
    func levels() throws {
        var levels: [String: Double] = [:]
        for cue in Self.sounds.keys {
            let event = try #require(try events(of: cue).first { $0.type == "AudioCustom" })
            let volume = try #require(event.parameters["AudioVolume"])
            let loudness = Loudness(of: try SoundFile.read("\(kape)/\(try #require(event.waveform))"))
            levels[cue] = loudness.maximumMomentary + 20 * log10(volume)
        }
        for (cue, level) in levels {
            let expected =
                switch cue {
                case "correct": Recipe.loudness + Recipe.winBoost
                case "button": Recipe.loudness - 6
                case "legend": Recipe.loudness + 2
                default: Recipe.loudness
                }
            #expect(abs(level - expected) < 0.1, "\(cue)")
        }
    }
}
