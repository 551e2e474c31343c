// swift-tools-version: 6.2

import PackageDescription

// The programs of README and of the API documentation's articles.
let package = Package(
    name: "feedback",
    dependencies: [.package(name: "thud", path: "../..", traits: [])],
    targets: ["ten-lines", "lasting", "without-device"].map {
        .executableTarget(name: $0, dependencies: [.product(name: "ThudFeedback", package: "thud")])
    } + [
        .executableTarget(name: "converting", dependencies: [.product(name: "ThudHaptics", package: "thud")])
    ]
)
