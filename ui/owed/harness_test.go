package owed

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/exporting"
	"sanduq/ui/keys"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// fakeTill keeps a ledger by the till's own rules.
type fakeTill struct {
	rows    []journal.DebtRow
	read    int  // how often rows of an entry were
	torn    bool // they cannot be
	forgets bool // what is closed is on no list
	rights  journal.RightSet
	fail    error
	putBack time.Time // to an older state
	too     bool      // something was recorded once more
}

func newFakeTill() *fakeTill {
	f := &fakeTill{rights: journal.Rights()}
	open := func(cause journal.DebtCause, sale, with journal.SaleID, minor int64, age time.Duration) {
		n := uint64(len(f.rows) + 1)
		f.rows = append(f.rows, journal.DebtRow{Seq: n, Debt: n, Kind: journal.DebtOpened, At: noon.Add(-age), Cause: cause, Sale: sale, With: with, Amount: money.Amount{Minor: minor, Currency: "LYD"}})
	}
	open(journal.DebtPaidTwice, "20261114-000004", "20261114-000005", 12_500, 8*24*time.Hour)
	open(journal.DebtBothLegs, "20261114-000031", "20261114-000031", 40_000, 6*24*time.Hour)
	open(journal.DebtPaidTwice, "20261118-000019", "20261118-000020", 125_000, 50*time.Hour)
	open(journal.DebtAfterCash, "20261120-000008", "20261120-000009", 15_250, 4*time.Hour)
	f.rows = append(f.rows, journal.DebtRow{Seq: 5, Debt: 1, Kind: journal.DebtReturned, At: noon.Add(-7 * 24 * time.Hour), By: "Huda", Minor: 12_500, Open: 12_500, Reference: "FT-261112-2210"})
	return f
}

func (f *fakeTill) debt(n uint64) (d journal.Debt) {
	for _, r := range f.rows {
		if r.Debt == n {
			var err error
			if d, err = d.Append(r); err != nil {
				panic(err)
			}
		}
	}
	return d
}

func (f *fakeTill) Debts(_ context.Context, q journal.DebtQuery) (all []journal.Debt, err error) {
	if f.fail != nil {
		return nil, f.fail
	}
	for n := uint64(4); n > 0; n-- {
		if d := f.debt(n); d.Number != 0 && (!q.Open && !f.forgets || d.Open() > 0) && (q.Before == 0 || n < q.Before) {
			all = append(all, d)
		}
	}
	return all, nil
}

func (f *fakeTill) DebtRows(_ context.Context, n uint64) ([]journal.DebtRow, error) {
	if f.read++; f.torn {
		return nil, journal.ErrCorrupt
	}
	return slices.DeleteFunc(slices.Clone(f.rows), func(r journal.DebtRow) bool { return r.Debt != n }), nil
}

func (f *fakeTill) Attempts(_ context.Context, id journal.SaleID) (all []journal.Sale, err error) {
	for i, one := range []journal.SaleID{"20261118-000019", "20261118-000020"} {
		all = append(all, journal.Sale{ID: one, ReceiptSeq: uint64(400 + i), SettledAt: noon.Add(-52 * time.Hour), Session: core.PaymentSession{State: core.StateSuccess, TransactionID: fmt.Sprintf("8F2K-7%dQD-0446", i)}})
	}
	return all, nil
}

func (f *fakeTill) append(r journal.DebtRow) error {
	if err := f.fail; err != nil {
		f.fail = nil
		return err
	}
	r.Seq, r.At = uint64(len(f.rows)+1), noon
	if _, err := f.debt(r.Debt).Append(r); err != nil {
		return &journal.Error{Code: journal.CodeReference, Err: err}
	}
	f.rows = append(f.rows, r)
	return nil
}

func (f *fakeTill) NoteDebt(_ context.Context, n uint64, by string) error {
	return f.append(journal.DebtRow{Debt: n, Kind: journal.DebtNoted, By: by})
}

func (f *fakeTill) ReturnDebt(_ context.Context, n uint64, by string, minor, open int64, reference string) error {
	return f.append(journal.DebtRow{Debt: n, Kind: journal.DebtReturned, By: by, Minor: minor, Open: open, Reference: reference})
}

func (f *fakeTill) ReturnDebtToo(ctx context.Context, n uint64, by string, minor, open int64, reference string) error {
	f.too = true
	return f.ReturnDebt(ctx, n, by, minor, open, reference)
}

func (f *fakeTill) KeepDebt(_ context.Context, n uint64, by string, minor, open int64, reason string) error {
	return f.append(journal.DebtRow{Debt: n, Kind: journal.DebtKept, By: by, Minor: minor, Open: open, Reason: reason})
}

// person is Huda, with the rights that the till knows.
type person struct{ r *harness }

func (p person) Delegate(right journal.Right, then func()) {
	p.r.delegated = append(p.r.delegated, right)
	then()
}

type harness struct {
	t         *testing.T
	till      *fakeTill
	memory    Memory
	screen    *Screen
	window    fyne.Window
	delegated []journal.Right
	taken     []exporting.Request
	typed     time.Time
	run       func(work func()) // how slow work is done
}

func newHarness(t *testing.T, lang string, look theme.Look, change ...func(*fakeTill)) *harness {
	t.Helper()
	look.Still, look.RTL = true, lang == words.Arabic
	theme.Use(look)
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	theme.Apply(uitest.NewApp(t), theme.Now())
	r := &harness{t: t, till: newFakeTill(), typed: noon, run: func(work func()) { work() }}
	input.TypedAt = func() time.Time { return r.typed }
	t.Cleanup(func() { input.TypedAt = time.Now })
	for _, c := range change {
		c(r.till)
	}
	r.screen = New(screen.Env{Life: context.Background(), Words: words.MustLoad(lang), Zone: time.UTC, Post: func(f func()) { f() }, Go: func(f func()) { r.run(f) },
		After: func(time.Duration, func()) func() { return func() {} }, Now: func() time.Time { return noon }, Preferences: preferences.Open(nil)}, Deps{
		Export: func(q exporting.Request) { r.taken = append(r.taken, q) },
		Till:   r.till, Currency: "LYD", Person: person{r},
		PutBack: func(context.Context) (time.Time, error) { return r.till.putBack, nil },
		Titled:  true, Back: func() {}}, &r.memory)
	r.window = test.NewTempWindow(t, r.screen.Object())
	r.window.SetPadded(false)
	r.window.Resize(fyne.NewSize(1134, 610))
	r.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { r.screen.Press(screen.KeyPress{Name: keys.Normal(e.Name)}) })
	r.window.Canvas().SetOnTypedRune(func(c rune) { r.screen.Press(screen.KeyPress{Rune: c}) })
	r.screen.Shown()
	return r
}

// runes types by hand.
func (r *harness) runes(text string) { r.types(text, 100*time.Millisecond) }

// types types with a pause before each character.
func (r *harness) types(text string, pause time.Duration) {
	for _, c := range text {
		r.typed = r.typed.Add(pause)
		if f := r.window.Canvas().Focused(); f != nil {
			f.TypedRune(c)
			continue
		}
		r.screen.Press(screen.KeyPress{Rune: c})
	}
}

func (r *harness) key(n fyne.KeyName) {
	if f := r.window.Canvas().Focused(); f != nil {
		f.TypedKey(&fyne.KeyEvent{Name: n})
		return
	}
	r.screen.Press(screen.KeyPress{Name: n})
}

func (r *harness) words() string { return uitest.Words(r.window.Canvas().Content()) }
