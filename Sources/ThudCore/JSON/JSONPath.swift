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

/// The way to the value that a parser stands on, grown and cut as it goes: no longer than the text is deep.
struct JSONTrail {
    enum Step {
        case member(String)
        case element(Int)
    }

    private var steps: [Step] = []

    mutating func enter(_ step: Step) { steps.append(step) }

    mutating func leave() { steps.removeLast() }

    var path: JSONPath {
        steps.reduce(JSONPath.root) { path, step in
            switch step {
            case .member(let name): .member(path, name)
            case .element(let index): .element(path, index)
            }
        }
    }
}
