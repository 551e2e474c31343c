import Glibc
import ThudCore

/// Lets tests through: a crowd first, and then a few that keep apart from it.
actor Gate {
    /// One gate for all tests of the process. Each live test mostly waits for something, so there is room for several a
    /// processor. Those that keep apart have a processor each.
    static let shared = Gate(
        places: getenv("THUD_TEST_PLACES").flatMap { Int(String(cString: $0)) } ?? 4 * processors,
        placesApart: processors,
        opening: { await Gate.waitUntilOthersAreThrough() })

    private static let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))

    private let places: Int
    private let placesApart: Int
    private let opening: Task<Void, Never>
    private var inside = 0
    private var isApart = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var waitingApart: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - places: how many of the crowd may be inside.
    ///   - placesApart: how many of those that keep apart.
    ///   - opening: returns when the gate is to open.
    init(places: Int, placesApart: Int, opening: @escaping @Sendable () async -> Void = {}) {
        self.places = max(1, places)
        self.placesApart = max(1, placesApart)
        self.opening = Task { await opening() }
    }

    /// Waits until one more may go in.
    ///
    /// - Parameter isNext: it goes in before all that wait, as one that others wait for elsewhere.
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

    /// Tells that one of those inside has gone.
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
        // Those that keep apart come last, so that the others fill the machine until then.
        while waiting.isEmpty, inside == 0 || isApart, inside < placesApart, !waitingApart.isEmpty {
            isApart = true
            inside += 1
            waitingApart.removeFirst().resume()
        }
    }

    /// Tests that only compute know of no gate. They are through when this process has computed next to nothing for a second.
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
