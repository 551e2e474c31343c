// The engine that plays clips, by `import ThudEngine`.
@_exported public import ThudCore
@_exported public import ThudPlayback
@_exported public import ThudSoundFiles
