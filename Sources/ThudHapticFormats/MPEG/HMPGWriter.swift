import ThudPatterns

/// Writes bands as the units of a `.hmpg` file; ``HMPGReader`` describes the units.
struct HMPGWriter {
    let date: String
    let description: String
    let scale: HMPGAmplitude

    /// The length of a unit, in milliseconds.
    private static let unit = 128

    private enum Band: Int {
        case transient = 0
        case wave = 2
    }

    private struct Part {
        let number: Int
        let position: Int
        var keyframes: [MPEGBands.Keyframe] = []
        /// Whether the effect began in an earlier unit.
        let goesOn: Bool
    }

    /// The parts of each band in each unit that has any.
    private typealias Units = [Int: [(band: Int, parts: [Part])]]

    func bytes(_ bands: MPEGBands) -> [UInt8] {
        let kinds: [(Band, [MPEGBands.Effect])] = [(.transient, bands.transients), (.wave, bands.waves)]
        let present = kinds.filter { !$0.1.isEmpty }
        var units: Units = [:]
        var number = 0
        var ends: [Int] = []
        for (index, (kind, effects)) in present.enumerated() {
            for (place, parts) in Self.parts(effects, kind, &number) {
                units[place, default: []].append((index, parts))
            }
            ends.append(number)
        }
        let counts = zip(ends, [0] + ends).map { $0 - $1 }
        var file = BitWriter()
        file.add(unit(kind: 0, duration: 0, packets: initialPackets(Array(zip(present.map(\.0), counts)))))
        var time = 0
        for (place, bands) in units.sorted(by: { $0.key < $1.key }) {
            if place > time { file.add(unit(kind: 3, duration: (place - time) * Self.unit, packets: [])) }
            let goesOn = bands.contains { $0.parts.contains(where: \.goesOn) }
            let packets = bands.map { data($0.band, present[$0.band].0, $0.parts, at: place * Self.unit) }
            file.add(unit(kind: 1, duration: Self.unit, packets: packets, isSync: !goesOn))
            time = place + 1
        }
        return file.bytes
    }

    /// Returns the parts of effects by unit. Taps in the same unit become one effect there.
    private static func parts(_ effects: [MPEGBands.Effect], _ kind: Band, _ number: inout Int) -> [Int: [Part]] {
        var units: [Int: [Part]] = [:]
        for effect in effects {
            var last = -1
            for frame in effect.keyframes {
                let place = (effect.position + frame.position) / unit
                if place != last {
                    let isNew = kind == .transient || last < 0
                    if isNew { number += 1 }
                    // A tap is positioned within its unit, because keyframe positions end at 65 s.
                    let position = kind == .transient ? place * unit : effect.position
                    units[place, default: []].append(Part(number: number - 1, position: position, goesOn: !isNew))
                }
                last = place
                let offset = kind == .transient ? effect.position - place * unit : 0
                let moved = MPEGBands.Keyframe(
                    position: frame.position + offset, amplitude: frame.amplitude, hertz: frame.hertz)
                let index = (units[place]?.count ?? 0) - 1
                units[place]?[index].keyframes.append(moved)
            }
        }
        return units
    }

    // MARK: - Units

    private func unit(kind: Int, duration: Int, packets: [BitWriter], isSync: Bool = true) -> BitWriter {
        var unit = BitWriter()
        unit.add(kind, bits: 6)
        unit.add(isSync ? 0 : 1, bits: 2)
        // The layer.
        unit.add(0, bits: 4)
        unit.add(duration, bits: 24)
        unit.add(packets.reduce(0) { $0 + $1.bytes.count }, bits: 32)
        unit.add(0, bits: 4)
        for packet in packets { unit.add(packet) }
        return unit
    }

    private func packet(_ kind: Int, _ fill: (inout BitWriter) -> Void) -> BitWriter {
        var payload = BitWriter()
        fill(&payload)
        var packet = BitWriter()
        packet.add(kind, bits: 6)
        packet.add(payload.bytes.count, bits: 17)
        packet.add(0, bits: 1)
        packet.add(payload)
        return packet
    }

