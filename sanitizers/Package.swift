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

/// Files whose tests only compute on one thread, as all do on a virtual engine. ThreadSanitizer could find nothing in
/// them.
let singleThreaded = [
    "PlaybackTests": [
        "ClockTests", "DevicePointerTests", "HandoverTimeTests", "LiveVoiceTests", "MixerTests", "PatchGraphTests",
        "PulledEngineTests", "SampleFormatTests", "ServerCycleTests", "TimelineTests", "TroubleTests",
        "VirtualEngineTests",
    ],
    "FeedbackTests": [
        "CueEnvelopeTests", "CueLibraryTests", "LiveCueLaneTests", "PreparedCueTests", "VirtualSchedulerTests",
    ],
]

/// Declares the tests of a module without those that use one thread.
func tests(_ name: String, of module: Target.Dependency) -> Target {
    .testTarget(
        name: name, dependencies: [module, support, "SeenMutex"],
        exclude: (singleThreaded[name] ?? []).map { "\($0).swift" }, packageAccess: false, swiftSettings: house)
}

// Builds only the engine and its tests again for ThreadSanitizer, from the same sources as the package above.
let package = Package(
    name: "sanitizers",
    dependencies: [.package(name: "thud", path: "..", traits: [])],
    targets: [
        .target(name: "SeenMutex"),
        tests("PlaybackTests", of: engine),
        tests("FeedbackTests", of: feedback),
        .testTarget(name: "SeenMutexTests", dependencies: ["SeenMutex"], swiftSettings: house),
    ]
)
