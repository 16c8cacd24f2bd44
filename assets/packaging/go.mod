module sanduq/assets/packaging

go 1.26.0

require (
	github.com/BurntSushi/toml v1.6.0
	github.com/fyne-io/oksvg v0.2.0
	github.com/google/licensecheck v0.3.1
	github.com/srwiley/rasterx v0.0.0-20220730225603-2ab79fcdd4ef
	sanduq v0.0.0
	sanduq/core/stress v0.0.0
	sanduq/ui/e2e v0.0.0
)

require (
	github.com/chromedp/cdproto v0.159.0 // indirect
	github.com/chromedp/chromedp v0.22.1 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	golang.org/x/image v0.40.0 // indirect
	golang.org/x/net v0.61.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace (
	sanduq => ../..
	sanduq/core/stress => ../../core/stress
	sanduq/core/till/tests => ../../core/till/tests
	sanduq/storage/tests => ../../storage/tests
	sanduq/ui/e2e => ../../ui/e2e
)
