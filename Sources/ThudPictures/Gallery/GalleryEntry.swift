/// One pattern of a gallery.
public struct GalleryEntry: Sendable {
    /// A number about the pattern.
    public struct Figure: Hashable, Sendable {
        /// What it is, such as `Onset`.
        public let label: String

        /// The number with its unit, such as `0.6 ms`.
        public let value: String

        /// A figure.
        public init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    /// The name, by which readers filter; what stands before its last `/` is set back.
    public let name: String

    /// A sentence or none.
    public let description: String

    /// The picture; it is drawn anew in the size of a card and in the reader's colours.
    public let picture: PatternPicture

    /// Numbers in the order in which they are shown.
    public let figures: [Figure]

    /// What the play button plays.
    public let audio: GalleryAudio

    /// Where in the picture that starts, in seconds.
    public let first: Double

    /// An entry.
    public init(
        name: String, description: String = "", picture: PatternPicture, figures: [Figure] = [], audio: GalleryAudio,
        from first: Double = 0
    ) {
        self.name = name
        self.description = description
        self.picture = picture
        self.figures = figures
        self.audio = audio
        self.first = first
    }
}
