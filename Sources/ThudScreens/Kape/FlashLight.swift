import Glibc
public import ThudTerminal

/// The flash of a cue, over all that is drawn: the whole screen in a colour, and back to black.
public struct FlashLight: Hashable, Sendable {
    /// The colour.
    public let colour: RGB
    /// How bright, 1 being the usual; what a cue's plan says.
    public let brightness: Double
    /// Since it was lit, in seconds.
    public let age: Double
    /// When it is black again, in seconds.
    public let length: Double

    /// A flash; times in seconds.
    public init(colour: RGB, brightness: Double, age: Double, length: Double) {
        self.colour = colour
        self.brightness = brightness.isFinite ? min(max(brightness, 0), 2) : 1
        self.age = age
        self.length = length
    }

    /// A flash fades in this many steps: each rewrites the whole screen.
    private static let steps = 6
    /// How much of the colour the usual brightness shows at first; what is left is for flashes that are brighter.
    private static let usual = 0.8

    /// Draws it.
    public func draw(on canvas: inout Canvas) {
        guard let (background, isBright) = light else { return }
        canvas.grid.restyle(canvas.area) { style in
            style.background = background
            style.attributes.subtract([.reversed, .dim])
            style.foreground = isBright ? .black : FlashLight.legible(style.foreground, on: background)
        }
    }

    /// The colour of the moment, and whether text on it is dark; nil once it is over.
    ///
    /// Text is dark for half of the flash whatever the colour, which is also what makes it reverse video where there are no
    /// colours.
    private var light: (RGB, isBright: Bool)? {
        let share = length > 0 && age.isFinite ? max(0, age) / length : 1
        guard share < 1, brightness > 0 else { return nil }
        let step = (share * Double(FlashLight.steps)).rounded(.down) / Double(FlashLight.steps)
        let peak = FlashLight.usual * brightness
        // What exceeds the colour goes towards white; a brighter flash also stays longer near its peak.
        let lit = colour.mixed(with: .white, peak - 1)
        let level = min(peak, 1) * (1 - pow(step, max(1, brightness)))
        return (RGB.black.mixed(with: lit, level), step < 0.5)
    }

    /// The colour of a letter, or white or black where it would be lost on `background`.
    private static func legible(_ letter: RGB, on background: RGB) -> RGB {
        guard abs(letter.luma - background.luma) < 90 else { return letter }
        return background.luma > 110 ? .black : .white
    }
}
