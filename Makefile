# Everything that a person or the CI runs. One set of build flags everywhere:
# another set would compile the OpenGL bindings again, which takes minutes.

VERSION := $(shell sed -n 's/^Version = "\(.*\)"/\1/p' FyneApp.toml)
COMMIT  := $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
DATE    := $(shell git log -1 --format=%cs 2>/dev/null || echo unknown)
TAGS    := $(shell awk '$$1 == "." {print $$2}' .ci/modules)
FLAGS   := -buildmode=pie -tags $(TAGS)
EPOCH   := $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
XFLAGS  := -s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE) $(if $(UPDATE_URL),-X main.updateURL=$(UPDATE_URL) -X main.updateKey=$(UPDATE_KEY))
RELRO   := -extldflags=-Wl,-z,relro,-z,now
LDFLAGS := $(XFLAGS) $(if $(filter Linux,$(shell uname -s)),$(RELRO))
WINLDFLAGS := $(XFLAGS) -H windowsgui
BIN     := out/sanduq
BANK    := out/sanduq-practice

# One set of flags for every program and test: without the folder in what is compiled, a second clone compiles nothing anew.
export GOFLAGS := -buildvcs=false -trimpath
export GOTOOLCHAIN := local
export GOWORK := off

T ?= 10s

OFFICE  := out/sanduq-office

.PHONY: help run demo office build-office build-practice build test e2e lint vulnerabilities mutants fuzz bench bench-quick bench-window soak package-linux package-linux-test package-office package-office-image package-office-test package-windows package-windows-test package-macos recount reproducible card pictures licences sbom workflows deps clean

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 22

