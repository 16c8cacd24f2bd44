package owed

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 14, 31, 0, 0, time.UTC)

func (f *fakeTill) May(r journal.Right) bool { return f.rights.Has(r) }

func (p person) By() string                   { return "Huda" }
func (p person) May(right journal.Right) bool { return p.r.till.May(right) }
func (p person) Signs() bool                  { return true }

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
	r.screen.entry.sum.SetText("\u200f٢٥٫٥\u2069") // pasted
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
			if got := todo(r.screen.env, r.till.debt(n), r.screen.ledger.putBack, nil); strings.Contains(got, said) != want {
				t.Errorf("%s: entry %d says %q", lang, n, got)
			}
		}
		if d, ok := r.screen.picked(); !ok || !strings.Contains(r.screen.entry.todo.Text(), w.T("owed.todo."+string(d.Cause))) ||
			strings.Contains(r.screen.entry.todo.Text(), said) == d.Since.After(r.till.putBack) {
			t.Errorf("%s: the entry on the screen says %q", lang, r.screen.entry.todo.Text())
		}
	}
}

// TestMoneyBesideCashThatWasReversedIsNotSentBack: the bank's is the only payment then, and nobody is told
// to return it.
func TestMoneyBesideCashThatWasReversedIsNotSentBack(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{})
		w, d := words.MustLoad(lang), r.till.debt(4)
		for _, reversed := range []bool{false, true} {
			cash := journal.Sale{ID: d.With}
			if reversed {
				cash.Reversed = &journal.Decision{By: "Huda"}
			}
			got := todo(r.screen.env, d, time.Time{}, []journal.Sale{{ID: d.Sale}, cash})
			if told := strings.Contains(got, w.T("owed.todo.afterCash")); told == reversed || reversed && !strings.Contains(got, present.Number(d.With)) {
				t.Errorf("%s: reversed %v: %q", lang, reversed, got)
			}
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

// TestAnotherEntryIsToldToWait while one is written: what was typed for it stays.
func TestAnotherEntryIsToldToWait(t *testing.T) {
	const waits = "still working on the last request"
	r := newHarness(t, words.English, theme.Look{})
	r.runes("FT-1")
	var disk []func()
	run, rows := r.run, len(r.till.rows)
	r.run = func(f func()) { disk = append(disk, f) }
	r.typed = r.typed.Add(time.Second)
	r.key(fyne.KeyReturn)
	r.key(fyne.KeyReturn) // a second press is not told
	if said := r.words(); strings.Contains(said, waits) {
		t.Error(said)
	}
	r.key(fyne.KeyDown)
	r.runes("FT-2")
	r.typed = r.typed.Add(time.Second)
	r.key(fyne.KeyReturn)
	if said := r.words(); !strings.Contains(said, waits) || r.screen.entry.text.Text() != "FT-2" {
		t.Error(said)
	}
	r.run = run
	for _, f := range disk {
		f()
	}
	if said := r.words(); strings.Contains(said, waits) {
		t.Error(said)
	}
	r.typed = r.typed.Add(time.Second)
	r.key(fyne.KeyReturn)
	if n := len(r.till.rows) - rows; n != 2 {
		t.Errorf("%d entries were recorded", n)
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
