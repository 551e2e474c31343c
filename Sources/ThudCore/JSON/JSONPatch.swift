/// Changes to a text: the bytes of each range are replaced, and all others stay.
public struct TextPatch: Hashable, Sendable {
    /// One change.
    public struct Change: Hashable, Sendable {
        /// The bytes of the old text that are replaced.
        public let range: Range<Int>
        /// What takes their place.
        public let text: [UInt8]

        /// Creates a change.
        public init(_ range: Range<Int>, _ text: [UInt8]) {
            self.range = range
            self.text = text
        }
    }

    /// The changes, in the order of the text; none overlaps another.
    public let changes: [Change]

    /// Creates a patch of changes in any order.
    public init(_ changes: [Change]) {
        // An insertion at the start of a replaced range comes first.
        self.changes = changes.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
    }

    /// Creates the patch with one change, between what the start and the end of two texts have in common.
    public init(from old: [UInt8], to new: [UInt8]) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        self.init([Change(start..<old.count - end, Array(new[start..<new.count - end]))])
    }

    /// Returns the text with the changes, and the patch that takes them back; nil if the changes do not fit the text.
    public func applied(to text: [UInt8]) -> (text: [UInt8], undo: TextPatch)? {
        var result: [UInt8] = []
        var back: [Change] = []
        var place = 0
        for change in changes {
            guard change.range.lowerBound >= place, change.range.upperBound <= text.count else { return nil }
            result += text[place..<change.range.lowerBound]
            back.append(Change(result.count..<result.count + change.text.count, Array(text[change.range])))
            result += change.text
            place = change.range.upperBound
        }
        return (result + text[place...], TextPatch(back))
    }
}

/// Finds the smallest changes to a JSON text after which it holds another value. The order of members, the spelling of
/// numbers, line breaks and members that nobody changed stay as they are.
public struct JSONPatch {
    private let bytes: [UInt8]
    /// Whether arrays of the same length have the same elements, changed or not, in the same order.
    private let isPairwise: Bool
    private var changes: [TextPatch.Change] = []

    /// Returns the patch that changes in a text what differs between two values.
    ///
    /// - Parameters:
    ///   - bytes: The text. It may say more than `base`, and say it in another order.
    ///   - base: What the text means.
    ///   - new: What it is to mean.
    ///   - isPairwise: Whether no element of an array was added, removed or moved if it has as many as before.
    ///     Otherwise elements are paired by what they have in common.
    /// - Throws: `ThudError` if the text is not JSON.
    public static func between(
        _ base: JSONValue, _ new: JSONValue, in bytes: [UInt8], isPairwise: Bool = false
    ) throws(ThudError) -> TextPatch {
        var patch = JSONPatch(bytes: bytes, isPairwise: isPairwise)
        patch.change(try JSONOutline(bytes), base, new)
        return TextPatch(patch.changes)
    }

    /// Returns the bytes of each element of an array that is a member of the root.
    ///
    /// - Throws: `ThudError` if the text is not JSON.
    public static func elements(of name: String, in bytes: [UInt8]) throws(ThudError) -> [Range<Int>] {
        try JSONOutline(bytes).elements(of: name).map(\.range)
    }

    private mutating func change(_ old: JSONOutline, _ base: JSONValue, _ new: JSONValue) {
        guard base != new else { return }
        switch (old.content, base, new) {
        case (.object(let members), .object(let base), .object(let new)): changeMembers(old, members, base, new)
        case (.array(let elements), .array(let base), .array(let new)): changeElements(old, elements, base, new)
        default: changes.append(.init(old.range, Array(new.text(.compact).utf8)))
        }
    }

    // MARK: Objects

