import CueSounds
import Foundation
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudHabit
import ThudPlayback
import ThudSoundFiles

/// A hold of two seconds that is released after one, as the game plays it: the engine's haptic channel compared with
/// the ring on the screen.
struct HoldChart {
    /// How full the ring is at each step from the press on, 0...1.
    private let ring: [Double]
    /// The haptic channel from the press on, -1...1.
    private let channel: [Float]

    private static let rate = 48_000
    private static let step = 0.002
    private static let press = 1.0
    private static let length = 1.5
    private static let script = """
        0 clock 2026-11-21T12:00:00+01:00
        0.1 new
        0.2 type Read
        0.3 activate
        0.4 activate
        0.5 activate
        \(press) press
        \(press + 1) release
        """

    /// Plays the hold through the engine in virtual time.
    init() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "thud-hold-\(UUID().uuidString).wav").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let engine = try Engine.virtual(recordingTo: file, sampleRate: Self.rate)
        let scheduler = FeedbackScheduler(
            engine: engine, library: try CueLibrary(folder: "\(ShippedGame.sounds)/habit", sampleRate: Self.rate),
            settings: FeedbackSettings(haptics: .drive))
        var session = try Session<HabitTracker>(
            HabitTracker.round(RoundSetup(mode: "day", seed: 1)), by: .script(text: Self.script, file: "hold"), seed: 1,
            start: engine.now)
        let start = engine.now
        var live: LiveCue?
        var ring: [Double] = []
        for index in 0..<Int((Self.press + Self.length) / Self.step) {
            let now = start + .seconds(Double(index) * Self.step)
            while engine.now < now {
                engine.advance(to: now)
                _ = scheduler.reports()
            }
            for effect in session.advance(to: now) {
                switch effect.effect {
                case .begin(let cue, _): live = scheduler.begin(cue.description, cause: effect.cause, now: now)
                case .turn(_, .intensity, let value, let time):
                    if let live { scheduler.turn(live, .intensity, to: value, over: time, now: now) }
                case .turn(_, .sharpness, let value, let time):
                    if let live { scheduler.turn(live, .sharpness, to: value, over: time, now: now) }
                case .end(_, let fade): if let live { scheduler.end(live, fade: fade, now: now) }
                default: break
                }
            }
            if now >= start + .seconds(Self.press) { ring.append(session.round.share(of: 1, at: now)) }
        }
        try engine.stop()
        self.ring = ring
        channel = Array(try SoundFile.read(file).channels[2].dropFirst(Int(Self.press * Double(Self.rate))))
    }

    // MARK: Drawing

    private static let size = (width: 900.0, height: 330.0)
    private static let plot = (left: 60.0, width: 820.0)
    /// The tops and heights of the ring's part and the channel's.
    private static let parts = (ring: (top: 40.0, height: 110.0), channel: (top: 176.0, height: 120.0))

    var svg: String {
        var surface = SVGSurface()
        surface.rectangle("ground", x: 0, y: 0, width: Self.size.width, height: Self.size.height, radius: 8, title: "")
        surface.text("A hold of 2 s, let go after 1 s", "name", x: Self.plot.left, y: 24)
        drawAxis(on: &surface)
        drawRing(on: &surface)
        drawChannel(on: &surface)
        return Markup.element(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("viewBox", "0 0 \(Markup.number(Self.size.width)) \(Markup.number(Self.size.height))"),
            ],
            Self.style + surface.elements.joined(separator: "\n")) + "\n"
    }

    private func x(_ time: Double) -> Double { Self.plot.left + Self.plot.width * time / Self.length }

    private func drawAxis(on surface: inout SVGSurface) {
        let (ring, channel) = Self.parts
        for tenth in stride(from: 0, through: 15, by: 5) {
            let time = Double(tenth) / 10
            surface.line("grid", from: (x(time), ring.top), to: (x(time), channel.top + channel.height))
            surface.text(
                "\(Decimals.fixed(time, 1)) s", "mark", x: x(time), y: channel.top + channel.height + 16,
                [("text-anchor", "middle")])
        }
        for (text, part) in [("ring", ring), ("haptics", channel)] {
            surface.text(
                text, "mark", x: Self.plot.left - 8, y: part.top + part.height / 2 + 4, [("text-anchor", "end")])
        }
        surface.text("100 %", "mark", x: Self.plot.left - 8, y: ring.top + 4, [("text-anchor", "end")])
    }

    private func drawRing(on surface: inout SVGSurface) {
        let part = Self.parts.ring
        var path = SVGPath()
        for (index, share) in ring.enumerated() {
            let place = (x(Double(index) * Self.step), part.top + part.height * (1 - share))
            if index == 0 { path.move(place.0, place.1) } else { path.line(place.0, place.1) }
        }
        surface.path("ring", path)
    }

    /// Draws the vibration itself, relative to its strongest sample.
    private func drawChannel(on surface: inout SVGSurface) {
        let part = Self.parts.channel
        let samples = channel.prefix(Int(Self.length * Double(Self.rate)))
        guard let full = samples.map(abs).max(), full > 0 else { return }
        var path = SVGPath()
        for index in stride(from: 0, to: samples.count, by: Self.rate / 2_000) {
            let place = x(Double(index) / Double(Self.rate))
            let height = part.top + part.height / 2 * (1 - Double(samples[index] / full))
            if index == 0 { path.move(place, height) } else { path.line(place, height) }
        }
        surface.path("haptics", path)
    }

    private static let style = Markup.element(
        "style", [],
        """
        text{font-family:ui-sans-serif,system-ui,sans-serif;fill:#e6e6e6}.name{font-size:13px;font-weight:600}\
        .mark{font-size:10.5px;fill:#a8a8a8}.grid{stroke:#333;stroke-width:1}.ground{fill:#141414}\
        .ring{fill:none;stroke:#4c8dff;stroke-width:2.5}.haptics{fill:none;stroke:#ff9500;stroke-width:1.1}
        """)
}
