package app

import (
	"io"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	officepage "sanduq/ui/settings/office"
	"sanduq/ui/words"
)

// TestAComputerShowsItsOffice: nobody chooses that while a sale is not finished, and
// a sale that is begun afterwards keeps the till.
func TestAComputerShowsItsOffice(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	a := shop(t, dir, nil)
	shown := func() string {
		t.Helper()
		address, _, err := ShownOffice(Options{DataDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return address
	}
	show := func(address string, want officepage.Fault) {
		t.Helper()
		if why, err := a.sent.office.Show(t.Context(), "Huda", address); why != want || err != nil {
			t.Fatalf("%q: %q, %v; want %q", address, why, err, want)
		}
	}
	charge := func() {
		t.Helper()
		if _, err := a.till.Charge(t.Context(), journal.Draft{Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Route: core.RouteQR}); err != nil {
			t.Fatal(err)
		}
	}
	show("http://office.example", officepage.Address)
	show("office.example/", "")
	if got := shown(); got != "https://office.example" || a.sent.office.State(t.Context()).Shown != got {
		t.Errorf("shown %q", got)
	}
	show("", "")
	if got := shown(); got != "" {
		t.Errorf("taken back, and shown %q", got)
	}
	show("office.example", "")
	charge()
	a.Close()
	if got := shown(); got != "" {
		t.Errorf("a sale is open, and the next start shows %q", got)
	}
	a = shop(t, dir, nil)
	show("office.example", officepage.Open)
	rows, err := a.store.Audit(t.Context(), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, r := range rows {
		if r.Action == journal.AuditOffice {
			said = append(said, r.By+" "+r.Detail)
		}
	}
	if len(said) != 3 {
		t.Errorf("written down: %q", said)
	}
}

// TestANextStartFindsItsOffice: and goes back to the till when it is told.
func TestANextStartFindsItsOffice(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	a := shop(t, dir, nil)
	if why, err := a.sent.office.Show(t.Context(), "Huda", "office.example"); why != "" || err != nil {
		t.Fatal(why, err)
	}
	a.Close()
	address, stay, err := ShownOffice(Options{DataDir: dir})
	if address != "https://office.example" || err != nil {
		t.Fatalf("%q, %v", address, err)
	}
	if code := OfficeView(t.Context(), "ftp://wrong", stay, words.MustLoad(words.English), nil, io.Discard); code != 2 {
		t.Errorf("an address that is none: %d", code)
	}
	if err := stay(); err != nil {
		t.Fatal(err)
	}
	if address, _, err = ShownOffice(Options{DataDir: dir}); address != "" || err != nil {
		t.Errorf("a till again, and %q, %v", address, err)
	}
}

// TestAnAddressAsItIsCopied from a message in Arabic has marks around it that nobody sees.
func TestAnAddressAsItIsCopied(t *testing.T) {
	for _, typed := range []string{"office.example", "https://office.example/", "\u2068https://office.example\u2069", "\u200f office.example/\u200e\u00a0", "\ufeffhttps://office.example"} {
		if address, host := addressOf(typed); address != "https://office.example" || host != "office.example" {
			t.Errorf("%+q is taken for %+q at %+q", typed, address, host)
		}
	}
}
