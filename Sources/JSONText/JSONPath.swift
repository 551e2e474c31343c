/// The way from the root to a value. It is kept as a chain and spelt out only when an error needs it, so that reading a
/// hundred thousand elements builds no strings.
indirect enum JSONPath: Hashable, Sendable, CustomStringConvertible {
    case root
    case member(JSONPath, String)
    case element(JSONPath, Int)

    /// `Pattern[3].Event.Time`; names that are no plain words in brackets: `cues["times-up"]`.
    var description: String {
        switch self {
        case .root: return ""
        case .element(let parent, let index): return "\(parent)[\(index)]"
        case .member(let parent, let name):
            let isWord = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            let before = parent.description
            if !isWord { return before + "[" + JSONValue.string(name).text(.compact) + "]" }
            return before.isEmpty ? name : "\(before).\(name)"
        }
    }
}