    /// Returns the packets of the first unit: the timing, the experience, one perception, one channel, and its bands.
    private func initialPackets(_ bands: [(kind: Band, effects: Int)]) -> [BitWriter] {
        let timing = packet(11) { bits in
            bits.add(0, bits: 32)
            bits.add(1_000, bits: 32)
            bits.add(Self.unit, bits: 24)
            // All units have the same length, and none overlaps another.
            bits.add(0, bits: 24)
            bits.add(0, bits: 1)
        }
        let experience = packet(1) { bits in
            bits.add(HJIFFile.version)
            bits.add(HJIFFile.profile)
            bits.add(1, bits: 8)
            bits.add(date)
            bits.add(description)
            // One perception, no avatar.
            bits.add(1, bits: 8)
            bits.add(0, bits: 8)
        }
        let modality = MPEGModality.allCases.firstIndex(of: .vibrotactile) ?? 0
        let perception = packet(2) { bits in
            // The number and priority.
            bits.add(0, bits: 16)
            bits.add("")
            bits.add(modality, bits: 8)
            // No avatar, no library, no semantic scheme.
            bits.add(0, bits: 8 + 16 + 1)
            bits.add(HJIFFile.unitExponent, bits: 8)
            bits.add(0, bits: 8)
            // No reference device, one channel.
            bits.add(0, bits: 8)
            bits.add(1, bits: 16)
        }
        let channel = packet(3) { bits in
            // The number, perception and priority.
            bits.add(0, bits: 16 + 8 + 8)
            bits.add("")
            // No reference device.
            bits.add(255, bits: 8)
            bits.add(scale.gainCode, bits: 32)
            // The mixing weight: 1 of 10,000.
            bits.add(Int(UInt32.max / 10_000), bits: 32)
            // The body parts are a mask, which is empty.
            bits.add(1, bits: 8)
            bits.add(0, bits: 32)
            // No sample rate, no vertices.
            bits.add(0, bits: 32 + 16)
            bits.add(bands.count, bits: 8)
        }
        return [timing, experience, perception, channel]
            + bands.enumerated().map { band($0, $1.kind, effects: $1.effects) }
    }

    private func band(_ number: Int, _ kind: Band, effects: Int) -> BitWriter {
        packet(4) { bits in
            bits.add(number, bits: 8)
            // The perception, channel and priority.
            bits.add(0, bits: 8 + 16 + 8)
            bits.add(kind.rawValue, bits: 3)
            bits.add(Int(DriveLaw.band.lowerBound), bits: 16)
            bits.add(Int(DriveLaw.band.upperBound), bits: 16)
            bits.add(effects, bits: 16)
        }
    }

    private func data(_ number: Int, _ kind: Band, _ parts: [Part], at time: Int) -> BitWriter {
        packet(5) { bits in
            bits.add(parts.contains(where: \.goesOn) ? 1 : 0, bits: 1)
            // The perception and channel.
            bits.add(0, bits: 8 + 16)
            bits.add(number, bits: 8)
            bits.add(parts.count, bits: 16)
            for part in parts {
                bits.add(part.number, bits: 16)
                // A basis effect.
                bits.add(0, bits: 2)
                bits.add(part.position - time, bits: 25)
                // No semantics.
                bits.add(0, bits: 1)
                bits.add(part.keyframes.count, bits: 16)
                // The phase, and a sine.
                if kind == .wave { bits.add(0, bits: 16 + 4) }
                for frame in part.keyframes { add(frame, kind, to: &bits) }
            }
        }
    }

    private func add(_ frame: MPEGBands.Keyframe, _ kind: Band, to bits: inout BitWriter) {
        if kind == .wave { bits.add((frame.hertz == nil ? 0 : 2) + (frame.amplitude == nil ? 0 : 1), bits: 2) }
        if let amplitude = frame.amplitude { bits.add(scale.code(amplitude), bits: 8) }
        bits.add(frame.position, bits: 16)
        if let hertz = frame.hertz { bits.add(hertz, bits: 16) }
    }
}
