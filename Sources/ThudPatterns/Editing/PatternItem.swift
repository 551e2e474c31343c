import ThudCore

/// The name of one thing in a pattern: its kind and its time, such as `tap@0.33`. If several of a kind are at one time,
/// a number chooses among them in the order of the file: `tap@0.33#2`.
public struct ItemName: Hashable, Sendable {
    /// What can be named.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A short tap.
        case tap
        /// A vibration with a duration.
        case vibration
        /// A sound file or a tone.
        case sound
        /// A point of a curve that multiplies intensity.
        case intensity
        /// A point of a curve that adds to sharpness.
        case sharpness

        init(_ kind: HapticEvent.Kind) {
            switch kind {
            case .transient: self = .tap
            case .continuous: self = .vibration
            case .audioContinuous, .audioCustom: self = .sound
            }
        }

        /// The place among those at one time.
        fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        /// The parameter of the curve; nil for events.
        public var curve: DynamicParameterID? {
            switch self {
            case .intensity: .hapticIntensity
            case .sharpness: .hapticSharpness
            case .tap, .vibration, .sound: nil
            }
        }
    }

    /// What kind of thing this is.
    public let kind: Kind
    /// The time in seconds from the start of the pattern, in whole microseconds.
    public let time: Double
    /// The place among those of the kind at that time, from 1.
    public let number: Int

    /// Creates a name. The time is rounded to a microsecond.
    public init(_ kind: Kind, at time: Double, number: Int = 1) {
        self.kind = kind
        self.time = time.wholeMicroseconds
        self.number = number
    }

    /// Creates the name that a script writes; nil if this is none.
    init?(parsing text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return nil }
        let place = parts[1].split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        guard place.count <= 2, let time = EditScript.time(place[0]) else { return nil }
        guard let number = place.count == 2 ? Int(place[1]) : 1, number > 0 else { return nil }
        self.init(kind, at: time, number: number)
    }

    /// The name as a script writes it.
    public var text: String {
        "\(kind.rawValue)@\(Decimals.short(time, atMost: 6))" + (number > 1 ? "#\(number)" : "")
    }
}

/// A thing in a pattern that edits can name, with its values.
public struct PatternItem: Hashable, Sendable {
    /// The name that addresses it.
    public let name: ItemName
    /// The intensity of a haptic event or the volume of a sound, 0 to 1, or the value of a point.
    public let level: Double
    /// The sharpness of a haptic event, 0 to 1; nil for others.
    public let sharpness: Double?
    /// The duration of a vibration or a sound in seconds, if it has one.
    public let duration: Double?
    /// The index of the event, or the indices of the points; one point may end a curve and begin the next.
    fileprivate(set) var place: Place

    enum Place: Hashable {
        case event(Int)
        case points([PointPlace])
    }

    struct PointPlace: Hashable {
        let curve: Int
        let point: Int
    }

    fileprivate static func precedes(_ first: PatternItem, _ second: PatternItem) -> Bool {
        func order(_ name: ItemName) -> (Double, Int, Int) { (name.time, name.kind.rank, name.number) }
        return order(first.name) < order(second.name)
    }
}

extension HapticPattern {
    /// The events, and the points of intensity and sharpness curves, in order of time.
    public var items: [PatternItem] {
        var counts: [ItemName: Int] = [:]
        func name(_ kind: ItemName.Kind, _ time: Double) -> ItemName {
            let count = counts[ItemName(kind, at: time), default: 0] + 1
            counts[ItemName(kind, at: time)] = count
            return ItemName(kind, at: time, number: count)
        }
        var items = events.enumerated().map { index, event in
            let (kind, isHaptic) = (event.kind, event.kind.isHaptic)
            return PatternItem(
                name: name(ItemName.Kind(kind), event.time), level: isHaptic ? event.intensity : event.volume,
                sharpness: isHaptic ? event.sharpness : nil, duration: kind == .transient ? nil : event.duration,
                place: .event(index))
        }
        var latest: [ItemName: Int] = [:]
        for (place, curve) in curves.enumerated() {
            guard let kind = ItemName.Kind.allCases.first(where: { $0.curve == curve.id }) else { continue }
            for (index, point) in curve.points.enumerated() {
                let (time, own) = (curve.time + point.time, PatternItem.PointPlace(curve: place, point: index))
                let first = ItemName(kind, at: time)
                if let joint = latest[first], items[joint].level == point.value,
                    case .points(let others) = items[joint].place
                {
                    items[joint].place = .points(others + [own])
                } else {
                    latest[first] = items.count
                    items.append(
                        PatternItem(
                            name: name(kind, time), level: point.value, sharpness: nil, duration: nil,
                            place: .points([own])))
                }
            }
        }
        return items.sorted(by: PatternItem.precedes)
    }
}
