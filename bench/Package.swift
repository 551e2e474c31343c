// swift-tools-version: 6.2

import PackageDescription

/// These settings also give access to the `package` declarations of Thud.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .unsafeFlags(["-package-name", "thud"]),
]

// A separate package, so that the benchmarks add nothing to what they measure.
let package = Package(
    name: "bench",
    dependencies: [
        .package(name: "thud", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // The parts of Thud that are measured separately: their time, and their instructions.
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
        // The mixer, compared with those of other libraries.
        .executableTarget(
            name: "thud-mixing", dependencies: [.product(name: "ThudEngine", package: "thud")], path: "mixing/Thud",
            packageAccess: false, swiftSettings: house),

        // Figures besides parts and peers: the screen, the capture, the tilt detector.
        .executableTarget(
            name: "figures",
            dependencies: [
                .product(name: "ThudLibraries", package: "thud"),
                .product(name: "ThudTestSupport", package: "thud"),
                .product(name: "DetectorTrials", package: "thud"),
            ],
            path: "Figures", packageAccess: false, swiftSettings: house),

        // Thud as one of the peers, and the program that runs and measures them all.
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
