import ThudCore

extension Double {
    /// The number as messages show it, in the notation of a file.
    var shown: String { JSONValue.number(self).text(.compact) }
}
