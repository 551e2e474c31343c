import Glibc
import ThudCore

/// Admits tests: first a crowd, and then a few that run apart from it.
actor Gate {
    /// How many tests may be inside, depending on how idle the processors are.
    struct Room: Sendable {
        var places: Int
        let limits: ClosedRange<Int>
        /// The share of idle processor time above which one more fits, and below which there is one too many.
        let idle: ClosedRange<Double>

        /// - Parameters:
        ///   - least: how many fit on a busy machine.
        ///   - most: how many fit on an idle one.
        init(_ least: Int, atMost most: Int, idle: ClosedRange<Double>) {
            places = max(1, least)
            limits = places...max(places, most)
            self.idle = idle
        }

        /// Adds a place or takes one away, after a while in which this share of the processors was idle.
        mutating func adapt(idleShare: Double) {
            let change = idleShare > idle.upperBound ? 1 : idleShare < idle.lowerBound ? -1 : 0
            places = min(max(places + change, limits.lowerBound), limits.upperBound)
        }
    }

    /// The gate for all tests of the process. Each live test mostly waits, so several fit on a processor, and more
    /// while processors are idle. Tests that run apart have a processor each, and more while about half of the time is
    /// idle.
    static let shared = {
        let gate = Gate(
            crowd: Room(usualPlaces, atMost: 4 * usualPlaces, idle: 0.08...0.2),
            apart: Room(processors, atMost: 5 * processors, idle: 0.35...0.5),
            opening: { await Gate.waitUntilOthersAreThrough() })
        Task.detached { await gate.fillIdleProcessors() }
        return gate
    }()

    private static let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    private static let usualPlaces = getenv("THUD_TEST_PLACES").flatMap { Int(String(cString: $0)) } ?? 4 * processors

    private var crowd: Room
    private var apart: Room
    private let opening: Task<Void, Never>
    private var inside = 0
    private var isApart = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var waitingApart: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - crowd: how many of the crowd may be inside.
    ///   - apart: how many of those that run apart.
    ///   - opening: returns when the gate should open.
    init(crowd: Room, apart: Room, opening: @escaping @Sendable () async -> Void = {}) {
        self.crowd = crowd
        self.apart = apart
        self.opening = Task { await opening() }
    }

    /// Waits until one more may enter.
    ///
    /// - Parameter isNext: whether it enters before all others, because it is long or tests elsewhere wait for it.
    func enter(apart wantsApart: Bool, next isNext: Bool = false) async {
        await opening.value
        await withCheckedContinuation { continuation in
            if wantsApart {
                waitingApart.insert(continuation, at: isNext ? 0 : waitingApart.count)
            } else {
                waiting.insert(continuation, at: isNext ? 0 : waiting.count)
            }
            admit()
        }
    }

    /// Records that a test has left.
    func leave() {
        inside -= 1
        admit()
    }

    private func admit() {
        while inside == 0 || !isApart, inside < crowd.places, !waiting.isEmpty {
            isApart = false
            inside += 1
            waiting.removeFirst().resume()
        }
        // Tests that run apart come last, so that the others fill the machine until then.
        while waiting.isEmpty, inside == 0 || isApart, inside < apart.places, !waitingApart.isEmpty {
            isApart = true
            inside += 1
            waitingApart.removeFirst().resume()
        }
    }

    /// Adapts the number of places each quarter of a second to how idle the processors were.
    private func fillIdleProcessors() async {
        var last = ProcessorTime.now()
        while let before = last {
            try? await Task.sleep(for: .milliseconds(250))
            last = ProcessorTime.now()
            guard let share = last?.idleShare(since: before) else { continue }
            if isApart { apart.adapt(idleShare: share) } else { crowd.adapt(idleShare: share) }
            admit()
        }
    }

    /// Pure computation tests do not use the gate. They are done when this process has used almost no processor time
    /// for a second.
    private static func waitUntilOthersAreThrough() async {
        var quiet = 0
        var last = clock()
        while quiet < 4 {
            try? await Task.sleep(for: .milliseconds(250))
            let now = clock()
            quiet = now - last < CLOCKS_PER_SEC / 20 ? quiet + 1 : 0
            last = now
        }
    }
}
