// Re-exports the modules of the playback engine, so that `import ThudEngine` is enough.
@_exported public import ThudCore
@_exported public import ThudPlayback
@_exported public import ThudSoundFiles
