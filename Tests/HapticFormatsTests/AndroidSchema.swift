/// The rules of Android's schema for vibrations (`vibration.xsd` of AOSP, with the elements that API 36 has added to
/// the parser). This judge of written files shares nothing with the reader.
enum AndroidSchema {
    private struct Rule {
        let parents: Set<String>
        let required: [String: @Sendable (String) -> Bool]
        var optional: [String: @Sendable (String) -> Bool] = [:]
    }

    private static let rules: [String: Rule] = [
        "vibration-effect": Rule(parents: [""], required: [:]),
        "waveform-effect": Rule(parents: ["vibration-effect"], required: [:]),
        "waveform-entry": Rule(
            parents: ["waveform-effect"],
            required: ["durationMs": { whole($0, 0...Int.max) }, "amplitude": { whole($0, 0...255) }]),
        "primitive-effect": Rule(
            parents: ["vibration-effect"],
            required: [
                "name": {
                    ["low_tick", "tick", "click", "slow_rise", "quick_rise", "quick_fall", "spin", "thud"].contains($0)
                }
            ], optional: ["scale": { number($0, 0...1) }, "delayMs": { whole($0, 0...Int.max) }]),
        "basic-envelope-effect": Rule(
            parents: ["vibration-effect"], required: [:], optional: ["initialSharpness": { number($0, 0...1) }]),
        "waveform-envelope-effect": Rule(
            parents: ["vibration-effect"], required: [:],
            optional: ["initialFrequencyHz": { number($0, Double.leastNonzeroMagnitude...1e6) }]),
        "control-point basic-envelope-effect": Rule(
            parents: ["basic-envelope-effect"],
            required: [
                "intensity": { number($0, 0...1) }, "sharpness": { number($0, 0...1) },
                "durationMs": { whole($0, 1...Int.max) },
            ]),
        "control-point waveform-envelope-effect": Rule(
            parents: ["waveform-envelope-effect"],
            required: [
                "amplitude": { number($0, 0...1) },
                "frequencyHz": { number($0, Double.leastNonzeroMagnitude...1e6) },
                "durationMs": { whole($0, 1...Int.max) },
            ]),
    ]

    private static func whole(_ text: String, _ range: ClosedRange<Int>) -> Bool {
        Int(text).map(range.contains) ?? false
    }

    private static func number(_ text: String, _ range: ClosedRange<Double>) -> Bool {
        Double(text).map(range.contains) ?? false
    }

    /// Returns the violations in a text of one element per line.
    static func faults(in text: String) -> [String] {
        var faults: [String] = []
        var open: [String] = []
        var kinds: Set<String> = []
        var lastLevel = "0"
        for line in text.split(separator: "\n") {
            let element = line.drop { $0 == " " }
            guard element.first == "<", element.last == ">" else { return ["no element: \(line)"] }
            if element.hasPrefix("</") {
                if open.popLast() != String(element.dropFirst(2).dropLast()) { faults.append("not closed: \(line)") }
                continue
            }
            let isEmpty = element.hasSuffix("/>")
            let words = element.dropFirst().dropLast(isEmpty ? 2 : 1).split(separator: " ").map(String.init)
            let (name, parent) = (words[0], open.last ?? "")
            var attributes: [String: String] = [:]
            for word in words.dropFirst() {
                let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
                if pair.count == 2 { attributes[pair[0]] = String(pair[1].dropFirst().dropLast()) }
            }
            guard attributes.count == words.count - 1, let rule = rules[name] ?? rules["\(name) \(parent)"],
                rule.parents.contains(parent)
            else {
                faults.append("not allowed: \(line)")
                continue
            }
            if parent == "vibration-effect" {
                kinds.insert(name == "primitive-effect" ? name : "\(name) \(faults.count) \(line)")
            }
            for (key, value) in attributes where !((rule.required[key] ?? rule.optional[key])?(value) ?? false) {
                faults.append("\(key): \(line)")
            }
            for key in rule.required.keys where attributes[key] == nil { faults.append("no \(key): \(line)") }
            lastLevel = attributes["intensity"] ?? "0"
            if !isEmpty { open.append(name) }
        }
        if !open.isEmpty || kinds.count != 1 { faults.append("\(kinds.count) effects, \(open.count) elements open") }
        if lastLevel != "0" { faults.append("a basic envelope ends at \(lastLevel)") }
        return faults
    }
}
