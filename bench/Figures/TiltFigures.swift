import DetectorTrials

/// The tilt detector on seeded minutes of a party. The figures depend only on the seeds and the code.
enum TiltFigures {
    static func markdown(minutes: Int) async -> String {
        let tally = await DetectionTally.party(minutes: minutes)
        var table = Table("the tilt detector on \(minutes) seeded minutes of motion")
        table.add("deliberate tilts past 35 degrees", "\(tally.tilts)")
        table.add(
            "excused of them: within the half second of pause after a disturbance",
            "\(tally.excused), \(Table.text(100 * tally.excusedShare)) %", 100 * tally.excusedShare, limit: 10, " %")
        table.add(
            "recognised of the others", "\(tally.recognised) of \(tally.deliberate)", 100 * tally.recall, limit: 99,
            " %", isLeast: true)
        table.add(
            "false detections", "\(tally.falsePositives) of \(tally.detections)", 100 * tally.falseShare, limit: 1, " %"
        )
        let worst = tally.delays.max() ?? .nan
        table.add("trigger before the true crossing, earliest", "\(Table.text(-(tally.delays.min() ?? .nan))) ms")
        table.add(
            "trigger after it, p50 / p99 / worst",
            [tally.percentile(0.5), tally.percentile(0.99), worst].map { Table.text($0) }.joined(separator: " / ")
                + " ms",
            worst, limit: 60, " ms")
        table.add(
            "the detector's own estimate of the crossing (`sinceCrossing`), worst error",
            "\(Table.text(tally.worstEstimate)) ms")
        return table.markdown
    }
}
