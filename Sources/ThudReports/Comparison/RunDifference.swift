/// What differs between the circumstances of two runs.
enum RunDifference {
    /// How many differences are named.
    private static let mostNamed = 20

    /// One sentence each for machine and settings that are not the same.
    static func diagnostics(old: BenchRun, new: BenchRun) -> [String] {
        [("the machine differs", old.machine, new.machine), ("the settings differ", old.settings, new.settings)]
            .compactMap { title, old, new in
                let differences = differences(old, new)
                guard !differences.isEmpty else { return nil }
                let rest = differences.count - mostNamed
                return "\(title): " + differences.prefix(mostNamed).joined(separator: "; ")
                    + (rest > 0 ? "; and \(rest) more" : "")
            }
    }

    private static func differences(_ old: [BenchFact], _ new: [BenchFact]) -> [String] {
        let before = Dictionary(old.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let after = Dictionary(new.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let names = new.map(\.name) + old.map(\.name).filter { after[$0] == nil }
        var seen: Set<String> = []
        return names.compactMap { name in
            guard seen.insert(name).inserted, before[name] != after[name] else { return nil }
            let was = before[name].map { "was \(Text.printable($0))" } ?? "was not stated"
            let now = after[name].map { "is \(Text.printable($0))" } ?? "is not stated"
            return "\(Text.printable(name)) \(was), \(now)"
        }
    }
}
