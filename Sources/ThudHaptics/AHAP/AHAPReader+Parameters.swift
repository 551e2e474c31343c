import ThudCore

extension AHAPReader {
    /// A step of a dynamic parameter; nil where no parameter has its name.
    mutating func parameter(_ reader: JSONReader) throws(SourceError) -> DynamicParameter? {
        refusal = .badParameterEntry
        try ignoreAll(in: reader, but: ["ParameterID", "ParameterValue", "Time"])
        guard let id = try dynamicID(of: reader) else { return nil }
        try countPoint(reader)
        let time = try time(of: reader, else: .badParameterEntry)
        return DynamicParameter(id, at: time, value: try clamped(reader.member("ParameterValue"), to: id.range))
    }

    /// A curve of a dynamic parameter; nil where no parameter has its name.
    mutating func curve(_ reader: JSONReader) throws(SourceError) -> ParameterCurve? {
        refusal = .badParameterEntry
        try ignoreAll(in: reader, but: ["ParameterID", "Time", "ParameterCurveControlPoints"])
        guard let id = try dynamicID(of: reader) else { return nil }
        let start = try time(of: reader, else: .badParameterEntry)
        let list = try reader.member("ParameterCurveControlPoints")
        let elements = try list.elements()
        var points: [ParameterCurve.Point] = []
        for element in elements { points.append(try point(element, of: id, after: points.last)) }
        let most = HapticLimits.pointsPerCurve
        switch elements.count {
        case 0: diagnostic(list, .idle, "a curve without points does nothing")
        case 1: diagnostic(list, .suspicious, "a curve of one point is a step; a Parameter says so more plainly")
        case 2...most: break
        default:
            diagnostic(
                list, .suspicious,
                "Apple's loader takes at most \(most) points in a curve, here are \(elements.count); "
                    + "split it into curves that begin where the one before ends")
        }
        return ParameterCurve(id, at: start, points: points)
    }

    private mutating func point(
        _ reader: JSONReader, of id: DynamicParameterID, after last: ParameterCurve.Point?
    ) throws(SourceError) -> ParameterCurve.Point {
        try countPoint(reader)
        try ignoreAll(in: reader, but: ["Time", "ParameterValue"])
        let time = try time(of: reader, else: .badParameterEntry)
        let value = try clamped(reader.member("ParameterValue"), to: id.range)
        if let last, time < last.time {
            diagnostic(
                reader, .suspicious,
                "the points do not stand in the order of time: \(time.shown) comes after \(last.time.shown); sorted")
        }
        return .init(time: time, value: value)
    }

    private mutating func dynamicID(of reader: JSONReader) throws(SourceError) -> DynamicParameterID? {
        let name = try reader.member("ParameterID")
        let written = try name.string()
        if let id = DynamicParameterID(rawValue: written) { return id }
        let known = DynamicParameterID.allCases.map(\.rawValue)
        diagnostic(name, .ignored, "no dynamic parameter has this name\(NearestName.question(written, among: known))")
        return nil
    }
}
