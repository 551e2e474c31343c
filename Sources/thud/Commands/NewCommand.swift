import ArgumentParser
import ThudCore
import ThudHapticFormats
import ThudPatterns

struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "new", example: "thud new heartbeat --bpm 70 beat.ahap",
        about: "Write a pattern from a template with parameters. The file's extension chooses the format.",
        discussion: """
            Without a file, or with -, the pattern is written to standard output as AHAP. These are the templates with the \
            limits of their parameters, and the defaults in parentheses:

            \(PatternTemplate.all.flatMap(lines).joined(separator: "\n"))
            """)

    @Argument(help: ArgumentHelp("Template.", valueName: "template"), completion: .named("template"))
    var template: String?

    @Argument(help: ArgumentHelp("File to write.", valueName: "out"), completion: .file()) var output: String?

    @Option(name: .short, "The same.", value: "out") var out: String?
    @OptionGroup var options: TemplateOptions

    @Flag(help: "Overwrite an existing file.") var force = false

    @Flag(help: "List the templates and their parameters.") var list = false

    @Flag(help: "With --list: print JSON.") var json = false

    func validate() throws {
        try Usage.require(list || !json, "--json needs --list")
        guard !list else {
            try Usage.require(template == nil && options.given.isEmpty, "--list takes no template")
            return try Usage.refuse([("-o", out != nil), ("--force", force)], "writes a file; leave out --list")
        }
        try Usage.require(output == nil || out == nil, "name one file to write")
        let format = file == PatternOutput.standard ? .ahap : PatternFormat(path: file)
        guard format != nil else {
            throw ValidationError("\(TypedText.visible(file)): unknown extension; \(ConvertCommand.kinds)")
        }
        try options.check(chosen())
    }

    func run() throws {
        guard !list else {
            let templates = PatternTemplate.all
            return Console.result(isJSON: json, .array(templates.map(Self.json)), templates.flatMap(Self.lines))
        }
        let pattern = try chosen().pattern(options.values)
        let export = (PatternFormat(path: file) ?? .ahap).write(pattern)
        for loss in export.losses { Console.remark("\(file): \(loss)") }
        guard force || file == PatternOutput.standard || !SourceFile.exists(file) else {
            throw ThudError(.usage, "\(file) exists; --force overwrites it")
        }
        try PatternOutput.write(export.bytes, to: file)
        guard file != PatternOutput.standard else { return }
        Console.result("\(file): \(Count.of(pattern.events.count, "event")), \(Decimals.fixed(pattern.duration, 3)) s")
    }

    private var file: String { output ?? out ?? PatternOutput.standard }

    private func chosen() throws -> PatternTemplate {
        let names = PatternTemplate.all.map(\.name)
        guard let template else { throw ValidationError("name a template: \(names.joined(separator: ", "))") }
        guard let found = PatternTemplate.named(template) else {
            let choice = "; choose one of \(names.joined(separator: ", "))"
            let advice = NearestName.question(template, among: names, or: choice)
            throw ValidationError("no template is called \(TypedText.shown(template))\(advice)")
        }
        return found
    }

    private static func lines(_ template: PatternTemplate) -> [String] {
        let settings = template.settings.map { setting in
            let unit = setting.parameter.unit.isEmpty ? "" : " \(setting.parameter.unit)"
            return "  --\(setting.parameter.rawValue) \(setting.limits)\(unit) (\(shown(setting.standard)))"
        }
        return [Padding.left(template.name, 12) + template.summary] + settings
    }

    private static func json(_ template: PatternTemplate) -> JSONValue {
        let settings = template.settings.map { setting -> JSONValue in
            [
                "name": .string(setting.parameter.rawValue), "unit": .string(setting.parameter.unit),
                "least": .number(setting.range.lowerBound), "most": .number(setting.range.upperBound),
                "default": .number(setting.standard),
            ]
        }
        return ["name": .string(template.name), "summary": .string(template.summary), "parameters": .array(settings)]
    }
}

struct TemplateOptions: ParsableArguments {
    typealias Number = TypedNumber<Double>

    @Option(parsing: .unconditional, help: "Beats a minute.") var bpm: Number?
    @Option(parsing: .unconditional, help: "Revolutions a minute.") var rpm: Number?
    @Option(parsing: .unconditional, help: "Cylinders.") var cylinders: Number?
    @Option(parsing: .unconditional, help: "Steps a minute.") var pace: Number?
    @Option(parsing: .unconditional, help: "Drops a second.") var drops: Number?
    @Option(parsing: .unconditional, help: "Repetitions.") var count: Number?
    @Option(parsing: .unconditional, help: "Milliseconds between taps.") var gap: Number?
    @Option(parsing: .unconditional, help: "Length in seconds.") var seconds: Number?
    @Option(parsing: .unconditional, help: "Strength, 0 to 1.") var intensity: Number?
    @Option(parsing: .unconditional, help: "Character, 0 (round) to 1 (crisp).") var sharpness: Number?
    @Option(parsing: .unconditional, help: "Another seed gives other random times.") var seed: Number?

    var given: [(parameter: PatternTemplate.Parameter, number: Number)] {
        let all: [(PatternTemplate.Parameter, Number?)] = [
            (.bpm, bpm), (.rpm, rpm), (.cylinders, cylinders), (.pace, pace), (.drops, drops), (.count, count),
            (.gap, gap), (.seconds, seconds), (.intensity, intensity), (.sharpness, sharpness), (.seed, seed),
        ]
        return all.compactMap { parameter, number in number.map { (parameter, $0) } }
    }

    var values: [PatternTemplate.Parameter: Double] {
        Dictionary(uniqueKeysWithValues: given.map { ($0.parameter, $0.number.value) })
    }

    /// Refuses a parameter that the template does not have, and a value out of range.
    func check(_ template: PatternTemplate) throws {
        for (parameter, number) in given {
            guard let setting = template.settings.first(where: { $0.parameter == parameter }) else {
                let names = template.settings.map { "--\($0.parameter.rawValue)" }.joined(separator: ", ")
                throw ValidationError("\(template.name) has no --\(parameter.rawValue), only \(names)")
            }
            let sentence = "--\(parameter.rawValue) takes \(setting.limits) for \(template.name)"
            try number.check(setting.range, sentence)
            try Usage.require(
                !parameter.isWhole || number.value == number.value.rounded(),
                "\(sentence), a whole number, not \(number.text)")
        }
    }
}

extension PatternTemplate.Setting {
    fileprivate var limits: String { "\(shown(range.lowerBound)) to \(shown(range.upperBound))" }
}

private func shown(_ value: Double) -> String { JSONValue.number(value).text(.compact) }