    private mutating func changeMembers(
        _ old: JSONOutline, _ members: [(name: String, range: Range<Int>, value: JSONOutline)],
        _ base: [JSONValue.Member], _ new: [JSONValue.Member]
    ) {
        var list = ListChange(old.range, members.map(\.range))
        for member in new {
            // The last of several members of one name counts.
            let place = members.lastIndex { $0.name == member.name }
            let before = base.first { $0.name == member.name }?.value
            if let place {
                // If the values have no such member, the text may list elements in it that they do not know.
                change(members[place].value, before ?? Self.empty(like: member.value), member.value)
            } else if before != member.value {
                list.insert(member.value, named: member.name, after: members.count - 1)
            }
        }
        for member in base where !new.contains(where: { $0.name == member.name }) {
            for place in members.indices where members[place].name == member.name { list.remove(place) }
        }
        changes += list.changes(in: bytes)
    }

    private static func empty(like value: JSONValue) -> JSONValue {
        switch value {
        case .array: .array([])
        case .object: .object([])
        default: .null
        }
    }

    // MARK: Arrays

    private mutating func changeElements(
        _ old: JSONOutline, _ elements: [JSONOutline], _ base: [JSONValue], _ new: [JSONValue]
    ) {
        var list = ListChange(old.range, elements.map(\.range))
        let kinds = ElementKinds(base + new)
        let olds = Dictionary(grouping: elements.indices) { kinds.name(of: elements[$0], in: bytes) }
        let bases = Dictionary(grouping: base, by: kinds.name)
        let news = Dictionary(grouping: new, by: kinds.name)
        for name in Set(bases.keys).union(news.keys).sorted() {
            let (was, becomes) = (bases[name] ?? [], news[name] ?? [])
            guard was != becomes else { continue }
            let places = olds[name] ?? []
            guard places.count == was.count else {
                // The text says the same in another way, for example a long curve in one part.
                for place in places { list.remove(place) }
                for value in becomes { list.insert(value, after: places.last ?? elements.count - 1) }
                continue
            }
            var last = (places.first ?? elements.count) - 1
            let isChanged = isPairwise && was.count == becomes.count
            for step in isChanged ? was.indices.map({ .change($0, $0) }) : Alignment.steps(was, becomes) {
                switch step {
                case .keep(let index): last = places[index]
                case .change(let index, let value):
                    change(elements[places[index]], was[index], becomes[value])
                    last = places[index]
                case .remove(let index):
                    list.remove(places[index])
                    last = places[index]
                case .insert(let value): list.insert(becomes[value], after: last)
                }
            }
        }
        changes += list.changes(in: bytes)
    }
}

/// The kinds of objects in a list: each is wrapped in a member of its own, or has a `ParameterID`. Elements of one kind
/// keep their order among each other.
private struct ElementKinds {
    /// The names of members that wrap an element. The text may have more members beside them than the values.
    private let wrappers: Set<String>
    /// The identifiers of wrapped elements. The text may have others, which are a kind of their own.
    private let known: Set<String>

    init(_ values: [JSONValue]) {
        let wrapped = values.map(Self.members).filter { $0.count == 1 }.map { $0[0] }
        wrappers = Set(wrapped.map(\.name))
        known = Set(wrapped.map { Self.id(of: Self.members($0.value), Self.text) })
    }

    func name(of value: JSONValue) -> String { name(Self.members(value), Self.members, Self.text) }

    func name(of outline: JSONOutline, in bytes: [UInt8]) -> String {
        name(Self.members(outline), Self.members) { text in
            (try? JSONNode.parse(Array(bytes[text.range])).value).map(Self.text) ?? ""
        }
    }

    private func name<Value>(
        _ members: [(name: String, value: Value)], _ inner: (Value) -> [(name: String, value: Value)],
        _ text: (Value) -> String
    ) -> String {
        let wrapping = members.filter { wrappers.contains($0.name) }
        guard wrapping.count == 1 else { return Self.id(of: members, text) }
        let id = Self.id(of: inner(wrapping[0].value), text)
        return wrapping[0].name + (known.contains(id) ? "" : id)
    }

