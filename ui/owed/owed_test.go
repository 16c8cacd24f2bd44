package owed

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 14, 31, 0, 0, time.UTC)

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

func (f *fakeTill) May(r journal.Right) bool { return f.rights.Has(r) }

// person is Huda, with the rights that the till knows.
type person struct{ r *harness }

func (p person) By() string                   { return "Huda" }
func (p person) May(right journal.Right) bool { return p.r.till.May(right) }
func (p person) Signs() bool                  { return true }
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

// TestWhatWasReturnedIsRecordedWithItsReference, whole or in part, and never
// without one.
func TestWhatWasReturnedIsRecordedWithItsReference(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyDown)
	uitest.Picture(t, r.window, "owed-list")
	if said := r.words(); !strings.Contains(said, "To be returned, 3") || !strings.Contains(said, "180") || !strings.Contains(said, "2 days") {
		t.Error(said)
	}
	r.key(fyne.KeyReturn)
	if n := len(r.till.rows); n != 5 {
		t.Fatalf("%d rows without a reference", n)
	}
	r.runes("FT-261120-5531")
	test.Tap(r.screen.entry.much.part)
	r.runes("25.5")
	uitest.Picture(t, r.window, "owed-part")
	r.key(fyne.KeyReturn)
	last := r.till.rows[len(r.till.rows)-1]
	if last.Kind != journal.DebtReturned || last.Minor != 25_500 || last.Open != 125_000 || last.Reference != "FT-261120-5531" || last.By != "Huda" {
		t.Errorf("recorded %+v", last)
	}
	if said := r.words(); !strings.Contains(said, "99.500 LYD is still owed") {
		t.Error(said)
	}
	uitest.Picture(t, r.window, "owed-recorded")
}

// TestWhatIsKeptHasAReason, and an entry that is closed offers nothing more.
func TestWhatIsKeptHasAReason(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(f *fakeTill) { f.rights = journal.UsualRights(journal.RoleSupervisor) })
	r.screen.entry.how.OnSelected(1)
	r.runes("Goes to the next order")
	r.key(fyne.KeyReturn)
	if d := r.till.debt(4); d.Kept != 15_250 || d.Open() != 0 {
		t.Errorf("%+v", d)
	}
	if fmt.Sprint(r.delegated) != "[owed]" {
		t.Errorf("delegated %v", r.delegated)
	}
	if !r.screen.entry.record.Hidden {
		t.Error("what is closed can be recorded again")
	}
	uitest.Picture(t, r.window, "owed-kept")
}

// TestSomebodyElseRecordedMeanwhile: a sentence, nothing recorded twice, and what
// is there now is shown.
func TestSomebodyElseRecordedMeanwhile(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.runes("FT-1")
	r.till.fail = &journal.Error{Code: journal.CodeDebtMoved}
	r.key(fyne.KeyReturn)
	if said := r.words(); !strings.Contains(said, "Somebody else has recorded a part") || len(r.till.rows) != 5 {
		t.Errorf("%d rows: %s", len(r.till.rows), said)
	}
}

// TestNotingEndsTheBannerAlone: the entry is still owed.
func TestNotingEndsTheBannerAlone(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	test.Tap(r.screen.entry.seen)
	if d := r.till.debt(4); d.Noted == nil || d.Noted.By != "Huda" || d.Open() != 15_250 || !r.screen.entry.seen.Hidden {
		t.Errorf("%+v", d)
	}
}

// TestAnEntryOfBeforeARestoreMayHaveBeenReturnedSince and says so; one that was opened
// after it does not.
func TestAnEntryOfBeforeARestoreMayHaveBeenReturnedSince(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{}, func(f *fakeTill) { f.putBack = noon.Add(-5 * time.Hour) })
		w := words.MustLoad(lang)
		said := w.T("owed.putBack", "when", w.Moment(noon.Add(-5*time.Hour)))
		for n, want := range map[uint64]bool{2: true, 3: true, 4: false} {
			if got := todo(r.screen.env, r.till.debt(n), r.screen.ledger.putBack); strings.Contains(got, said) != want {
				t.Errorf("%s: entry %d says %q", lang, n, got)
			}
		}
		if d, ok := r.screen.picked(); !ok || !strings.Contains(r.screen.entry.todo.Text(), w.T("owed.todo."+string(d.Cause))) ||
			strings.Contains(r.screen.entry.todo.Text(), said) == d.Since.After(r.till.putBack) {
			t.Errorf("%s: the entry on the screen says %q", lang, r.screen.entry.todo.Text())
		}
	}
}

