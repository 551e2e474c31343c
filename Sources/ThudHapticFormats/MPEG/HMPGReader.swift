import ThudCore
import ThudPatterns

/// Reads the binary form of ISO/IEC 23090-31, `.hmpg`: a haptic experience as units of time, each made of packets, as
/// the encoder of MPEG's reference software writes it (`IOStream.cpp`).
/// The first unit describes the perceptions, channels and bands. The others hold the effects, which name their
/// perception, channel and band. An effect that spans several units is repeated in each, with further keyframes.
struct HMPGReader {
    /// The kinds of packets, by their codes. Checksums are ignored, because files do not come over a noisy line.
    private enum Packet: Int {
        case timing, experience, perception, channel, band, data, library, crc32, crc16, globalCRC16, globalCRC32
        case initialTiming
    }

    private struct ChannelID: Hashable {
        let perception: Int
        let channel: Int
    }

    private struct Band {
        let channel: ChannelID
        var band: MPEGBand
        /// The indices of its effects, by their numbers.
        var places: [Int: Int] = [:]
    }

    private let start: BitReader.BytePlace
    private var time = 0
    private var timescale = 1_000
    private var date = ""
    private var description = ""
    private var perceptions: [Int: MPEGPerception] = [:]
    private var channels: [ChannelID: MPEGChannel] = [:]
    private var bands: [Int: Band] = [:]
    private var effects = HMPGEffects()

    static func experience(
        _ bytes: [UInt8], file: String, _ notes: inout ReadingNotes
    ) throws(ThudError) -> MPEGExperience {
        var bits = BitReader(bytes, file: file)
        var reader = HMPGReader(start: bits.place)
        repeat { try reader.readUnit(&bits, &notes) } while bits.bytesLeft > 0
        return reader.experience
    }

    private var experience: MPEGExperience {
        var channels = channels
        for (_, entry) in bands.sorted(by: { $0.key < $1.key }) { channels[entry.channel]?.bands.append(entry.band) }
        var perceptions = perceptions
        for (id, channel) in channels.sorted(by: { $0.key.channel < $1.key.channel }) {
            perceptions[id.perception]?.channels.append(channel)
        }
        return MPEGExperience(
            place: start, timescale: Double(timescale), date: date, description: description,
            perceptions: perceptions.sorted { $0.key < $1.key }.map(\.value))
    }

    // MARK: - Units and packets

    private mutating func readUnit(_ bits: inout BitReader, _ notes: inout ReadingNotes) throws(ThudError) {
        let place = bits.place
        let isFirst = place.offset == 0
        let kind = try bits.bits(6)
        guard !isFirst || kind == 0 else { throw place.error("expected the unit that begins a .hmpg file") }
        guard kind < 4 else { throw place.error("expected a unit of kind 0 to 3, found \(kind)") }
        // The sync flag and the layer, which ranks importance.
        try bits.skip(2 + 4)
        let duration = try bits.bits(24)
        let length = try bits.bits(32)
        try bits.skip(4)
        var unit = try bits.part(bytes: length, "the unit")
        while unit.bytesLeft > 0 { try readPacket(&unit, &notes) }
        time += duration
    }

    private mutating func readPacket(_ unit: inout BitReader, _ notes: inout ReadingNotes) throws(ThudError) {
        let place = unit.place
        let kind = try unit.bits(6)
        let length = try unit.bits(17)
        try unit.skip(1)
        var bits = try unit.part(bytes: length, "the packet")
        switch Packet(rawValue: kind) {
        case .timing: time = try bits.bits(32)
        case .initialTiming: try readTiming(&bits)
        case .experience: try readExperience(&bits)
        case .perception: try readPerception(&bits, place)
        case .channel: try readChannel(&bits, place)
        case .band: try readBand(&bits, place)
        case .library: try readLibrary(&bits)
        case .data: try readData(&bits, place, &notes)
        case .crc16, .crc32, .globalCRC16, .globalCRC32: break
        case nil: notes.diagnostic(place, .ignored, "a packet of unknown kind \(kind); ignored")
        }
    }

    // MARK: - Metadata

    private mutating func readTiming(_ bits: inout BitReader) throws(ThudError) {
        time = try bits.bits(32)
        let place = bits.place
        timescale = try bits.bits(32)
        guard (1...192_000).contains(timescale) else {
            throw place.error("expected a timescale of 1 to 192000 ticks a second, found \(timescale)")
        }
    }

    private mutating func readExperience(_ bits: inout BitReader) throws(ThudError) {
        // The version, profile and level.
        _ = try (bits.text(), bits.text(), bits.bits(8))
        date = try bits.text()
        description = try bits.text()
    }

    private mutating func readPerception(_ bits: inout BitReader, _ place: BitReader.BytePlace) throws(ThudError) {
        let id = try bits.bits(8)
        // The priority and description.
        _ = try (bits.bits(8), bits.text())
        let modality = try bits.bits(8)
        // The avatar and the size of the library.
        try bits.skip(8 + 16)
        if try bits.flag() { _ = try bits.text() }
        try bits.skip(8)
        let exponent = try bits.signed(8)
        let old = perceptions[id]
        perceptions[id] = MPEGPerception(
            place: place, modality: MPEGModality.name(modality), exponent: exponent, library: old?.library ?? [:])
    }

