final class Recording: Sendable { let path = ""; let tap: RecordingTap; init(tap: RecordingTap) { self.tap = tap } }
