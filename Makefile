# Thud's build tasks; `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
# Of the shells only bash replaces the ~ of `make install PREFIX=~/.local`.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
# Shell words, as the folders may have blanks in their names.
ROOT = "$(DESTDIR)$(PREFIX)"
# systemd looks for a user's units here, below /usr/local and ~/.local alike.
UNITS = $(ROOT)/share/systemd/user
# Below ~/.local the player's scores, saved rounds and decks are beside these.
ASSETS = $(addprefix $(ROOT)/share/thud/,Sounds Decks Presets)

# The manual pages, and what shells complete.
MANUAL = man/man1/thud.1 man/man1/thud-*.1 bash-completion/completions/thud zsh/site-functions/_thud \
	fish/vendor_completions.d/thud.fish

# Swift's own libraries are linked in, so that `thud` starts at once and needs no installed Swift. lld packs the
# addresses to be relocated at the start from 2.3 MiB into a few KiB, so no round has to read them. Sections that Swift
# finds by name are kept.
#
# Half of the program would be the data of ICU: names, dates and numbers in every language. GRDB brings it along with
# Foundation, and Thud never uses it; scripts/imports checks that. So its symbol is defined as a constant that is there
# anyway and is not such data. The library's data is then not linked, and ICU reports that it has none.
#
# Nothing loads the program as a library, so the names of its functions are not exported.
#
# Each function gets a section of its own. Without that the linker could leave out only those that are public, because
# all others of a file share one section.
LINKED := -c release --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
	-Xlinker -z -Xlinker nostart-stop-gc -Xlinker -z -Xlinker pack-relative-relocs
RELEASE := $(LINKED) -Xlinker --defsym=icudt76_dat=_IO_stdin_used -Xlinker --no-export-dynamic --product thud
# A build from nothing, as on CI, takes three quarters of the time if it compiles whole modules at once. Not running the
# compiler a second time for the importers' view saves a further seventh. For repeated builds this would be slower,
# because each changed file would compile its whole module. The index cannot be left out: SwiftPM finds the tests in it.
# Without a debugger nobody needs what only a debugger reads; a failed test names its file and line without it.
WHOLE := $(if $(CI),-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 \
	-Xswiftc -no-emit-module-separately-wmo -Xswiftc -use-ld=lld -debug-info-format none)
# Nothing here runs long enough to regain the time for optimising it.
THREADS := --scratch-path sanitizers/.build/threads --sanitize=thread $(WHOLE) -Xswiftc -Onone
TESTS := --explicit-target-dependency-import-check error $(WHOLE)
# The modules with tests that start programs or depend on real time. All other tests only compute.
LIVE := ^($(shell grep -rl 'import TestTraits$$' Tests --include='*.swift' | sed -E 's,.*/([A-Za-z]+Tests)/.*,\1,' | \
	sort -u | paste -sd '|'))\.

.PHONY: help play build test check test-hardware judge judge-library judge-package example build-tests tests \
	live-tests quick-tests build-sanitizers lint \
	realtime threads bench fuzz corpus mutants pictures sheets manual install uninstall library docs deb clean

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

play: build ## build what is needed and play a round; without a terminal a simulated player plays
	@.build/release/thud play

build: ## build thud for use: .build/release/thud
	@scripts/setup build
	@swift build $(RELEASE) >&2

test: ## check everything: style, all tests, the engine under ThreadSanitizer and in somebody else's package
	@scripts/setup test
	@scripts/steps build-tests live-tests+quick-tests+lint+build-sanitizers+example+threads

check: lint ## check quickly: style, and the tests that start no program and wait for nothing
	@THUD_LIVE_TESTS=off scripts/test $(TESTS)

test-hardware: ## test on real kernel drivers in QEMU guests: cards, their mixer, unplugging, motion sensors
	@scripts/setup hardware
	@swift build $(RELEASE) >&2
	@swift build $(RELEASE:thud=hardware-checks) >&2
	@Tests/Hardware/run

judge: build ## count the allocations and locks of the release build's audio thread with a preloaded judge
	@scripts/setup test
	@THUD_PROGRAM="$(CURDIR)/.build/release/thud" scripts/test $(TESTS) --filter RealtimeJudgeTests

build-tests:
	swift build --build-tests $(TESTS)

# SwiftPM looks for new files in a package that others depend on only if a manifest has changed.
build-sanitizers:
	touch sanitizers/Package.swift
	swift build --build-tests --package-path sanitizers $(THREADS)

tests: ## run `swift test`: first pure computation, then programs, terminals and sound servers
	scripts/test $(TESTS)