    private static func id<Value>(of members: [(name: String, value: Value)], _ text: (Value) -> String) -> String {
        members.last { $0.name == "ParameterID" }.map { text($0.value) } ?? ""
    }

    private static func members(_ value: JSONValue) -> [(name: String, value: JSONValue)] {
        guard case .object(let members) = value else { return [] }
        return members.map { ($0.name, $0.value) }
    }

    private static func members(_ outline: JSONOutline) -> [(name: String, value: JSONOutline)] {
        guard case .object(let members) = outline.content else { return [] }
        return members.map { ($0.name, $0.value) }
    }

    private static func text(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return "" }
        return text
    }
}

/// Pairs the elements of two lists: equal ones first, then those between them in their order.
private enum Alignment {
    enum Step {
        case keep(Int)
        case change(Int, Int)
        case remove(Int)
        case insert(Int)
    }

    /// The most pairs that are compared; longer lists are paired from both ends alone.
    private static let most = 4_000_000

    static func steps(_ old: [JSONValue], _ new: [JSONValue]) -> [Step] {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let (olds, news) = (head..<old.count - tail, head..<new.count - tail)
        let pairs = olds.count * news.count <= most ? common(old[olds], new[news]) : []
        var steps = (0..<head).map { Step.keep($0) }
        var (first, second) = (olds.lowerBound, news.lowerBound)
        for pair in pairs + [(olds.upperBound, news.upperBound)] {
            // As many as both have were changed; the others were removed or inserted.
            let changed = min(pair.0 - first, pair.1 - second)
            steps += (0..<changed).map { .change(first + $0, second + $0) }
            steps += (first + changed..<pair.0).map { .remove($0) }
            steps += (second + changed..<pair.1).map { .insert($0) }
            if pair.0 < olds.upperBound { steps.append(.keep(pair.0)) }
            (first, second) = (pair.0 + 1, pair.1 + 1)
        }
        return steps + (olds.upperBound..<old.count).map { .keep($0) }
    }

    /// Returns the places of the values that two parts have in common, in order.
    private static func common(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>) -> [(Int, Int)] {
        let (removed, inserted) = new.offsets(changedFrom: old)
        let kept = old.indices.filter { !removed.contains($0 - old.startIndex) }
        return Array(zip(kept, new.indices.filter { !inserted.contains($0 - new.startIndex) }))
    }
}

/// Insertions into a list of values in brackets, and removals from it, as changes of its text.
private struct ListChange {
    private let list: Range<Int>
    private let items: [Range<Int>]
    private var removed: Set<Int> = []
    private var inserted: [Int: [(name: String?, value: JSONValue)]] = [:]

    /// Creates the change of a list from the bytes of the list and of its items.
    init(_ list: Range<Int>, _ items: [Range<Int>]) {
        self.list = list
        self.items = items
    }

    mutating func remove(_ place: Int) { removed.insert(place) }

    /// Inserts a value after an item, or before all if `place` is -1.
    mutating func insert(_ value: JSONValue, named name: String? = nil, after place: Int) {
        inserted[place, default: []].append((name, value))
    }

    func changes(in bytes: [UInt8]) -> [TextPatch.Change] {
        guard !removed.isEmpty || !inserted.isEmpty else { return [] }
        let kept = items.indices.filter { !removed.contains($0) }
        let style = ListStyle(list, items, bytes)
        let added = inserted.keys.sorted().flatMap { place in
            (inserted[place] ?? []).map { (place: place, text: style.text(of: $0.value, named: $0.name)) }
        }
        let texts = added.map(\.text)
        guard let first = kept.first else {
            // With the last item goes the comma that may follow it.
            let inside =
                texts.isEmpty || items.isEmpty
                ? list.lowerBound + 1..<list.upperBound - 1 : items[0].lowerBound..<items[items.count - 1].upperBound
            let text = Array(texts.joined(separator: style.separator))
            return [.init(inside, texts.isEmpty ? [] : style.opening + text + style.closing)]
        }
        var changes = removals(kept)
        for (place, text) in added {
            // After the nearest item before it that stays, or before the first that does.
            if let anchor = kept.last(where: { $0 <= place }) {
                let end = items[anchor].upperBound
                changes.append(.init(end..<end, style.separator + text))
            } else {
                let start = items[first].lowerBound
                changes.append(.init(start..<start, text + style.separator))
            }
        }
        return Self.joined(changes)
    }

