// swift-tools-version: 6.2

import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // This name gives access to the `package` declarations of Thud.
    .unsafeFlags(["-package-name", "thud"]),
]

let engine = Target.Dependency.product(name: "ThudEngine", package: "thud")
let feedback = Target.Dependency.product(name: "ThudFeedback", package: "thud")
let support = Target.Dependency.product(name: "ThudTestTraits", package: "thud")

// Builds only the engine and its tests again for ThreadSanitizer, from the same sources as the package above.
let package = Package(
    name: "sanitizers",
    dependencies: [.package(name: "thud", path: "..", traits: [])],
    targets: [
        .target(name: "SeenMutex"),
        .testTarget(
            name: "PlaybackTests", dependencies: [engine, support, "SeenMutex"], packageAccess: false,
            swiftSettings: house),
        .testTarget(
            name: "FeedbackTests", dependencies: [feedback, support, "SeenMutex"], packageAccess: false,
            swiftSettings: house),
        .testTarget(name: "SeenMutexTests", dependencies: ["SeenMutex"], swiftSettings: house),
    ]
)
