/// Many soundings of one sound, fitted together to what was heard, so that none is bent by another that overlaps it.
struct JointFit {
    /// A sounding as it is supposed to be.
    struct Sounding {
        /// The frame on which it begins, between two where it does.
        var place: Double
        /// How loud it is, relative to the sound.
        var gain: Double
        /// Where it was put at first; it does not leave the neighbourhood.
        let home: Double

        init(at place: Double, gain: Double = 0, home: Double? = nil) {
            (self.place, self.gain, self.home) = (place, gain, home ?? place)
        }
    }

    let shape: ShiftedSound
    /// The soundings, in any order.
    private(set) var soundings: [Sounding] = []
    /// What was heard.
    let heard: AudibleStretch
    /// What was heard without the soundings.
    private(set) var rest: AudibleStretch

    /// How far a sounding is moved from its home: a millisecond at 48 kHz.
    static let leeway = 48.0
    /// By at most how many frames a sounding is moved at a time: the slope of a sound tells no more than a few.
    private static let stride = 3.0
    private static let mostRounds = 12
    /// Frames by which none moves any more once they have settled.
    private static let settled = 0.01

    init(_ shape: ShiftedSound, to samples: [Float]) {
        self.shape = shape
        heard = AudibleStretch(samples)
        rest = heard
    }

    /// The share of what was heard that the soundings leave unexplained, 0 to 1.
    var unexplained: Double {
        let all = heard.energy(from: 0, count: heard.samples.count)
        return all > 0 ? rest.energy(from: 0, count: rest.samples.count) / all : 0
    }

    /// Replaces the soundings. Those with a gain are taken away from what was heard.
    mutating func replace(_ new: [Sounding]) {
        soundings = new
        rest = heard
        for sounding in soundings where sounding.gain != 0 { change(&rest, sounding, by: -1) }
    }

    /// What was heard without any sounding but `index`.
    func alone(_ index: Int) -> AudibleStretch {
        var result = rest
        change(&result, soundings[index], by: 1)
        return result
    }

    /// Fits the gains, and the places too unless they are held, by least squares.
    mutating func settle(holdingPlaces: Bool = false) {
        for _ in 0..<(holdingPlaces ? 1 : Self.mostRounds) where step(holdingPlaces: holdingPlaces) < Self.settled {
            break
        }
    }

    /// Seeks each in turn around its home with all the others away, frame by frame, as the slope leads only to the nearest
    /// of the likely places.
    mutating func seekAroundHomes() {
        for index in soundings.indices {
            let own = alone(index)
            let home = Int(soundings[index].home.rounded())
            let reach = Int(Self.leeway)
            let places = (home - reach...home + reach).map { (place: $0, likeness: likeness(at: Double($0), in: own)) }
            guard let best = places.max(by: { $0.likeness < $1.likeness }) else { continue }
            let placed = shape.placed(at: Double(best.place))
            let sound = shape.phases[placed.phase]
            let energy = own.product(sound, at: placed.start, sound, at: placed.start)
            let gain = energy > 0 ? max(0, own.product(sound, at: placed.start) / energy) : 0
            rest = own
            soundings[index].place = Double(best.place)
            soundings[index].gain = gain
            change(&rest, soundings[index], by: -1)
        }
    }

    /// The normalised correlation of the sound at a place with what is heard there, -1 to 1.
    func likeness(at place: Double, in stretch: AudibleStretch) -> Double {
        let placed = shape.placed(at: place)
        let sound = shape.phases[placed.phase]
        let own = stretch.product(sound, at: placed.start, sound, at: placed.start)
        let scale = (own * stretch.energy(from: placed.start, count: sound.count)).squareRoot()
        return scale > 1e-9 ? stretch.product(sound, at: placed.start) / scale : 0
    }

    private func change(_ stretch: inout AudibleStretch, _ sounding: Sounding, by sign: Float) {
        let placed = shape.placed(at: sounding.place)
        stretch.add(shape.phases[placed.phase], at: placed.start, times: sign * Float(sounding.gain))
        // The 32nd of a frame that the phases leave.
        let left = Float(placed.place - sounding.place)
        stretch.add(shape.slopes[placed.phase], at: placed.start, times: sign * Float(sounding.gain) * left)
    }

    /// One step of Gauss and Newton: how far the farthest moved, in frames.
    private mutating func step(holdingPlaces: Bool) -> Double {
        let order = soundings.indices.sorted { soundings[$0].place < soundings[$1].place }
        let places = order.map { shape.placed(at: soundings[$0].place) }
        let parts = holdingPlaces ? 1 : 2
        var equations = BandedEquations()
        var nearest = 0
        for (number, placed) in places.enumerated() {
            while places[nearest].start + shape.count <= placed.start { nearest += 1 }
            let sounds = [shape.phases[placed.phase], shape.slopes[placed.phase]].prefix(parts)
            for (part, sound) in sounds.enumerated() {
                var row: [Double] = []
                for other in nearest...number {
                    let kinds = [shape.phases[places[other].phase], shape.slopes[places[other].phase]].prefix(parts)
                    for kind in kinds.prefix(other == number ? part + 1 : parts) {
                        row.append(heard.product(sound, at: placed.start, kind, at: places[other].start))
                    }
                }
                // A little weight towards nothing keeps what overlaps almost wholly from growing against each other.
                row[row.count - 1] *= 1.0001
                equations.append(
                    first: parts * nearest, row: row, right: heard.product(sound, at: placed.start))
            }
        }
        return apply(equations.solved(), order, places, parts)
    }

    private mutating func apply(
        _ unknowns: [Double], _ order: [Int], _ places: [ShiftedSound.Placed], _ parts: Int
    ) -> Double {
        var farthest = 0.0
        var moved = soundings
        for (number, index) in order.enumerated() {
            let gain = max(0, unknowns[parts * number])
            moved[index].gain = gain
            guard parts == 2, gain > 0.05 else { continue }
            let shift = max(-Self.stride, min(Self.stride, -unknowns[parts * number + 1] / gain))
            let home = moved[index].home
            moved[index].place = max(home - Self.leeway, min(home + Self.leeway, places[number].place + shift))
            farthest = max(farthest, abs(moved[index].place - soundings[index].place))
        }
        replace(moved)
        return farthest
    }
}
