// swift-tools-version: 6.2

import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // What is `package` in the house is reached from here too.
    .unsafeFlags(["-package-name", "thud"]),
]

let engine = Target.Dependency.product(name: "ThudEngine", package: "thud")
let feedback = Target.Dependency.product(name: "ThudFeedback", package: "thud")
let support = Target.Dependency.product(name: "ThudTestTraits", package: "thud")

// The engine and its tests alone, built once more for each sanitizer.
let package = Package(
    name: "sanitizers",
    traits: [.trait(name: "RealtimeSanitizer", description: "Let RealtimeSanitizer judge the render path.")],
    dependencies: [
        .package(
            name: "thud", path: "..",
            traits: [.trait(name: "RealtimeSanitizer", condition: .when(traits: ["RealtimeSanitizer"]))])
    ],
    targets: [
        .testTarget(name: "RealtimeSanitizerTests", dependencies: [engine, support], swiftSettings: house),
        // The same sources as in the package above. To this package its `package` declarations are visible only by `@testable`.
        .testTarget(name: "PlaybackTests", dependencies: [engine, support], swiftSettings: house),
        .testTarget(name: "FeedbackTests", dependencies: [feedback, support], swiftSettings: house),
    ]
)
