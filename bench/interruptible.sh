# Sourced by the scripts of the bench: a scratch folder in $work, and nothing left behind, whatever ends them.
# shellcheck shell=bash

work=$(mktemp -d)

# SwiftPM looks for new files in a package that others depend on only when a manifest has changed.
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

# Runs a command; an interruption ends it at once, and not only when it is done.
interruptible() {
    "$@" &
    wait $!
}

# The same for a command whose output matters only if it fails.
quietly() {
    interruptible "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
}
