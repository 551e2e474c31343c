public import ThudCore
import ThudPatterns

/// A platform whose parser a file is held against, by that parser's own rules.
///
///     let verdict = DeviceCheck.harmony.check(bytes, file: "buzz.he", .he)
///     print(verdict.refusal ?? "would be taken", verdict.remarks)
public enum DeviceCheck: String, CaseIterable, Hashable, Sendable {
    /// Android's parser of vibrations (``AndroidXML``).
    case android
    /// OpenHarmony's decoders, of `.he` files (``HarmonyEventCheck``) and of its own (``HarmonyFileCheck``).
    case harmony
    /// RichTap's players of `.he` files, of which OpenHarmony's is the one whose rules are public.
    case richtap
    /// The strict validation of Meta's Haptics SDK (`core/haptic_data`), which refuses a frequency outside the envelope
    /// of amplitude and an envelope of one point too.
    case meta
    /// MPEG's reference software (``MPEGCheck``), which reads `.hmpg` too. Of a broken `.hmpg` file its decoder makes what it
    /// happens to read, or stops in the middle; here that is a refusal.
    case mpeg
    /// Apple's loader of `.ahap` files.
    case apple

    /// The format whose files the platform reads, and in which a file of another format is held against its rules.
    /// HarmonyOS reads its own ``PatternFormat/harmony`` too.
    public var format: PatternFormat {
        switch self {
        case .android: .androidXML
        case .harmony, .richtap: .he
        case .meta: .haptic
        case .mpeg: .hjif
        case .apple: .ahap
        }
    }

    /// What a platform would make of a file.
    public struct Verdict: Sendable {
        /// Why its parser would refuse the file, with the place; nil where it would take it.
        public let refusal: ThudError?

        /// A sentence for each thing that the device would leave out or play otherwise.
        public let remarks: [String]
    }

    /// Holds a file of the platform's own format against its rules.
    public func check(_ bytes: [UInt8], file: String) -> Verdict { verdict(bytes, file, format) }

    /// Holds a file of any format against the platform's rules: as it is, or as it is written for the platform.
    ///
    /// - Throws: `ThudError` where a file of another format cannot be read.
    public func check(_ bytes: [UInt8], file: String, _ format: PatternFormat) throws(ThudError) -> Verdict {
        // HarmonyOS too tells files by what they hold.
        let held = format.fileExtension == "json" ? PatternFormat.inJSON(bytes) ?? format : format
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

    private func remarks(
        _ bytes: [UInt8], _ file: String, _ format: PatternFormat
    ) throws(ThudError) -> [String] {
        let inspection = format.inspect(bytes, file: file)
        let rejected = inspection.diagnostics.first { $0.disposition == .rejected }
        var leftOut: [String] = []
        switch (self, format) {
        case (.harmony, .harmony): try HarmonyFileCheck.check(JSONReader(bytes, file: file), bytes: bytes.count)
        case (.harmony, _), (.richtap, _): try HarmonyEventCheck.check(JSONReader(bytes, file: file))
        case (.meta, _): try MetaCheck.check(JSONReader(bytes, file: file))
        case (.mpeg, .hjif): leftOut = try MPEGCheck.check(JSONReader(bytes, file: file))
        // Their rules are those of the reader.
        case (.android, _), (.apple, _), (.mpeg, _): if let rejected { throw rejected.source }
        }
        guard case .success(let pattern) = inspection.pattern else {
            // The platform's rules are kept, and only the limits and the senses here are others.
            return leftOut + (rejected.map { ["cannot be played here: \($0.source)"] } ?? [])
        }
        return leftOut + inspection.diagnostics.filter { $0.disposition.severity < .style }.map(\.description)
            + DeviceLimits(self).remarks(pattern)
            + (self == .android ? AndroidLimits.remarks(try XMLNode.root(bytes, file: file)) : [])
    }
}