run: deps ## set up what is missing, build, start on the embedded sandbox
	@if [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	  echo "There is no display here. Running 'make demo' instead: the same application in a window on a virtual display."; \
	  $(MAKE) --no-print-directory demo; \
	else \
	  $(MAKE) --no-print-directory build && \
	  echo "[4/4] Starting $(BIN)" && exec $(BIN); \
	fi

demo: deps build ## take payments in a real window on a virtual display; pictures in out/demo
	@.ci/deps demo
	.ci/program ui/e2e/demo -app $(BIN) -out out/demo

office: deps ## head office to look at: PostgreSQL in a temporary folder, a collector, three practice tills that sell
	@.ci/deps office
	cd core/office/server && go run ./tests/practice

build-office: ## build out/sanduq-office, head office's program: static, without a window
	@mkdir -p out
	cd core/office/server && CGO_ENABLED=0 go build -ldflags "-s -w -X main.version=$(VERSION)" -o $(CURDIR)/$(OFFICE) ./sanduq-office

build: build-practice ## build out/sanduq and out/sanduq-practice
	@if [ -x $(BIN) ]; then echo "[3/4] Building, some seconds"; else echo "[3/4] Building. The first time takes 3 to 5 minutes, later seconds"; fi
	@mkdir -p out
	CGO_ENABLED=1 go build $(FLAGS) -ldflags "$(LDFLAGS)" -o $(BIN) .

build-practice: ## build out/sanduq-practice, the practice bank with a demo shop: static, without a window
	@mkdir -p out
	CGO_ENABLED=0 go build -tags $(TAGS) -ldflags "-s -w -X main.version=$(VERSION)" -o $(BANK) ./core/practice/sanduq-practice

test: deps ## set up what is missing, run every test but those in a real window; ONLY="core/till ui" for some
	@.ci/deps test
	@.ci/test $(ONLY)

e2e: deps build ## the tests in a real window alone
	@.ci/deps demo keyring monitors cups web
	@SANDUQ_APP=$(CURDIR)/$(BIN) .ci/e2e

lint: export GOGC = 300
lint: deps ## vet, staticcheck, errcheck, formatting, tidy modules, dead code in all programs
	@unformatted=$$(gofmt -l main.go assets core storage ui); \
	if [ -n "$$unformatted" ]; then echo "not formatted:"; echo "$$unformatted"; exit 1; fi
	.ci/each -all $(CURDIR)/.ci/check ./... go vet
	.ci/each -all $(CURDIR)/.ci/check ./... $$(go -C assets/packaging/tools tool -n staticcheck) -checks inherit,ST1020,ST1021,ST1022
	.ci/each $(CURDIR)/.ci/check ./... $$(go -C assets/packaging/tools tool -n errcheck) -ignoretests -exclude $(CURDIR)/.ci/errcheck
	.ci/each go mod tidy -diff
	.ci/deadcode

vulnerabilities: ## known faults of Go and of every dependency that the code calls; asks vuln.go.dev
	.ci/each -all $$(go -C assets/packaging/tools tool -n govulncheck) ./...

mutants: ## break SDK, till and storage line by line and see each breakage caught; AREA=till for one, FILES="poller.go" for some, ARGS=-continue after a stop
	@.ci/deps test
	@go run ./core/internal/mutants $(if $(AREA),-area $(AREA)) $(ARGS) $(FILES)

fuzz: ## the fuzzers, T=10s each
	@.ci/fuzz $(T)

bench: deps ## every speed figure side by side with its peer, then all targets and those missed; some minutes
	@.ci/bench

bench-quick: deps ## a short look at the speed of SDK, store and exports, some three minutes
	@.ci/bench -quick

bench-window: build ## the real window beside an empty one, on a virtual display; BENCH='-sales 20m' for memory's growth
	@mkdir -p out/bench
	@CGO_ENABLED=1 .ci/each -all -at ui/e2e/bench/empty \
	  go build -buildmode=pie -ldflags "-s -w -extldflags=-Wl,-z,relro,-z,now" -o $(CURDIR)/out/bench/empty .
	@CGO_ENABLED=0 go test -tags $(TAGS) -run - -bench Key ./ui | sed -n 's/^BenchmarkKey[^ ]*.* \([0-9.]* ms\)\/key.*/  A key is handled in \1 before it is painted; at most 2 ms are wanted./p'
	@.ci/program ui/e2e/bench -app $(BIN) -empty out/bench/empty $(BENCH)

recount: deps ## let LibreOffice and hledger add exported sums up again, digit by digit
	@.ci/deps report
	.ci/each -all -at core/stress/report/recount go test -count=1 -timeout 10m -v -run Recount . | grep -v '^=== '

soak: ## list the stress tests; ROW=name runs one at full length, ROW=all each; N=rounds, SEED=n plays one case again
	@.ci/soak "$(ROW)" "$(N)" "$(SEED)"

package-linux: deps build ## deb, rpm and portable archive in out/dist, checked
	@.ci/deps package
	@VERSION=$(VERSION) DATE=$(DATE) SOURCE_DATE_EPOCH=$(EPOCH) APP=$(BIN) .ci/package-linux

package-linux-test: package-linux ## install, pay, upgrade and remove the deb and the rpm in a fresh Debian; pictures in out/packaging
	@.ci/deps demo
	@VERSION=$(VERSION) .ci/package-linux-test

package-office: deps build-office ## head office's deb in out/dist, with its systemd unit, checked
	@.ci/deps package
	@VERSION=$(VERSION) DATE=$(DATE) SOURCE_DATE_EPOCH=$(EPOCH) PROGRAM=$(OFFICE) .ci/package-office

package-office-image: package-office ## head office's container image in out/dist, from the same files
	@.ci/deps container
	@VERSION=$(VERSION) SOURCE_DATE_EPOCH=$(EPOCH) .ci/package-office-image

package-office-test: package-office-image ## install, serve as the unit says, upgrade, remove and purge head office's deb; start its container
	@.ci/deps office
	@VERSION=$(VERSION) .ci/package-office-test

package-windows: deps ## exe, installer and MSI for Windows in out/dist, made here; signed when a certificate is given
	@.ci/deps windows
	@VERSION=$(VERSION) COMMIT=$(COMMIT) SOURCE_DATE_EPOCH=$(EPOCH) FLAGS="$(FLAGS)" LDFLAGS="$(WINLDFLAGS)" .ci/package-windows

package-windows-test: package-windows ## install, pay, upgrade and remove them under Wine; pictures in out/packaging/windows
	@.ci/deps demo
	@.ci/deps cups
	@.ci/deps wine
	@VERSION=$(VERSION) .ci/package-windows-test

package-macos: deps ## on a Mac the disk image in out/dist; elsewhere what of it can be made and checked
	@.ci/deps macos
	@VERSION=$(VERSION) SOURCE_DATE_EPOCH=$(EPOCH) TAGS=$(TAGS) LDFLAGS="$(XFLAGS)" .ci/package-macos

reproducible: deps ## build and package twice in different folders, compare
	@.ci/deps package
	@.ci/reproducible

card: deps ## the counter card to print, A5 in three languages: out/card/counter-card.pdf, and a picture of each page
	@SOURCE_DATE_EPOCH=$(EPOCH) CGO_ENABLED=0 go run -tags $(TAGS) ./ui/card/print -out out/card
	@ls -l out/card

pictures: card ## the README's pictures anew, from what make demo has left in out/demo
	@.ci/deps demo
	@.ci/pictures

licences: ## write the list of third-party work anew; run it after a dependency has changed
	.ci/program assets/packaging/pack licences

sbom: ## what out/sanduq is made of, in out/dist, as CycloneDX
	@mkdir -p out/dist
	.ci/program assets/packaging/pack sbom -app $(BIN) -to out/dist/sanduq-$(VERSION)-linux-amd64.cdx.json

workflows: ## read the workflows of the three systems for mistakes
	@mkdir -p out/tools
	@(cd assets/packaging/tools && go build -o ../../../out/tools/actionlint github.com/rhysd/actionlint/cmd/actionlint)
	out/tools/actionlint
	@! grep -rnE 'uses: ' .github/workflows | grep -vE '@[0-9a-f]{40} # v[0-9.]+$$'

deps:
	@.ci/deps build

clean: ## remove what was built; data of the application stays
	rm -rf out
