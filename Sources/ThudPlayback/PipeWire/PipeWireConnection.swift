import CThudSystem
import Glibc
import ThudCore

/// A connection to a PipeWire server with its native protocol, whose messages are four 32-bit words and one POD.
///
/// Source: PipeWire's documentation, "Native Protocol" and "SPA POD", version 3 of the protocol, which all servers
/// since 0.3 speak. A connection only queries: it plays nothing, and appears only in the server's list of clients.
///
/// It is written by hand to save memory and time. libpipewire 0.3.65 needs at least 2.2 ms for the same query and 0.8
/// MiB of the process's own memory, because it reads its configuration and loads its modules for each connection. This
/// code takes 0.6 ms and 0.13 MiB. Linking the library would also add 0.3 ms to every start.
struct PipeWireConnection: ~Copyable {
    /// A message from the server: the object that sent it, its opcode and its content.
    struct Message {
        let object: UInt32
        let opcode: UInt32
        let body: PipeWireValue
    }

    let socket: Int32
    private var deadline: Instant
    private var unread: [UInt8] = []
    private var sequence: UInt32 = 0
    private static let headerBytes = 16
    /// More messages than a server with thousands of objects sends.
    private static let mostMessages = 20_000

    /// The object that exists in every connection from the start.
    static let core: UInt32 = 0

    /// Connects to the server and asks for its objects; nil if none listens. `limit` is the time-out for all answers
    /// together.
    init?(within limit: Interval) {
        guard let path = Self.socketPath, let socket = try? UnixSocket.connect(to: path, waits: false) else {
            return nil
        }
        self.init(socket, within: limit)
        let version = PipeWireValue.int(PipeWireServer.version)
        let name: [PipeWireValue] = [.int(1), .text("application.name"), .text("thud")]
        // A server that does not take these takes nothing else either.
        _ = send(to: Self.core, opcode: PipeWireServer.Method.hello, [version])
        _ = send(to: PipeWireServer.client, opcode: PipeWireServer.Method.updateProperties, [.structure(name)])
        _ = send(
            to: Self.core, opcode: PipeWireServer.Method.getRegistry, [version, .int(Int32(PipeWireServer.registry))])
    }

    /// Speaks over a socket that is connected, and owns it.
    init(_ socket: Int32, within limit: Interval) {
        self.socket = socket
        deadline = .now() + limit
    }

    deinit { close(socket) }

    /// The path of the server's socket, from the same environment variables that PipeWire's own library reads.
    static var socketPath: String? {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let name = variable("PIPEWIRE_REMOTE") ?? "pipewire-0"
        guard !name.hasPrefix("/") else { return name }
        return (variable("PIPEWIRE_RUNTIME_DIR") ?? variable("XDG_RUNTIME_DIR")).map { "\($0)/\(name)" }
    }

    /// Whether a server listens, or may listen at a path that is not known.
    static var hasServer: Bool {
        guard let path = socketPath else { return true }
        guard let socket = try? UnixSocket.connect(to: path, waits: false) else { return false }
        close(socket)
        return true
    }

    /// Sends a message. Returns false if the server does not take it.
    mutating func send(to object: UInt32, opcode: UInt32, _ values: [PipeWireValue]) -> Bool {
        let body = PipeWireValue.structure(values).bytes
        let header = [object, opcode << 24 | UInt32(body.count), sequence, 0]
        let message = header.reduce(into: [UInt8]()) { $0.append(word: $1) } + body
        sequence += 1
        // The kernel's buffer holds many such messages, and this connection sends only a few.
        return message.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            == message.count
    }

    /// Asks for the events of an object, which come from `number`. Returns false if the server does not take it.
    mutating func bind(_ object: PipeWireServer.Global, as number: UInt32) -> Bool {
        send(
            to: PipeWireServer.registry, opcode: PipeWireServer.Method.bind,
            [.int(object.id), .text(object.type), .int(PipeWireServer.version), .int(Int32(number))])
    }

    /// Returns the messages up to the answer to a `sync` with this `number`; nil if that answer does not come.
    mutating func answers(upToSync number: Int32) -> [Message]? {
        guard send(to: Self.core, opcode: PipeWireServer.Method.sync, [.int(0), .int(number)]) else { return nil }
        var messages: [Message] = []
        while messages.count < Self.mostMessages {
            guard let message = next() else { return nil }
            // Core::Done carries the numbers of the sync.
            if message.object == Self.core, message.opcode == 1,
                message.body.elements.compactMap(\.number) == [0, Int64(number)]
            {
                return messages
            }
            messages.append(message)
        }
        return nil
    }

    private(set) var isClosed = false

    /// Returns the messages that have arrived, without waiting for any.
    mutating func arrivals() -> [Message] {
        var messages: [Message] = []
        deadline = .now()
        while messages.count < Self.mostMessages, let message = next() { messages.append(message) }
        return messages
    }

    /// Returns the next message; nil if none comes in time or it is malformed.
    private mutating func next() -> Message? {
        guard fill(Self.headerBytes) else { return nil }
        let (object, kind) = (unread.word(at: 0), unread.word(at: 4))
        // At most 16 MiB.
        let size = Int(kind & 0xFF_FFFF)
        guard fill(Self.headerBytes + size) else { return nil }
        let body = unread[Self.headerBytes..<Self.headerBytes + size]
        defer { unread.removeFirst(Self.headerBytes + size) }
        return Message(object: object, opcode: kind >> 24, body: PipeWireValue(Array(body)) ?? .other)
    }

