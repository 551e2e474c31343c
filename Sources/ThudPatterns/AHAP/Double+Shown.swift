import ThudCore

extension Double {
    /// The number as it stands in messages: as a file would write it.
    var shown: String { JSONValue.number(self).text(.compact) }
}
