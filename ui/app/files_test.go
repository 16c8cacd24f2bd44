package app

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/ui/startup"
)

// TestFilesOfPracticeTakeNoOthersPlace, and no name of a till leads out of the folder.
func TestFilesOfPracticeTakeNoOthersPlace(t *testing.T) {
	for _, c := range []struct {
		env        core.Environment
		till, want string
	}{
		{core.Live, "Till 1", "Till-1-sales.csv"},
		{core.Sandbox, "Till 1", "TEST-Till-1-sales.csv"},
		{core.Live, "../../صندوق", "------صندوق-sales.csv"},
	} {
		if got := fileOf(c.env, c.till, "sales.csv"); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.env, c.till, got, c.want)
		}
	}
}

// TestTodayIsTheDayThatIsBooked: where the clock was put back behind the books, the lists
// and figures of today have what is sold now.
func TestTodayIsTheDayThatIsBooked(t *testing.T) {
	var back atomic.Int64 // months by which the clock was put back
	shop, err := till.Open(t.Context(), till.Config{Store: storetest.NewMemory(), Environment: core.Sandbox,
		BaseURL: "not asked", Zone: time.UTC,
		Now:      func() time.Time { return time.Date(2026, 12-time.Month(back.Load()), 26, 12, 0, 0, 0, time.UTC) },
		Defaults: journal.Settings{Shop: "Al Noor", Till: "T", Currency: "LYD"}})
	if err != nil {
		t.Fatal(err)
	}
	defer shop.Close()
	set := shop.Settings()
	set.Shifts, set.Cash = true, true
	if err := shop.Staff.SaveSettings(t.Context(), set, "Huda"); err != nil {
		t.Fatal(err)
	}
	if err := shop.Shifts.OpenShift(t.Context(), "Amal", 0, "the safe"); err != nil {
		t.Fatal(err)
	}
	back.Store(1)
	d := newDesk(shop)
	due := journal.Draft{Amount: money.Amount{Minor: 12_500, Currency: "LYD"}, Cashier: "Amal"}
	if _, err := d.TakeCash(t.Context(), due, 12_500); err != nil {
		t.Fatal(err)
	}
	today, err := d.Sales(t.Context(), journal.SaleQuery{From: d.Today(), To: d.Today()})
	if err != nil || len(today.Sales) != 1 {
		t.Errorf("%d sales of today, %v", len(today.Sales), err)
	}
}

// TestADamagedPracticeBankIsNamed: its file is at fault, and no port.
func TestADamagedPracticeBankIsNamed(t *testing.T) {
	t.Setenv("SERVICE_ENV", "sandbox")
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "bank"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bank", "practice-bank.db"), []byte("torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := &App{dir: dir, env: core.Sandbox, log: slog.New(slog.DiscardHandler)}
	_, _, err := a.gateway(t.Context(), Options{BankAddr: "127.0.0.1:0"})
	p, ok := errors.AsType[*startup.Problem](err)
	if !ok || p.Code != startup.BankFile || p.Detail != filepath.Join(dir, "bank") {
		t.Errorf("%v", err)
	}
}