    /// Reads until at least `count` bytes are available.
    private mutating func fill(_ count: Int) -> Bool {
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while unread.count < count {
            let timeout = max(0, (deadline - .now()).nanoseconds)
            guard thud_wait_readable(socket, timeout) != 0 else { return false }
            let got = recv(socket, &block, block.count, 0)
            if got < 0, errno == EINTR || errno == EAGAIN { continue }
            guard got > 0 else {
                isClosed = true
                return false
            }
            unread += block[..<got]
        }
        return true
    }
}

/// A value of the protocol (SPA POD), of the kinds needed here.
indirect enum PipeWireValue {
    case int(Int32)
    /// A number of a list, such as that of the parameters.
    case id(Int32)
    case long(Int64)
    case real(Float)
    case text(String)
    case structure([PipeWireValue])
    /// The properties of an object by their numbers.
    case object([UInt32: PipeWireValue])
    case other

    private enum Kind {
        static let id: UInt32 = 3
        static let int: UInt32 = 4
        static let long: UInt32 = 5
        static let real: UInt32 = 6
        static let text: UInt32 = 8
        static let structure: UInt32 = 14
        static let object: UInt32 = 15
    }

    /// The limit for nested structures. The answers read here do not nest deeper.
    private static let deepest = 8

    var number: Int64? {
        switch self {
        case .int(let number), .id(let number): Int64(number)
        case .long(let number): number
        case .real, .text, .structure, .object, .other: nil
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var real: Double? { if case .real(let number) = self { Double(number) } else { nil } }

    var properties: [UInt32: PipeWireValue] { if case .object(let values) = self { values } else { [:] } }

    var elements: [PipeWireValue] { if case .structure(let values) = self { values } else { [] } }

    /// The entries of a dictionary, which is a structure of their number and then a name and a value each.
    var dictionary: [String: String] {
        let texts = elements.dropFirst().map(\.text)
        var dictionary: [String: String] = [:]
        for place in stride(from: 0, to: texts.count - 1, by: 2) {
            if let name = texts[place] { dictionary[name] = texts[place + 1] }
        }
        return dictionary
    }

    /// Reads the value at the start of `bytes`; nil if there is none.
    init?(_ bytes: [UInt8]) {
        guard let (value, _) = Self.read(bytes[...], depth: 0) else { return nil }
        self = value
    }

    /// Reads a value. Also returns the number of bytes it takes, including the padding to a multiple of eight.
    private static func read(_ bytes: ArraySlice<UInt8>, depth: Int) -> (PipeWireValue, length: Int)? {
        guard bytes.count >= 8, depth < deepest else { return nil }
        let size = Int(bytes.word(at: 0))
        guard size <= bytes.count - 8 else { return nil }
        let body = bytes.dropFirst(8).prefix(size)
        let value = value(of: bytes.word(at: 4), body, depth)
        return value.map { ($0, 8 + (size + 7) / 8 * 8) }
    }

    private static func value(of kind: UInt32, _ body: ArraySlice<UInt8>, _ depth: Int) -> PipeWireValue? {
        switch kind {
        case Kind.id: return body.count == 4 ? .id(Int32(bitPattern: body.word(at: 0))) : nil
        case Kind.int: return body.count == 4 ? .int(Int32(bitPattern: body.word(at: 0))) : nil
        case Kind.real: return body.count == 4 ? .real(Float(bitPattern: body.word(at: 0))) : nil
        case Kind.long:
            guard body.count == 8 else { return nil }
            return .long(Int64(bitPattern: UInt64(body.word(at: 4)) << 32 | UInt64(body.word(at: 0))))
        case Kind.text: return .text(String(decoding: body.prefix { $0 != 0 }, as: UTF8.self))
        case Kind.structure:
            var values: [PipeWireValue] = []
            var rest = body
            while !rest.isEmpty {
                guard let (value, length) = read(rest, depth: depth + 1) else { return nil }
                values.append(value)
                rest = rest.dropFirst(length)
            }
            return .structure(values)
        case Kind.object:
            // The type and the number of the object, and then for each property its number, flags and value.
            var properties: [UInt32: PipeWireValue] = [:]
            var rest = body.dropFirst(8)
            while rest.count >= 8 {
                guard let (value, length) = read(rest.dropFirst(8), depth: depth + 1) else { return nil }
                properties[rest.word(at: 0)] = value
                rest = rest.dropFirst(8 + length)
            }
            return .object(properties)
        default: return .other
        }
    }

    var bytes: [UInt8] {
        var body: [UInt8] = []
        let kind: UInt32
        switch self {
        case .int(let number):
            kind = Kind.int
            body.append(word: UInt32(bitPattern: number))
        case .id(let number):
            kind = Kind.id
            body.append(word: UInt32(bitPattern: number))
        case .long(let number):
            kind = Kind.long
            body.append(word: UInt32(truncatingIfNeeded: number))
            body.append(word: UInt32(truncatingIfNeeded: number >> 32))
        case .text(let text):
            kind = Kind.text
            body = Array(text.utf8) + [0]
        case .structure(let values):
            kind = Kind.structure
            body = values.flatMap(\.bytes)
        // Nothing else is ever sent.
        case .real, .object, .other: kind = 1
        }
        var bytes: [UInt8] = []
        bytes.append(word: UInt32(body.count))
        bytes.append(word: kind)
        return bytes + body + [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
    }
}

extension [UInt8] {
    /// Appends a word in native byte order, as the protocol requires.
    fileprivate mutating func append(word: UInt32) { Swift.withUnsafeBytes(of: word) { append(contentsOf: $0) } }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Returns the word that begins at `offset`, at which there must be four bytes.
    fileprivate func word(at offset: Int) -> UInt32 {
        var word: UInt32 = 0
        Swift.withUnsafeMutableBytes(of: &word) { place in
            for index in 0..<4 { place[index] = self[startIndex + offset + index] }
        }
        return word
    }
}
