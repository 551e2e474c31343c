import ThudCore

/// Checks a `.hjif` file by the behaviour of MPEG's reference software (`IOJson.cpp`, 2024). That software refuses
/// files that do not conform, and leaves out parts in which a member is missing or of another type. Its JSON schemas
/// are not public and are not checked.
struct MPEGCheck {
    private let level: Int
    private let isParametric: Bool
    private let avatars: Set<Int>
    private var remarks: [String] = []

    /// Returns a sentence for each part that would be left out.
    /// - Throws: `ThudError` if the file would be refused.
    static func check(_ root: JSONReader) throws(ThudError) -> [String] {
        var check = try MPEGCheck(root)
        let perceptions = try root.member("perceptions").elements()
        try check.requireUnique(perceptions, "perception")
        for perception in perceptions { try check.check(perception: perception) }
        return check.remarks
    }

    private init(_ root: JSONReader) throws(ThudError) {
        _ = try root.member("description").string()
        _ = try root.member("syncs").elements()
        let version = try root.member("version")
        guard Self.isVersion(try version.string()) else {
            throw version.error(expected: "a year from 2023 on, such as 2023, or an amendment, such as 2023-1")
        }
        let profile = try root.member("profile")
        let name = try profile.string()
        isParametric = name == "Simple Parametric"
        guard isParametric || name == "Main" else { throw profile.error(expected: "Main or Simple Parametric") }
        level = try root.member("level").integer(in: 1...2)
        let date = try root.member("date")
        guard HJIFFile.isDate(try date.string()) else { throw date.error(expected: "a date with a year") }
        let timescale = try root.member("timescale")
        let limits = isParametric ? 1_000...1_000 : 0...48_000
        guard let ticks = try Int(exactly: timescale.number()), limits.contains(ticks) else {
            throw timescale.error(expected: isParametric ? "1000" : "a whole number up to 48000")
        }
        var avatars: Set<Int> = []
        for avatar in try root.member("avatars").elements() {
            guard let id = Self.whole(avatar, "id"), Self.whole(avatar, "lod") != nil,
                let type = try? avatar.optional("type"), (try? type.string()) != nil
            else { continue }
            try Self.require(type, ["Custom", "Pressure", "Temperature", "Vibration"])
            guard id != 0, avatars.insert(id).inserted else {
                throw avatar.error("the number \(id) of an avatar is 0 or used twice")
            }
        }
        self.avatars = avatars
    }

