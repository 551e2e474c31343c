import ThudHaptics

let path = "Sounds/mine/hum.ahap"
let source = try PatternFormat.ahap.read(SourceFile.read(path), file: path)
for diagnostic in source.diagnostics { print(diagnostic) }

let export = PatternFormat.android.write(source.pattern)
try SourceFile.write(export.bytes, to: "hum.json")
for loss in export.losses { print("hum.json: \(loss)") }

let drive = HapticRenderer(sampleRate: 48_000).drive(source.pattern)
print("an actuator is driven for \(Double(drive.count) / 48_000) s, at most at \(drive.max() ?? 0)")
