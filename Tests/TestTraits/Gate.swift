import Glibc
import ThudCore

/// Admits tests: first a crowd, and then a few that run apart from it.
actor Gate {
    /// The gate for all tests of the process. Each live test mostly waits, so several fit on a processor, and more
    /// while processors are idle. Tests that run apart have a processor each.
    static let shared = {
        let gate = Gate(
            places: usualPlaces, placesApart: processors, opening: { await Gate.waitUntilOthersAreThrough() })
        Task.detached { await gate.fillIdleProcessors(atMost: 3 * usualPlaces) }
        return gate
    }()

    private static let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    private static let usualPlaces = getenv("THUD_TEST_PLACES").flatMap { Int(String(cString: $0)) } ?? 4 * processors

    private var places: Int
    private let placesApart: Int
    private let opening: Task<Void, Never>
    private var inside = 0
    private var isApart = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var waitingApart: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - places: how many of the crowd may be inside.
    ///   - placesApart: how many of those that run apart.
    ///   - opening: returns when the gate should open.
    init(places: Int, placesApart: Int, opening: @escaping @Sendable () async -> Void = {}) {
        self.places = max(1, places)
        self.placesApart = max(1, placesApart)
        self.opening = Task { await opening() }
    }

    /// Waits until one more may enter.
    ///
    /// - Parameter isNext: whether it enters before all others, because it is long or tests elsewhere wait for it.
    func enter(apart wantsApart: Bool, next isNext: Bool = false) async {
        await opening.value
        await withCheckedContinuation { continuation in
            if wantsApart {
                waitingApart.append(continuation)
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
        while inside == 0 || !isApart, inside < places, !waiting.isEmpty {
            isApart = false
            inside += 1
            waiting.removeFirst().resume()
        }
        // Tests that run apart come last, so that the others fill the machine until then.
        while waiting.isEmpty, inside == 0 || isApart, inside < placesApart, !waitingApart.isEmpty {
            isApart = true
            inside += 1
            waitingApart.removeFirst().resume()
        }
    }

    /// Adds a place for the crowd after each quarter of a second in which a good part of the processors was idle, and
    /// takes one away after each in which hardly any was.
    private func fillIdleProcessors(atMost most: Int) async {
        let least = places
        var last = ProcessorTime.now()
        while let before = last {
            try? await Task.sleep(for: .milliseconds(250))
            last = ProcessorTime.now()
            guard let share = last?.idleShare(since: before) else { continue }
            places = Self.places(places, idleShare: share, within: least...most)
            admit()
        }
    }

    /// Returns how many places there should be next.
    static func places(_ places: Int, idleShare: Double, within limits: ClosedRange<Int>) -> Int {
        let change = idleShare > 0.3 ? 1 : idleShare < 0.1 ? -1 : 0
        return min(max(places + change, limits.lowerBound), limits.upperBound)
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
