/// Why no picture came about.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason as cairo words it, such as "out of memory".
    public let reason: String

    /// A sentence for a person.
    public var description: String {
        "the picture could not be drawn: cairo says “\(reason)”; a smaller picture or scale may help"
    }
}
