// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "click",
    dependencies: [.package(name: "thud", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "click", dependencies: [.product(name: "ThudEngine", package: "thud")])
    ]
)
