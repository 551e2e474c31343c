import ThudCore

/// A picture of the end of a round or a tournament, for sharing: the score and the rank, or the places.
///
///     let picture = ResultPicture(
///         title: "KAPE!", heading: "Besa",
///         .score("12", figures: "12/14 · 86 %", stamp: .init("Legjendë", colour: gold)), accent: red,
///         date: "2026-11-24")
///     let file = try picture.png()
///
/// Black with white text; only frames and the emblem are coloured. Long text is set smaller, or cut with an ellipsis.
package struct ResultPicture: Hashable, Sendable {
    package struct Stamp: Hashable, Sendable {
        let text: String
        let colour: Colour

        /// - Parameter colour: the colour of the frame.
        package init(_ text: String, colour: Colour) {
            self.text = text
            self.colour = colour
        }
    }

    package struct Place: Hashable, Sendable {
        let place: Int
        let name: String
        let score: String
        let title: String
        let colour: Colour

        /// - Parameters:
        ///   - place: the place, from 1; two players may share one.
        ///   - colour: the colour of the step.
        package init(_ place: Int, name: String, score: String, title: String = "", colour: Colour) {
            self.place = place
            self.name = name
            self.score = score
            self.title = title
            self.colour = colour
        }
    }

    package enum Subject: Hashable, Sendable {
        /// A score as large as fits, how it came about, and the game's comment on it.
        case score(String, figures: String = "", stamp: Stamp? = nil, remark: String = "")
        /// A tournament, with its places from the best on: three get steps, the others a line each.
        case podium([Place])
    }

    /// The size in pixels: four to five, which suits phones best.
    package static let size = PictureSize(width: 1_080, height: 1_350)
    /// More lines below the steps would leave no room for the steps.
    static let mostLines = 4
    let title: String
    let heading: String
    let subject: Subject
    let accent: Colour
    let emblem: Emblem
    let date: String

    /// Creates a picture without drawing it yet.
    ///
    /// - Parameters:
    ///   - title: the name of the game.
    ///   - heading: who played, or what ended.
    ///   - accent: the colour of the frame and of the emblem.
    ///   - date: the day, as it is displayed.
    package init(
        title: String, heading: String, _ subject: Subject, accent: Colour, emblem: Emblem = .none, date: String
    ) {
        self.title = title
        self.heading = heading
        self.subject = subject
        self.accent = accent
        self.emblem = emblem
        self.date = date
    }

    /// Returns the picture as a PNG file; throws if cairo cannot draw, which means that memory is short.
    package func png() throws(ThudError) -> [UInt8] {
        let surface = try CairoSurface(Self.size, scale: 1, theme: .dark)
        try ResultDrawing(self, on: surface).draw()
        return try surface.png()
    }
}
