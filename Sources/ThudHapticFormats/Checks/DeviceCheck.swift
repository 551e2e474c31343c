public import ThudCore
import ThudPatterns

/// A platform against whose parser rules a file is checked.
///     let verdict = DeviceCheck.harmony.check(bytes, file: "buzz.he", .he)
///     print(verdict.refusal ?? "would be taken", verdict.remarks)
public enum DeviceCheck: String, CaseIterable, Hashable, Sendable {
    /// Android's vibration parser (`AndroidXML`).
    case android
    /// OpenHarmony's decoders of `.he` files (`HarmonyEventCheck`) and of its own files (`HarmonyFileCheck`).
    case harmony
    /// RichTap's players of `.he` files, of which only OpenHarmony's has public rules.
    case richtap
    /// The strict validation of Meta's Haptics SDK (`core/haptic_data`), which also refuses a frequency outside the
    /// amplitude envelope and an envelope of one point.
    case meta
    /// MPEG's reference software (`MPEGCheck`), which also reads `.hmpg`. Its decoder reads garbage from a broken
    /// `.hmpg` file or stops midway; here such a file is refused.
    case mpeg
    /// Apple's loader of `.ahap` files.
    case apple

    /// The format of the platform, to which a file of another format is converted before the check. HarmonyOS also
    /// reads its own ``PatternFormat/harmony``.
    public var format: PatternFormat {
        switch self {
        case .android: .androidXML
        case .harmony, .richtap: .he
        case .meta: .haptic
        case .mpeg: .hjif
        case .apple: .ahap
        }
    }

    /// The result of a check: how a platform would treat a file.
    public struct Verdict: Sendable {
        /// The reason why its parser would refuse the file, with the place; nil if it would accept the file. If the
        /// code is `tooLong`, the file is more than Thud reads, and the platform may accept it.
        public let refusal: ThudError?
        /// One sentence for each thing that the device would leave out or play differently.
        public let remarks: [String]
    }

    /// Checks a file of the platform's own format.
    public func check(_ bytes: [UInt8], file: String) -> Verdict { verdict(bytes, file, format) }

    /// Checks a file of any format, unchanged if the platform reads it, otherwise converted.
    /// - Throws: `ThudError` if a file of another format cannot be read.
    public func check(_ bytes: [UInt8], file: String, _ format: PatternFormat) throws(ThudError) -> Verdict {
        // HarmonyOS also recognises files by content.
        let held = format.held(by: bytes)
        if takes(held) { return verdict(bytes, file, held) }
        let read = try format.read(bytes, file: file)
        let export = self.format.write(read.pattern)
        let written = check(export.bytes, file: "\(file) as .\(self.format.fileExtension)")
        let changed = read.diagnostics.filter { $0.disposition.isLoss }.map(\.description)
        return Verdict(refusal: written.refusal, remarks: changed + export.losses + written.remarks)
    }

    private func takes(_ format: PatternFormat) -> Bool {
        format == self.format || (self == .harmony && format == .harmony) || (self == .mpeg && format == .hmpg)
    }

    private func verdict(_ bytes: [UInt8], _ file: String, _ format: PatternFormat) -> Verdict {
        do throws(ThudError) {
            return Verdict(refusal: nil, remarks: try remarks(bytes, file, format))
        } catch {
            return Verdict(refusal: error, remarks: [])
        }
    }

    private func remarks(_ bytes: [UInt8], _ file: String, _ format: PatternFormat) throws(ThudError) -> [String] {
        let inspection = format.inspect(bytes, file: file)
        let rejected = inspection.diagnostics.first { $0.disposition == .rejected }
        var leftOut: [String] = []
        switch (self, format) {
        case (.harmony, .harmony): try HarmonyFileCheck.check(JSONReader(bytes, file: file), bytes: bytes.count)
        case (.harmony, _), (.richtap, _): try HarmonyEventCheck.check(JSONReader(bytes, file: file))
        case (.meta, _): try MetaCheck.check(JSONReader(bytes, file: file))
        case (.mpeg, .hjif): leftOut = try MPEGCheck.check(JSONReader(bytes, file: file))
        // For these the reader has the platform's rules, and what it did not read is not checked.
        case (.android, _), (.apple, _), (.mpeg, _):
            if let rejected { throw rejected.source }
            if case .failure(let error) = inspection.pattern { throw error }
        }
        guard case .success(let pattern) = inspection.pattern else {
            // The file follows the platform's rules; only Thud's own limits or modalities exclude it.
            return leftOut + (rejected.map { ["Thud cannot play it: \($0.source)"] } ?? [])
        }
        return leftOut + inspection.diagnostics.filter { $0.disposition.severity < .style }.map(\.description)
            + DeviceLimits(device: self).remarks(pattern)
            + (self == .android ? AndroidLimits.remarks(try XMLNode.root(bytes, file: file)) : [])
    }
}