    /// Whether a text has four digits for a year from 2023, with an optional hyphen and amendment digit.
    private static func isVersion(_ text: String) -> Bool {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }), parts[0].count == 4 else {
            return false
        }
        return (Int(parts[0]) ?? 0) >= 2_023 && (parts.count == 1 || (parts[1].count == 1 && parts[1] != "0"))
    }

    // MARK: - Members

    private static func whole(_ reader: JSONReader, _ name: String) -> Int? {
        try? reader.optional(name)?.integer(in: -1 << 31...1 << 31 - 1)
    }

    /// Whether a part has the given members of the given types. If not, adds a remark that it is left out.
    private mutating func has(
        _ part: JSONReader, whole: [String] = [], texts: [String] = [], numbers: [String] = [], lists: [String] = []
    ) -> Bool {
        let missing =
            whole.first { Self.whole(part, $0) == nil } ?? texts.first { (try? part.optional($0)?.string()) == nil }
            ?? numbers.first { (try? part.optional($0)?.number()) == nil }
            ?? lists.first { (try? part.optional($0)?.elements()) == nil }
        guard let missing else { return true }
        remarks.append("\(part.error("is left out, because its `\(missing)` is missing or has the wrong type"))")
        return false
    }

    private func requireUnique(_ parts: [JSONReader], _ name: String) throws(ThudError) {
        var seen: Set<Int> = []
        for part in parts {
            guard let id = Self.whole(part, "id") else { continue }
            guard seen.insert(id).inserted else { throw part.error("the number \(id) of a \(name) is used twice") }
        }
    }

    private static func require(_ reader: JSONReader, _ names: some Sequence<String>) throws(ThudError) {
        guard !names.contains(try reader.string()) else { return }
        throw reader.error(expected: "one of \(names.sorted().joined(separator: ", "))")
    }

    /// Throws if a member is a text outside a list of names. A member of another type is left out silently.
    private static func require(
        ifText name: String, of part: JSONReader, _ names: some Sequence<String>
    ) throws(ThudError) {
        guard let reader = try part.optional(name), (try? reader.string()) != nil else { return }
        try require(reader, names)
    }

    // MARK: - Parts

    private static let modalities = Set(
        MPEGModality.allCases.map(\.rawValue) + ["Vibration", "Kinesthetic", "Texture"])

    /// The modalities of level 1 in the simple parametric profile.
    private static let parametricModalities: Set = [
        "Force", "Kinesthetic", "Vibrotactile", "Vibration", "Stiffness", "Vibrotactile Texture", "Texture",
    ]

    private mutating func check(perception: JSONReader) throws(ThudError) {
        guard
            has(
                perception, whole: ["id", "avatar_id"], texts: ["description", "perception_modality"],
                lists: ["channels", "effect_library"])
        else { return }
        let modality = try perception.member("perception_modality")
        try Self.require(modality, isParametric && level == 1 ? Self.parametricModalities : Self.modalities)
        let avatar = try perception.member("avatar_id")
        guard let id = Self.whole(perception, "avatar_id"), id == 0 || avatars.contains(id) else {
            throw avatar.error("there is no avatar with this number")
        }
        if let scheme = try perception.optional("effect_semantic_scheme") {
            throw scheme.error("semantic schemes are not accepted")
        }
        let effects = try perception.member("effect_library").elements()
        try requireUnique(effects, "library effect")
        var library: Set<Int> = []
        for effect in effects where has(effect, texts: ["effect_type"]) {
            try check(type: effect)
            guard has(effect, whole: ["position"]) else { continue }
            library.insert(try effect.member("id").integer(in: -1 << 31...1 << 31 - 1))
        }
        var devices: Set<Int> = []
        let references = try perception.optional("reference_devices")?.elements() ?? []
        try requireUnique(references, "reference device")
        for device in references where has(device, whole: ["id"], texts: ["name"]) {
            devices.formUnion(Self.whole(device, "id").map { [$0] } ?? [])
        }
        let channels = try perception.member("channels")
        try require(channels, at: level == 1 ? 128 : 65_536, "channels in a perception")
        try requireUnique(channels.elements(), "channel")
        for channel in try channels.elements() { try check(channel: channel, library, devices) }
    }

    private func require(_ list: JSONReader, at most: Int, _ what: String) throws(ThudError) {
        guard try list.elements().count <= most else { throw list.error("level \(level) has at most \(most) \(what)") }
    }

    private mutating func check(channel: JSONReader, _ library: Set<Int>, _ devices: Set<Int>) throws(ThudError) {
        guard
            has(
                channel, whole: ["id"], texts: ["description"],
                numbers: ["gain", "mixing_coefficient", "body_part_mask"], lists: ["bands"])
        else { return }
        _ = try channel.member("body_part_mask").integer(in: 0...1 << 32 - 1)
        if let device = Self.whole(channel, "reference_device_id"), !devices.contains(device) {
            throw channel.error("there is no reference device \(device)")
        }
        let bands = try channel.member("bands")
        try require(bands, at: level == 1 ? 7 : 65_536, "bands in a channel")
        for band in try bands.elements() { try check(band: band, library) }
    }

    private mutating func check(band: JSONReader, _ library: Set<Int>) throws(ThudError) {
        guard has(band, texts: ["band_type"]) else { return }
        let type = try band.member("band_type")
        try Self.require(type, ["Curve", "Transient", "VectorialWave", "WaveletWave"])
        let isWavelet = try type.string() == "WaveletWave"
        guard
            has(
                band, whole: ["lower_frequency_limit", "upper_frequency_limit"] + (isWavelet ? ["block_length"] : []),
                lists: ["effects"])
        else { return }
        let high = try band.member("upper_frequency_limit")
        guard try high.number() >= band.member("lower_frequency_limit").number() else {
            throw high.error("is below the lower limit")
        }
        if let curve = try band.optional("curve_type"), (try? curve.string()) != nil {
            guard try type.string() == "Curve" else { throw curve.error("only a Curve band has a curve_type") }
            try Self.require(curve, CurveType.allCases.map(\.rawValue))
        }
        if isWavelet {
            if isParametric { throw type.error("the profile Simple Parametric has no wavelets") }
            let length = Self.whole(band, "block_length") ?? 0
            guard length > 0, length & (length - 1) == 0 else {
                throw try band.member("block_length").error(expected: "a power of two")
            }
        }
        for effect in try band.member("effects").elements() { try check(effect: effect, isWavelet, library) }
    }

    private mutating func check(effect: JSONReader, _ isWavelet: Bool, _ library: Set<Int>) throws(ThudError) {
        guard has(effect, texts: ["effect_type"]) else { return }
        let type = try check(type: effect)
        let isWavelet = isWavelet && type == "Basis"
        let whole = type == "Reference" ? ["id", "position"] : ["position"]
        guard has(effect, whole: whole) else { return }
        if isWavelet {
            guard let stream = try effect.optional("wavelet_stream") else {
                return remarks.append("\(effect.error("is left out, because it has no wavelet_stream"))")
            }
            _ = try stream.string()
        }
        if isWavelet, let frames = try effect.optional("keyframes"), try !frames.elements().isEmpty {
            throw frames.error("wavelet effects have no keyframes")
        }
        if type == "Reference", let id = Self.whole(effect, "id"), !library.contains(id) {
            throw try effect.member("id").error("no effect in the effect_library has this id")
        }
        if type == "Composite" { remarks.append("\(effect.error("the effects of a composite in .hjif are not read"))") }
    }

    @discardableResult
    private func check(type effect: JSONReader) throws(ThudError) -> String {
        let type = try effect.member("effect_type")
        try Self.require(type, ["Basis", "Composite", "Reference"])
        if isParametric, try type.string() == "Composite" {
            throw type.error("the profile Simple Parametric has no composites")
        }
        try Self.require(ifText: "base_signal", of: effect, MPEGSignal.allCases.map(\.rawValue))
        return try type.string()
    }
}
