import ThudCore

extension BenchComparison {
    /// `median 4.10 ms, was 4.00 ms: 1.02 times (95 % sure: 0.98 to 1.07)`, p99 alike, the verdict last.
    public var text: String {
        (figures.map(Self.line) + diagnostics + [verdict]).joined(separator: "\n") + "\n"
    }

    /// One line: `no slower than before, within 10 %: pass`.
    public var verdict: String {
        let percent = Text.short(tolerance * 100) + " %"
        guard !figures.isEmpty else { return "not compared: fail" }
        let slower = figures.filter(\.isRegression).map { "\($0.name) \(Text.fixed($0.ratio, 2)) times" }
        return slower.isEmpty
            ? "no slower than before, within \(percent): pass"
            : "slower than before by more than \(percent) (\(slower.joined(separator: ", "))): fail"
    }

    /// The comparison after docs/bench-schema.md; lengths in milliseconds.
    public var json: JSONValue {
        [
            "verdict": .string(verdict), "passes": .bool(passes), "basis": .string(basis.rawValue),
            "tolerance": .number(tolerance), "remarks": .array(diagnostics.map(JSONValue.string)),
            "figures": .array(figures.map(Self.json)),
        ]
    }

    private static func line(_ figure: FigureChange) -> String {
        "\(figure.name) \(Text.fixed(figure.new.milliseconds, 2)) ms, "
            + "was \(Text.fixed(figure.old.milliseconds, 2)) ms: "
            + "\(Text.fixed(figure.ratio, 2)) times (95 % sure: \(Text.fixed(figure.confidence.lowerBound, 2)) to "
            + "\(Text.fixed(figure.confidence.upperBound, 2)))"
    }

    private static func json(_ figure: FigureChange) -> JSONValue {
        [
            "name": .string(figure.name), "old": .number(figure.old.milliseconds),
            "new": .number(figure.new.milliseconds), "ratio": .number(figure.ratio),
            "low": .number(figure.confidence.lowerBound), "high": .number(figure.confidence.upperBound),
            "decisive": .bool(figure.isDecisive), "regression": .bool(figure.isRegression),
        ]
    }
}
