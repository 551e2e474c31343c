import ThudCore
import ThudGameKit

/// The timings of a game as a developer has changed them for a trial.
struct TriedTimings {
    let timings: [GameDescription.Timing]
    private var tried: [String: Interval] = [:]

    init(_ timings: [GameDescription.Timing]) { self.timings = timings }

    subscript(timing: GameDescription.Timing) -> Interval { tried[timing.name] ?? timing.usual }

    static let fileName = "timing.json"

    /// The changed timings as JSON, in seconds by name; nil if none is changed.
    var file: [UInt8]? {
        let changed = timings.filter { tried[$0.name] != nil }
        guard !changed.isEmpty else { return nil }
        let members = changed.map { JSONValue.Member($0.name, .number(self[$0].seconds)) }
        return Array(JSONValue.object(members).text(.pretty).utf8)
    }

    static let untried = Array(JSONValue.object([]).text(.pretty).utf8)

    /// Turns a timing by some steps; false if it has reached its limit.
    mutating func turn(_ timing: GameDescription.Timing, by steps: Int) -> Bool {
        let before = self[timing]
        let turned = before + timing.step * Int64(steps)
        let after = min(max(turned, timing.range.lowerBound), timing.range.upperBound)
        tried[timing.name] = after == timing.usual ? nil : after
        return after != before
    }

    mutating func restore(_ timing: GameDescription.Timing) { tried[timing.name] = nil }
}