    private mutating func readChannel(_ bits: inout BitReader, _ place: BitReader.BytePlace) throws(ThudError) {
        let channel = try bits.bits(16)
        let id = ChannelID(perception: try perception(&bits), channel: channel)
        // The priority, description and reference device.
        _ = try (bits.bits(8), bits.text(), bits.bits(8))
        channels[id] = try HMPGChannel.read(&bits, place)
    }

    /// Reads the number of a perception, which must exist.
    private func perception(_ bits: inout BitReader) throws(ThudError) -> Int {
        let place = bits.place
        let id = try bits.bits(8)
        guard perceptions[id] != nil else { throw place.error("there is no perception \(id)") }
        return id
    }

    private mutating func readBand(_ bits: inout BitReader, _ place: BitReader.BytePlace) throws(ThudError) {
        let id = try bits.bits(8)
        let perception = try perception(&bits)
        let channel = ChannelID(perception: perception, channel: try bits.bits(16))
        guard channels[channel] != nil else { throw place.error("there is no channel \(channel.channel)") }
        // The priority.
        try bits.skip(8)
        let (type, code, upper) = try Self.form(&bits)
        var entry = bands[id] ?? Band(channel: channel, band: MPEGBand(place: place, kind: .unknown))
        entry.band = MPEGBand(
            place: place, kind: Self.kind(type, code, upper, timescale: timescale), effects: entry.band.effects)
        bands[id] = entry
    }

    /// Reads the form of a band: its type, its curve type or the length of its wavelet blocks, and its upper frequency.
    static func form(_ bits: inout BitReader) throws(ThudError) -> (type: Int, code: Int, upper: Int) {
        let type = try bits.bits(3)
        let code = type == 1 ? try bits.bits(4) : type == 3 ? try bits.bits(8) : 0
        // The lower frequency.
        try bits.skip(16)
        return (type, code, try bits.bits(16))
    }

    /// Returns the kind of a band. `code` is the curve type, or the length of a wavelet block in ticks.
    static func kind(_ type: Int, _ code: Int, _ upper: Int, timescale: Int) -> MPEGBand.Kind {
        switch type {
        case 0: return .transient
        case 1:
            let types = CurveType.allCases
            return .curve(types.indices.contains(code) ? types[code] : .unknown)
        case 2: return .wave
        // The upper limit of a wavelet band is its sample rate.
        case 3 where upper > 0: return .wavelet(block: (code * upper + timescale / 2) / timescale, rate: upper)
        default: return .unknown
        }
    }

    private mutating func readLibrary(_ bits: inout BitReader) throws(ThudError) {
        let id = try perception(&bits)
        var library: [Int: MPEGEffect] = [:]
        for _ in 0..<(try bits.bits(16)) {
            let (number, effect) = try effects.libraryEffect(&bits)
            library[number] = effect
        }
        perceptions[id]?.library = library
    }

    // MARK: - Data

    private mutating func readData(
        _ bits: inout BitReader, _ place: BitReader.BytePlace, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        // Whether decoding can start here.
        try bits.skip(1)
        let perception = try perception(&bits)
        try bits.skip(16)
        let id = try bits.bits(8)
        guard var entry = bands[id] else { throw place.error("there is no band \(id)") }
        // The effects are moved out while they grow, so that they are not copied.
        bands[id] = nil
        defer { bands[id] = entry }
        let count = try bits.bits(16)
        let modality = perceptions[perception]?.modality.flatMap(MPEGModality.init)
        for _ in 0..<count {
            if modality?.isSpatial == true {
                entry.band.effects.append(try effects.spatialEffect(&bits, entry.band.kind))
                continue
            }
            let (number, effect) = try effects.effect(&bits, entry.band.kind, at: time)
            let goesOn = effect.stream.isEmpty && !effect.keyframes.isEmpty
            if goesOn, let place = entry.places[number] {
                entry.band.effects[place].keyframes += effect.keyframes
            } else {
                if goesOn { entry.places[number] = entry.band.effects.count }
                entry.band.effects.append(effect)
            }
        }
    }
}

/// Reads a channel of a `.hmpg` file, starting at its gain.
enum HMPGChannel {
    static func read(_ bits: inout BitReader, _ place: BitReader.BytePlace) throws(ThudError) -> MPEGChannel {
        let gain = HMPGAmplitude.gain(code: try bits.bits(32))
        let weight = Double(try bits.bits(32)) / Double(UInt32.max) * 10_000
        let members = try bits.bits(8)
        var mask = 0
        if members & 1 == 1 {
            mask = try bits.bits(32)
        } else if members & 2 == 2 {
            // The number of actuators in each direction, and the selected body parts and actuators.
            try bits.skip(24)
            try bits.skip(try bits.bits(8) * 8)
            try bits.skip(try bits.bits(8) * 24)
        }
        // The sample rate, followed by the number of samples if it is not 0.
        if try bits.bits(32) != 0 { try bits.skip(32) }
        if members & 4 == 4 { try bits.skip(24) }
        // Vertices of the avatar.
        try bits.skip(try bits.bits(16) * 32)
        return MPEGChannel(place: place, gain: gain, weight: weight, bodyPartMask: mask)
    }
}
