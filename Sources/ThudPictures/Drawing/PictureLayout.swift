/// The layout of a picture. All lengths are multiples of one unit, so that all sizes have the same proportions. Below
/// 700 pixels of width a second, compact layout leaves out what would be unreadable.
struct PictureLayout: Hashable, Sendable {
    private static let narrow = 700.0
    let size: PictureSize
    let isCompact: Bool
    /// One logical pixel of a full picture of 1200 x 675, or of a compact one of 320 x 180.
    let unit: Double
    let textSize: Double
    let titleSize: Double
    let intensity: Box
    let sharpness: Box
    /// Empty if the pattern has no sounds.
    let sounds: Box
    let waveform: Box
    let soundRow: Double

    init(_ size: PictureSize, hasHeader: Bool, soundRows: Int, hasControls: Bool) {
        let isCompact = size.width < Self.narrow
        let unit = isCompact ? min(size.width / 320, size.height / 180) : min(size.width / 1_200, size.height / 675)
        self.size = size
        self.isCompact = isCompact
        self.unit = unit
        textSize = (isCompact ? 10.5 : 17) * unit
        titleSize = (isCompact ? 12.5 : 32) * unit
        soundRow = (isCompact ? 13 : 26) * unit

        let left = (isCompact ? 22 : 84) * unit
        let right = size.width - (hasControls ? (isCompact ? 22 : 72) : (isCompact ? 8 : 40)) * unit
        let heading = (isCompact ? 15 : 32) * unit
        let gap = (isCompact ? 1 : 10) * unit
        var top = (hasHeader ? (isCompact ? 20 : 104) : (isCompact ? 1 : 16)) * unit
        let bottom = size.height - (isCompact ? 16 : 50) * unit
        // A compact picture has no heading above the sounds, because their names say enough.
        let soundHeading = isCompact ? 2 * unit : heading
        let sounds = soundRows == 0 ? 0 : Double(soundRows) * soundRow + soundHeading + gap
        let lanes = bottom - top - sounds - 3 * heading - 2 * gap

        func lane(_ height: Double, below heading: Double, headroom: Double = 0) -> Box {
            let box = Box(
                left: left, top: top + heading, right: right, bottom: top + heading + height, headroom: headroom)
            top = box.bottom + gap
            return box
        }
        let dot = (isCompact ? 4.5 : 10) * unit
        intensity = lane(0.44 * lanes, below: heading, headroom: dot)
        sharpness = lane(0.27 * lanes, below: heading, headroom: dot)
        self.sounds =
            soundRows == 0
            ? Box(left: left, top: top, right: right, bottom: top)
            : lane(Double(soundRows) * soundRow, below: soundHeading)
        waveform = lane(0.29 * lanes, below: heading)
    }

    func length(_ full: Double, compact: Double) -> Double { (isCompact ? compact : full) * unit }

    var plots: [Box] { [intensity, sharpness, waveform] }

    func text(_ paint: Paint, bold: Bool = false, _ anchor: TextStyle.Anchor = .start) -> TextStyle {
        TextStyle(size: textSize, paint: paint, isBold: bold, anchor: anchor)
    }
}
