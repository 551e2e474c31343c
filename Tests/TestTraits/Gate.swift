import Glibc
import ThudCore

/// Lets tests through: a few at a time, or one alone.
actor Gate {
    static let shared = Gate(
        places: getenv("THUD_TEST_PLACES").flatMap { Int(String(cString: $0)) } ?? 3
            * sysconf(Int32(_SC_NPROCESSORS_ONLN)),
        opening: { await Gate.waitUntilOthersAreThrough() })

    private let places: Int
    private let opening: Task<Void, Never>
    private var inside = 0
    private var isOneAlone = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var waitingAlone: [CheckedContinuation<Void, Never>] = []

    /// - Parameter opening: returns when the gate is to open.
    init(places: Int, opening: @escaping @Sendable () async -> Void = {}) {
        self.places = max(1, places)
        self.opening = Task { await opening() }
    }

    /// Waits until one more may go in.
    func enter(alone isAlone: Bool) async {
        await opening.value
        await withCheckedContinuation { continuation in
            if isAlone { waitingAlone.append(continuation) } else { waiting.append(continuation) }
            admit()
        }
    }

    /// Tells that one of those inside has gone.
    func leave() {
        inside -= 1
        isOneAlone = false
        admit()
    }

    private func admit() {
        guard !isOneAlone else { return }
        while inside < places, !waiting.isEmpty {
            inside += 1
            waiting.removeFirst().resume()
        }
        // Those that want to be alone come last, so that the others fill the machine until then.
        if inside == 0, !waitingAlone.isEmpty {
            inside = 1
            isOneAlone = true
            waitingAlone.removeFirst().resume()
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
