import ThudCore

/// What a conversion in bulk did: a JSON file in the output folder, by which the next one finds what has changed.
struct BulkManifest: Sendable {
    static let name = "manifest.json"
    /// The version of the file's form.
    private static let version = 1

    struct Output: Hashable, Sendable {
        /// The path in the output folder.
        let file: String
        let format: String
        /// The hash of the content; nil if it was not written.
        var hash: String?
        var losses: [String] = []
        var error: String?
        /// Whether it was not written because somebody else's file is there.
        var isKept = false
    }

    /// A source and what became of it.
    struct Entry: Hashable, Sendable {
        let source: String
        /// nil if it was not read.
        var hash: String?
        var losses: [String] = []
        var outputs: [Output] = []
        var error: String?
        var leftOut: String?

        var isComplete: Bool { hash != nil && error == nil && outputs.allSatisfy { $0.error == nil } }
    }

    /// The options on which the outputs depend.
    let settings: [JSONValue.Member]
    /// The entries in the order of their sources.
    let entries: [Entry]
    /// The hashes of files that earlier runs wrote and this one did not, by their paths.
    let others: [String: String]

    var bytes: [UInt8] {
        let others = others.sorted { $0.key < $1.key }.map { file, hash -> JSONValue in
            ["file": .string(file), "hash": .string(hash)]
        }
        let root = JSONValue.members([
            ("manifest", .integer(Self.version)), ("thud", .string(Thud.version)), ("settings", .object(settings)),
            ("files", .array(entries.map(Self.json))), ("earlier", others.isEmpty ? nil : .array(others)),
        ])
        return Array(root.text(.pretty).utf8)
    }

    private static func json(_ entry: Entry) -> JSONValue {
        .members([
            ("source", .string(entry.source)), ("hash", entry.hash.map(JSONValue.string)),
            ("error", entry.error.map(JSONValue.string)), ("left_out", entry.leftOut.map(JSONValue.string)),
            ("losses", entry.losses.isEmpty ? nil : .array(entry.losses.map(JSONValue.string))),
            ("outputs", entry.outputs.isEmpty ? nil : .array(entry.outputs.map(json))),
        ])
    }

    private static func json(_ output: Output) -> JSONValue {
        .members([
            ("file", .string(output.file)), ("format", .string(output.format)),
            ("hash", output.hash.map(JSONValue.string)), ("error", output.error.map(JSONValue.string)),
            ("losses", .array(output.losses.map(JSONValue.string))),
        ])
    }

    /// What an earlier run wrote.
    struct Earlier: Sendable {
        /// The entries by their sources, if the same version converted them with the same settings.
        fileprivate(set) var entries: [String: Entry] = [:]
        /// The hashes of all files it wrote, by their paths.
        fileprivate(set) var hashes: [String: String] = [:]
        private var sources: Set<String> = []
        /// What it made of other files. If the output folder is an input, too, these are no sources.
        var made: Set<String> { Set(hashes.keys).subtracting(sources) }

        /// Adds what a further run wrote. What was written before stays known as this program's work.
        mutating func add(_ entries: [Entry], isSame: Bool = true) {
            // Two folders may each have a file of one name. The one that was left out must not stand for the other.
            if isSame { self.entries = Dictionary(entries.map { ($0.source, $0) }) { $0.leftOut == nil ? $0 : $1 } }
            sources.formUnion(entries.map(\.source))
            for output in entries.flatMap(\.outputs) where output.hash != nil { hashes[output.file] = output.hash }
        }
    }

    /// Returns what an earlier run wrote into a folder, if it did; throws if the file is no such manifest.
    static func earlier(in path: String, _ settings: [JSONValue.Member]) throws(ThudError) -> Earlier {
        var earlier = Earlier()
        guard SourceFile.exists(path) else { return earlier }
        let root = try JSONReader(SourceFile.read(path), file: path)
        _ = try root.member("manifest").integer(in: version...version)
        let (program, options) = (try root.member("thud").string(), try root.member("settings").node.value)
        let isSame = program == Thud.version && options == .object(settings)
        for file in try root.optional("earlier")?.elements() ?? [] {
            earlier.hashes[try file.member("file").string()] = try file.member("hash").string()
        }
        let files = try root.member("files").elements()
        earlier.add(try files.map { file throws(ThudError) in try entry(file) }, isSame: isSame)
        return earlier
    }

    private static func entry(_ reader: JSONReader) throws(ThudError) -> Entry {
        var entry = Entry(source: try reader.member("source").string())
        entry.hash = try reader.optional("hash")?.string()
        entry.error = try reader.optional("error")?.string()
        entry.losses = try texts(reader.optional("losses"))
        for output in try reader.optional("outputs")?.elements() ?? [] {
            entry.outputs.append(
                Output(
                    file: try output.member("file").string(), format: try output.member("format").string(),
                    hash: try output.optional("hash")?.string(), losses: try texts(output.optional("losses")),
                    error: try output.optional("error")?.string()))
        }
        return entry
    }

    private static func texts(_ reader: JSONReader?) throws(ThudError) -> [String] {
        try reader?.elements().map { element throws(ThudError) in try element.string() } ?? []
    }
}