// TestAnEmptyAndAnUnreadableLedgerSaySo.
func TestAnEmptyAndAnUnreadableLedgerSaySo(t *testing.T) {
	if said := newHarness(t, words.English, theme.Look{}, func(f *fakeTill) { f.rows = nil }).words(); !strings.Contains(said, "Nothing is owed back.") {
		t.Error(said)
	}
	if said := newHarness(t, words.English, theme.Look{}, func(f *fakeTill) { f.fail = journal.ErrCorrupt }).words(); !strings.Contains(said, "cannot be read") {
		t.Error(said)
	}
}

// TestTheLedgerFitsAndKeepsTheLaws in each language, in contrast, with large words
// and in a small window.
func TestTheLedgerFitsAndKeepsTheLaws(t *testing.T) {
	type appearance struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
	}
	for _, c := range overflow.Some(appearance{name: "ar", lang: words.Arabic}, appearance{name: "contrast", lang: words.French, look: theme.Look{Variant: theme.Contrast}},
		appearance{name: "small", lang: words.French, look: theme.Look{Small: true}, size: fyne.NewSize(928, 560)}, appearance{name: "largest", lang: words.French, look: theme.Look{Small: true, TextScale: 2}, size: fyne.NewSize(928, 560)}) {
		r := newHarness(t, c.lang, c.look)
		if c.size.Width > 0 {
			r.window.Resize(c.size)
		}
		look := func(name string) {
			uitest.Picture(t, r.window, "owed-"+name+"-"+c.name)
			for _, b := range laws.Faults(r.window.Canvas()) {
				t.Errorf("%s %s: %s", c.name, name, b)
			}
		}
		look("list")
		test.Tap(r.screen.entry.much.part)
		r.runes("900")
		look("part")
	}
}

// TestAnAnswerLeavesTheEntryAlone that a person has gone to meanwhile: what is typed for
// it stays, and what became of the other is told by its name.
func TestAnAnswerLeavesTheEntryAlone(t *testing.T) {
	for _, fail := range []bool{false, true} {
		r := newHarness(t, words.English, theme.Look{})
		r.runes("FT-1")
		var waits []func()
		run := r.run
		r.run = func(f func()) { waits = append(waits, f) }
		r.typed = r.typed.Add(time.Second)
		r.key(fyne.KeyReturn)
		first := r.screen.ledger.debts[0]
		r.key(fyne.KeyDown)
		r.runes("FT-2")
		second := r.memory.chosen
		if fail {
			r.till.fail = &journal.Error{Code: journal.CodeDebtMoved}
		}
		r.run = run
		for _, f := range waits {
			f()
		}
		if r.memory.chosen != second || second == first.Number || r.memory.text != "FT-2" || r.screen.entry.text.Text() != "FT-2" {
			t.Errorf("refused %v: %q stands for entry %d", fail, r.screen.entry.text.Text(), r.memory.chosen)
		}
		want := cause(r.screen.env, first) + ": Recorded."
		if fail {
			want = cause(r.screen.env, first) + ": Somebody else has recorded"
		}
		if said := r.words(); !strings.Contains(said, want) {
			t.Errorf("not %q: %s", want, said)
		}
	}
}

// TestARefusalOfALeftLedgerIsToldElsewhere with the entry that it was about, whether it
// was recording or taking note.
func TestARefusalOfALeftLedgerIsToldElsewhere(t *testing.T) {
	for name, do := range map[string]func(*harness){
		"recording": func(r *harness) {
			r.runes("FT-1")
			r.typed = r.typed.Add(time.Second)
			r.key(fyne.KeyReturn)
		},
		"noting": func(r *harness) { r.screen.entry.endBanner() },
	} {
		r := newHarness(t, words.English, theme.Look{})
		var waits []func()
		var missed []string
		r.screen.env.Missed = func(about, said string) { missed = append(missed, about+": "+said) }
		r.run = func(f func()) { waits = append(waits, f) }
		first := r.screen.ledger.debts[0]
		do(r)
		r.screen.Hidden()
		r.till.fail = &journal.Error{Code: journal.CodeDebtMoved}
		r.run = func(func()) {}
		for _, f := range waits {
			f()
		}
		if len(missed) != 1 || !strings.HasPrefix(missed[0], cause(r.screen.env, first)+": Somebody else has recorded") {
			t.Errorf("%s: told %q", name, missed)
		}
	}
}

