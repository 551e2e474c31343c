import ThudHaptics

/// The renderings that a key steps through: the one that was asked for first, then the others.
enum AuditionRenderings {
    /// `chosen` and the rest, on an actuator.
    static func all(startingWith chosen: Rendering, on actuator: ActuatorProfile) -> [Rendering] {
        let all: [Rendering] = [.heard, .drive, .felt(actuator)]
        let first = all.firstIndex { $0.name == chosen.name } ?? 0
        return Array(all[first...] + all[..<first])
    }

    /// Their names in an order that does not change as they are stepped through.
    static func names(_ renderings: [Rendering]) -> [String] { sorted(renderings).map(shown) }

    /// Where the first one stands among the names.
    static func place(of renderings: [Rendering]) -> Int {
        sorted(renderings).firstIndex { $0 == renderings.first } ?? 0
    }

    private static func sorted(_ renderings: [Rendering]) -> [Rendering] {
        let order = ["heard", "drive", "felt"]
        return renderings.sorted { order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0 }
    }

    private static func shown(_ rendering: Rendering) -> String {
        if case .felt(let actuator) = rendering { "felt: \(actuator.name)" } else { rendering.name }
    }
}
