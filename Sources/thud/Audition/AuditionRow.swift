import ThudCore
import ThudHaptics
import ThudPlayback

/// What is told of a pattern that was auditioned.
enum AuditionRow {
    /// One line for people.
    static func line(_ subject: AuditionSubject, _ take: AuditionTake) -> String {
        ([Padding.left(subject.name, 28)] + take.figures.words).joined(separator: "  ")
    }

    /// The same for programs, with what became of it where it was played.
    static func json(_ subject: AuditionSubject, _ take: AuditionTake, _ receipt: Receipt? = nil) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(subject.name)),
            .init("summary", .string(subject.summary(of: take.pattern))),
            .init("rendering", .string(take.rendering.name)),
            .init("seconds", .number(take.seconds)),
            .init("figures", take.figures.json),
        ]
        if let receipt {
            members += [
                .init("trigger_ns", .number(Double(receipt.triggered.nanoseconds))),
                .init("predicted_ns", .number(Double(receipt.predicted.nanoseconds))),
                .init("frame", .number(Double(receipt.frame.index))),
            ]
        }
        return .object(members)
    }
}
