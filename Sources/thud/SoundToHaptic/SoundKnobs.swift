import ThudAudioToHaptics
import ThudCore
import ThudGameUI

/// The options of sound-to-haptic as knobs. A turned knob holds what one would type.
struct SoundKnobs {
    private(set) var options: SoundToHapticOptions
    private(set) var board = KnobBoard(titles: [], rows: [])

    init(_ options: SoundToHapticOptions) {
        self.options = options
        board.hasKeys = true
        refresh()
    }

    mutating func move(rows: Int, columns: Int) { board.move(rows: rows, columns: columns) }

    /// Turns the chosen knob to its next value (1) or the one before (-1); returns why it cannot be turned, or nil.
    mutating func turn(by step: Int) -> String? {
        let knob = chosen
        let before = knob.value(options)
        if let next = step > 0 ? knob.values.first(where: { $0 > before }) : knob.values.last(where: { $0 < before }) {
            knob.set(&options, next)
        }
        refresh()
        return knob.value(options) == before ? "\(knob.title) ends here" : nil
    }

    /// Gives the chosen knob its default; false if it has it.
    mutating func restore() -> Bool {
        let before = chosen.value(options)
        chosen.set(&options, chosen.standard)
        refresh()
        return chosen.value(options) != before
    }

    private var chosen: SoundKnob { SoundKnob.rows[board.row].value[board.chosenColumn] }

    private mutating func refresh() {
        board.rows = SoundKnob.rows.map { row in
            KnobBoard.Row(
                name: row.key,
                knobs: row.value.map { knob in
                    let value = knob.value(options)
                    return KnobBoard.Knob("\(knob.title) \(knob.text(value))", isTurned: value != knob.standard)
                })
        }
    }
}

/// One value of the options, and the values that keys step through.
private struct SoundKnob {
    let title: String
    let values: [Double]
    let standard: Double
    let value: (SoundToHapticOptions) -> Double
    /// Sets a value. One that the options forbid changes nothing.
    let set: (inout SoundToHapticOptions, Double) -> Void
    let text: (Double) -> String

    typealias Number = WritableKeyPath<SoundToHapticOptions, TypedNumber<Double>?>
    typealias Range = WritableKeyPath<SoundToHapticOptions, TypedRange?>

    static var rows: KeyValuePairs<String, [SoundKnob]> {
        let standard = TranscriptionOptions()
        let hundredths = [0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1]
        let twentieths = (0...20).map { Double($0) / 20 }
        let frequencies = [
            10.0, 20, 30, 40, 60, 80, 120, 160, 200, 300, 400, 600, 800, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000,
            8_000, 12_000, 16_000, 24_000,
        ]
        let gaps = [30.0, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 700, 1_000, 2_000, 5_000, 10_000]
        return [
            "taps": [
                number("onsets", Array(twentieths[1...19]), standard.novelty, of: \.onsets),
                number("min-gap", gaps, 1_000 * standard.gap, "ms", of: \.minGap), parts,
            ],
            "vibration": [
                number(
                    "smooth", [0, 10, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000],
                    1_000 * standard.smoothing, "ms", of: \.smooth),
                number("tolerance", hundredths, standard.tolerance, of: \.tolerance),
                number(
                    "points", [4, 6, 8, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500, 1_000],
                    standard.points, "/s", of: \.points),
            ],
            "strength": [number("quietest", hundredths, standard.quietest, of: \.quietest), reference],
            "sharpness": [false, true].map { end($0, twentieths, 0...1, "", of: \.sharpness) },
            "band": [false, true].map { end($0, frequencies, TranscriptionOptions.bandRange, "Hz", of: \.band) },
        ]
    }

    private static func number(
        _ title: String, _ values: [Double], _ standard: Double, _ unit: String = "", of path: Number
    ) -> SoundKnob {
        SoundKnob(
            title: title, values: values, standard: standard,
            value: { $0[keyPath: path]?.value ?? standard },
            set: { $0[keyPath: path] = TypedNumber(argument: typed($1)) },
            text: { with(unit, $0) })
    }

    /// The lower or the upper end of a range. Both at their limits are the default.
    private static func end(
        _ isUpper: Bool, _ values: [Double], _ limits: ClosedRange<Double>, _ unit: String, of path: Range
    ) -> SoundKnob {
        SoundKnob(
            title: isUpper ? "to" : "from", values: values,
            standard: isUpper ? limits.upperBound : limits.lowerBound,
            value: { options in
                let range = options[keyPath: path]?.value ?? limits
                return isUpper ? range.upperBound : range.lowerBound
            },
            set: { options, value in
                let range = options[keyPath: path]?.value ?? limits
                let (low, high) = isUpper ? (range.lowerBound, value) : (value, range.upperBound)
                guard low <= high else { return }
                options[keyPath: path] =
                    low...high == limits ? nil : TypedRange(argument: "\(typed(low))..\(typed(high))")
            },
            text: { with(unit, $0) })
    }

    private static var parts: SoundKnob {
        SoundKnob(
            title: "parts", values: [0, 1, 2], standard: 0, value: { $0.tapsOnly ? 1 : $0.noTaps ? 2 : 0 },
            set: { ($0.tapsOnly, $0.noTaps) = ($1 == 1, $1 == 2) },
            text: { ["both", "taps only", "no taps"][Int($0)] })
    }

    private static var reference: SoundKnob {
        let all = TranscriptionOptions.Reference.allCases
        return SoundKnob(
            title: "reference", values: all.indices.map(Double.init), standard: 0,
            value: { options in Double(options.reference.flatMap { all.firstIndex(of: $0) } ?? 0) },
            set: { $0.reference = $1 == 0 ? nil : all[Int($1)] }, text: { all[Int($0)].rawValue })
    }

    private static func typed(_ value: Double) -> String { Decimals.short(value, atMost: 3) }

    private static func with(_ unit: String, _ value: Double) -> String {
        unit.isEmpty ? typed(value) : unit.hasPrefix("/") ? typed(value) + unit : "\(typed(value)) \(unit)"
    }
}
