// swift-tools-version: 6.2

import PackageDescription

/// What is `package` in the house is reached from here too.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .unsafeFlags(["-package-name", "thud"]),
]

// A package of its own, so that what measures does not weigh on what is measured.
let package = Package(
    name: "bench",
    dependencies: [
        .package(name: "thud", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // The parts of Thud that are measured by themselves: their time, and their instructions.
        .target(
            name: "Parts", dependencies: [.product(name: "ThudLibraries", package: "thud")], path: "Parts",
            packageAccess: false, swiftSettings: house),
        .executableTarget(
            name: "Thud",
            dependencies: ["Parts", .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/Thud",
            packageAccess: false, swiftSettings: house,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        .executableTarget(
            name: "parts", dependencies: ["Parts"], path: "Instructions", packageAccess: false, swiftSettings: house),
        // The mixer beside those of other libraries.
        .executableTarget(
            name: "thud-mixing", dependencies: [.product(name: "ThudEngine", package: "thud")], path: "mixing/Thud",
            packageAccess: false, swiftSettings: house),

        // Figures that are neither of parts nor of peers: the screen, the capture, the tilt detector.
        .executableTarget(
            name: "figures",
            dependencies: [
                .product(name: "ThudLibraries", package: "thud"),
                .product(name: "ThudTestSupport", package: "thud"),
                .product(name: "DetectorTrials", package: "thud"),
            ],
            path: "Figures", packageAccess: false, swiftSettings: house),

        // Thud as one of the peers, and what runs and measures them all.
        .executableTarget(
            name: "thud-peer", dependencies: [.product(name: "ThudLibraries", package: "thud")],
            path: "peers/Thud", packageAccess: false, swiftSettings: house),
        .executableTarget(
            name: "peers",
            dependencies: [
                .product(name: "ThudLibraries", package: "thud"),
                .product(name: "ThudTestSupport", package: "thud"),
                .product(name: "sound-probe", package: "thud"),
            ],
            path: "peers/Runner", packageAccess: false, swiftSettings: house),
    ]
)
