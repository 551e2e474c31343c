import ThudCore

/// A picture of how a round or a tournament ended, to be shown to friends: the score and the rank, or the places.
///
///     let score = ResultPicture.Score("12", figures: "12/14 · 86 %", stamp: .init("Legjendë", colour: gold))
///     let picture = ResultPicture(
///         title: "KAPE!", heading: "Besa", .score(score), accent: red, date: "2026-11-24")
///     let file = try picture.png()
///
/// Black, with white words; colours are those of frames and the emblem alone. Words that are too long are set smaller, and those that
/// would be too small to be read are cut with an ellipsis.
package struct ResultPicture: Hashable, Sendable {
    /// What is stamped: the rank.
    package struct Stamp: Hashable, Sendable {
        let text: String
        let colour: Colour

        /// A stamp; `colour` is that of its frame.
        package init(_ text: String, colour: Colour) {
            self.text = text
            self.colour = colour
        }
    }

    /// The end of a round.
    package struct Score: Hashable, Sendable {
        let score: String
        let figures: String
        let stamp: Stamp?
        let remark: String

        /// The end of a round.
        ///
        /// - Parameters:
        ///   - score: as large as it fits.
        ///   - figures: how it came about.
        ///   - remark: what the game says to it.
        package init(_ score: String, figures: String = "", stamp: Stamp? = nil, remark: String = "") {
            self.score = score
            self.figures = figures
            self.stamp = stamp
            self.remark = remark
        }
    }

    /// A player's place in a tournament.
    package struct Place: Hashable, Sendable {
        let place: Int
        let name: String
        let score: String
        let title: String
        let colour: Colour

        /// A place, from 1; two may share one. `colour` is that of its step.
        package init(_ place: Int, name: String, score: String, title: String = "", colour: Colour) {
            self.place = place
            self.name = name
            self.score = score
            self.title = title
            self.colour = colour
        }
    }

    /// What the picture is of.
    package enum Subject: Hashable, Sendable {
        case score(Score)
        /// A tournament, by its places from the best on: three have steps, the others a line each.
        case podium([Place])
    }

    /// How large it is, in pixels: four to five, as phones show pictures best.
    package static let size = PictureSize(width: 1_080, height: 1_350)

    /// More lines beneath the steps would leave none of them room.
    static let mostLines = 4

    let title: String
    let heading: String
    let subject: Subject
    let accent: Colour
    let emblem: Emblem
    let date: String

    /// A picture; nothing is drawn yet.
    ///
    /// - Parameters:
    ///   - title: the name of the game.
    ///   - heading: who played, or what ended.
    ///   - accent: the colour of the frame and of the emblem.
    ///   - date: of the day, as it is to be read.
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

    /// The picture as a PNG file.
    ///
    /// - Throws: `ThudError` where cairo cannot draw, which is to say where memory is short.
    package func png() throws(ThudError) -> [UInt8] {
        let surface = try CairoSurface(Self.size, scale: 1, theme: .dark)
        ResultDrawing(self, on: surface).draw()
        return try surface.png()
    }
}