live-tests:
	scripts/test --skip-build $(TESTS) --filter '$(LIVE)'

# SwiftPM would wait until the live tests are done, because something might be built.
quick-tests:
	scripts/test --skip-build --ignore-lock $(TESTS) --skip '$(LIVE)'

# Another package on the engine, with the flags and in the folder of the ThreadSanitizer build, so that nothing compiles
# twice.
example: ## build and run the engine in somebody else's package, without what only the program needs
	scripts/example $(THREADS)

lint: ## check style with `swift format`, imports against declared dependencies, and README's figures
	scripts/imports
	scripts/prose
	bench/readme check
	swift format lint --strict --parallel --recursive Package.swift Sources Tests bench/Package.swift bench/Benchmarks \
		bench/Figures bench/Parts bench/Instructions bench/mixing bench/peers fuzz/Package.swift fuzz/Sources sanitizers/Package.swift

realtime: ## run the render path under RealtimeSanitizer; an allocation or a lock fails
	scripts/test $(TESTS) --filter RealtimeSanitizerTests

threads: ## run the engine's tests under ThreadSanitizer; unguarded shared memory fails
	scripts/test --package-path sanitizers $(THREADS)

bench: build ## measure Thud and its peers here, for bench/RESULTS.md and README.md; PEERS_COUNT=20 is quicker
	bench/run

fuzz: ## fuzz each parser for a minute with libFuzzer; SECONDS=600 for longer
	fuzz/run $(SECONDS)

corpus: ## fuzz, keep inputs that reach new code as seeds, and drop seeds that reach nothing of their own
	KEEP=1 fuzz/run $(SECONDS)

mutants: ## plant the wrong changes of Tests/mutants.tsv one by one, and print those no test notices; takes long
	scripts/mutants

pictures: ## draw the pictures of the README from the shipped views and cues
	swift run pictures docs/pictures .build/gallery.html
	chromium --headless --no-sandbox --hide-scrollbars --window-size=1640,1090 \
		--blink-settings=preferredColorScheme=0 --screenshot=docs/pictures/gallery.png .build/gallery.html

sheets: ## draw all screens at four sizes, dark and light, also in 16 colours, into .build/sheets
	swift run pictures --sheets .build/sheets

manual: build
	scripts/manual .build/release/thud .build/manual

install: build manual ## install thud, its sounds, decks, presets, units and manual below PREFIX (/usr/local)
	install -d $(ROOT)/bin $(ASSETS) $(UNITS)
	install -m 755 .build/release/thud $(ROOT)/bin/thud
	strip $(ROOT)/bin/thud
	rm -rf $(ASSETS)
	cp -R Sounds Decks Presets $(ROOT)/share/thud/
	chmod -R u=rwX,go=rX $(ASSETS)
	(cd .build/manual && find share -type f) | while read -r file; do install -D -m 644 .build/manual/$$file $(ROOT)/$$file || exit; done
	install -m 644 packaging/thud-listen.socket packaging/thud-listen.service $(UNITS)
	sed -i "s|/usr/bin/thud|\"$$(realpath -ms "$(PREFIX)" | sed 's/[&|]/\\&/g')/bin/thud\"|" $(UNITS)/thud-listen.service

uninstall: ## remove what `make install` installed
	rm -rf $(ROOT)/bin/thud $(ASSETS) $(UNITS)/thud-listen.* $(addprefix $(ROOT)/share/,$(MANUAL))
	if [ -d $(ROOT)/share/thud ]; then rmdir --ignore-fail-on-non-empty $(ROOT)/share/thud; fi

library: ## build the library for programs in C, its header and pkg-config file: .build/library/
	@scripts/setup build
	@scripts/library $(LINKED)

judge-library: library ## judge that library from C, C++, Python, Rust, LuaJIT and LÖVE, its size, and its ABI
	@scripts/setup library
	@THUD_LIBRARY="$(CURDIR)/.build/library" scripts/test $(TESTS) --filter '/Library(Judge)?Tests'

docs: ## the API documentation of the products, with no warnings: .build/documentation/
	scripts/api-documentation

deb: build library manual ## pack Debian packages for machines without Swift, and have them judged: .build/deb/
	@scripts/setup deb
	@scripts/deb

judge-package: ## judge that package and the workflow of docs/bench.md in Debian 13 and Ubuntu 24.04; needs root
	@Tests/Distributions/run

clean: ## remove what was built
	rm -rf .build documentation/.build bench/.build fuzz/.build sanitizers/.build