// TestWhatIsSaidOfAnEntryGoesWithIt: once another is read, by key or by tap, nothing says
// of it what was said of the one before.
func TestWhatIsSaidOfAnEntryGoesWithIt(t *testing.T) {
	for _, refused := range []bool{false, true} {
		r := newHarness(t, words.English, theme.Look{})
		said := "Nothing more is owed"
		if refused {
			r.till.fail, said = &journal.Error{Code: journal.CodeDebtMoved}, "Somebody else has recorded"
		}
		r.runes("FT-1")
		r.typed = r.typed.Add(time.Second)
		first := r.memory.chosen
		r.key(fyne.KeyReturn)
		if shown := r.words(); r.memory.chosen != first || !strings.Contains(shown, said) {
			t.Fatalf("entry %d says nothing of itself: %s", first, shown)
		}
		r.screen.pick(first)
		if shown := r.words(); !strings.Contains(shown, said) {
			t.Errorf("what is picked once more says nothing of itself: %s", shown)
		}
		r.screen.pick(first - 1)
		if shown := r.words(); r.memory.chosen == first || strings.Contains(shown, said) {
			t.Errorf("below entry %d it is said of entry %d: %s", r.memory.chosen, first, shown)
		}
	}
}

// TestWhatIsSaidNamesItsEntry where that one leaves the list, and another comes in its
// place.
func TestWhatIsSaidNamesItsEntry(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(f *fakeTill) { f.forgets = true })
	first := r.screen.ledger.debts[0]
	r.runes("FT-1")
	r.typed = r.typed.Add(time.Second)
	r.key(fyne.KeyReturn)
	if shown := r.words(); r.memory.chosen == first.Number || !strings.Contains(shown, cause(r.screen.env, first)+": Recorded. Nothing more") {
		t.Errorf("below entry %d: %s", r.memory.chosen, shown)
	}
}

// TestAReferenceOfAnotherEntryIsAskedAbout: the screen names the other entry, a hurried
// Enter says nothing, the same said once more is recorded, and another reference is
// another question.
func TestAReferenceOfAnotherEntryIsAskedAbout(t *testing.T) {
	for _, lang := range []string{words.English, words.Arabic, words.French} {
		r := newHarness(t, lang, theme.Look{})
		now := noon
		r.screen.entry.guard = keys.NewGuard(func() time.Time { return now })
		d := r.till.debt(r.memory.chosen)
		used := &journal.Error{Code: journal.CodeReferenceUsed, Err: &journal.ReferenceUsedError{By: journal.Debt{Number: 3, Sale: "20261118-000017"}}}
		r.till.fail = used
		rows := len(r.till.rows)
		r.runes("FT-9")
		r.key(fyne.KeyReturn)
		if said := r.words(); len(r.till.rows) != rows || !strings.Contains(said, "#17") {
			t.Errorf("%s: %d rows more, said %s", lang, len(r.till.rows)-rows, said)
		}
		if got, want := r.screen.entry.record.Spec().Label, words.MustLoad(lang).T("owed.record.too"); got != want {
			t.Errorf("%s: the primary says %q", lang, got)
		}
		uitest.Picture(t, r.window, "owed-reference-used-"+lang)
		r.key(fyne.KeyReturn)
		if len(r.till.rows) != rows || r.till.too {
			t.Fatalf("%s: a hurried Enter recorded it", lang)
		}
		now = now.Add(time.Minute)
		r.runes("7")
		r.till.fail = used
		r.key(fyne.KeyReturn)
		if len(r.till.rows) != rows || r.till.too {
			t.Fatalf("%s: another reference was not asked about", lang)
		}
		now = now.Add(time.Minute)
		r.key(fyne.KeyReturn)
		if last := r.till.rows[len(r.till.rows)-1]; !r.till.too || last.Reference != "FT-97" || last.Minor != d.Open() {
			t.Errorf("%s: recorded %+v", lang, last)
		}
		if r.memory.used != "" {
			t.Errorf("%s: the next entry begins with %q", lang, r.memory.used)
		}
	}
}