    private func removals(_ kept: [Int]) -> [TextPatch.Change] {
        guard let first = kept.first else { return [] }
        var changes = first > 0 ? [TextPatch.Change(items[0].lowerBound..<items[first].lowerBound, [])] : []
        for (last, next) in zip(kept, kept.dropFirst() + [items.count]) where next > last + 1 {
            changes.append(.init(items[last].upperBound..<items[next - 1].upperBound, []))
        }
        return changes
    }

    /// Joins insertions at one place in their order.
    private static func joined(_ changes: [TextPatch.Change]) -> [TextPatch.Change] {
        var joined: [TextPatch.Change] = []
        for change in changes {
            if change.range.isEmpty, let twin = joined.firstIndex(where: { $0.range == change.range }) {
                joined[twin] = .init(change.range, joined[twin].text + change.text)
            } else {
                joined.append(change)
            }
        }
        return joined
    }
}

/// How the items of a list are written: what separates them, and whether they have line breaks inside.
private struct ListStyle {
    let separator: [UInt8]
    /// What stands before the first item and after the last one of a list that was empty.
    let opening, closing: [UInt8]
    /// The line break of the list, `\n` or `\r\n`, and the spaces after it.
    private let lineBreak: String
    private let hasBreaks: Bool
    /// The indentation of one level.
    private let unit: String

    private static let newline = UInt8(ascii: "\n")
    private static let spaces = Array(" \t\r\n".utf8)

    init(_ list: Range<Int>, _ items: [Range<Int>], _ bytes: [UInt8]) {
        func lineStart(of place: Int) -> [UInt8] {
            let start = bytes[..<place].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
            return Array(bytes[start..<place].prefix { Self.spaces.contains($0) })
        }
        let next = items.count > 1 ? items[1].lowerBound : items.first?.lowerBound ?? 0
        var between = Array(bytes[..<next].reversed().prefix { Self.spaces.contains($0) }.reversed())
        if items.count < 2, between.isEmpty { between = [UInt8(ascii: " ")] }
        let indent = lineStart(of: items.last?.lowerBound ?? list.lowerBound)
        let inner = indent.dropFirst(lineStart(of: list.lowerBound).count)
        unit = inner.isEmpty ? indent.first == UInt8(ascii: "\t") ? "\t" : "  " : String(decoding: inner, as: UTF8.self)
        let known = items.isEmpty ? 0..<list.lowerBound : list
        lineBreak =
            (bytes[known].contains(UInt8(ascii: "\r")) ? "\r\n" : "\n") + String(decoding: indent, as: UTF8.self)
        // An empty list whose name begins a line gets a line for each item, so that an edit of one touches no other.
        let start = (bytes[..<list.lowerBound].lastIndex(of: Self.newline) ?? -1) + 1
        let isOpened = items.isEmpty && bytes[start + indent.count] == UInt8(ascii: "\"")
        opening = isOpened ? Array((lineBreak + unit).utf8) : []
        closing = isOpened ? Array(lineBreak.utf8) : []
        separator = [UInt8(ascii: ",")] + (isOpened ? opening : between)
        hasBreaks = items.contains { bytes[$0].contains(Self.newline) }
    }

    /// Returns the text of a new item in the style of the others.
    func text(of value: JSONValue, named name: String?) -> [UInt8] {
        let text = hasBreaks ? value.text(breaking: lineBreak, indent: unit) : value.text(.inline)
        let head = name.map { JSONValue.string($0).text(.compact) + ": " } ?? ""
        return Array((head + text).utf8)
    }
}
