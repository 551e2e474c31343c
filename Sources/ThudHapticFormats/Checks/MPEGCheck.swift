import ThudCore

/// What MPEG's reference software asks of a `.hjif` file (`IOJson.cpp`, 2024), besides the values themselves: every member
/// that it does not do without, the version of a year from 2023 on, a date with a year, a profile and a level that there
/// are, whole milliseconds in the profile "Simple Parametric", at most 7 bands a channel at level 1, and limits of
/// frequency in order.
enum MPEGCheck {
    static func check(_ root: JSONReader) throws(ThudError) {
        for name in ["description", "avatars", "syncs"] { _ = try root.member(name) }
        let version = try root.member("version")
        let year = try version.string().split(separator: "-").first.flatMap { Int($0) } ?? 0
        guard year >= 2_023 else { throw version.error(expected: "a year from 2023 on") }
        let profile = try root.member("profile")
        guard ["Main", "Simple Parametric"].contains(try profile.string()) else {
            throw profile.error(expected: "Main or Simple Parametric")
        }
        let level = try root.member("level").integer(in: 1...2)
        let date = try root.member("date")
        guard HJIFFile.isDate(try date.string()) else { throw date.error(expected: "a date with a year") }
        let timescale = try root.member("timescale")
        if try profile.string() == "Simple Parametric", try timescale.number() != 1_000 {
            throw timescale.error(expected: "1000")
        }
        for perception in try root.member("perceptions").elements() {
            for name in ["id", "avatar_id", "description", "perception_modality", "effect_library"] {
                _ = try perception.member(name)
            }
            for channel in try perception.member("channels").elements() { try check(channel, level: level) }
        }
    }

    private static func check(_ channel: JSONReader, level: Int) throws(ThudError) {
        for name in ["id", "description", "gain", "mixing_coefficient", "body_part_mask"] {
            _ = try channel.member(name)
        }
        let bands = try channel.member("bands")
        let count = try bands.elements().count
        guard level == 2 || count <= 7 else {
            throw bands.error("at most 7 bands stand in a channel of level 1")
        }
        for band in try bands.elements() {
            let low = try band.member("lower_frequency_limit").integer(in: 0...1 << 30)
            let high = try band.member("upper_frequency_limit")
            guard try high.integer(in: 0...1 << 30) >= low else { throw high.error("is below the lower limit") }
            for effect in try band.member("effects").elements() {
                _ = try effect.member("effect_type").string()
                _ = try effect.member("position").integer(in: 0...1 << 31)
            }
        }
    }
}
