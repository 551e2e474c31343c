# Sourced by the benchmark scripts. Provides a scratch folder in $work, and leaves nothing behind, however they end.
# shellcheck shell=bash

work=$(mktemp -d)

# SwiftPM looks for new files in a package that others depend on only if a manifest has changed.
touch "$(dirname "${BASH_SOURCE[0]}")/Package.swift"

leave() {
    local running
    running=$(jobs -pr)
    if [[ -n $running ]]; then
        # shellcheck disable=SC2086 # one word a process
        kill -TERM $running || true
        wait || true
    fi
    rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM HUP

# Runs a command that an interruption ends at once, instead of after it is done.
interruptible() {
    "$@" &
    wait $!
}

# Runs a command the same way, and shows its output only if it fails.
quietly() {
    interruptible "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
}
