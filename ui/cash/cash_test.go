package cash

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// cashDraft is 42.500 LYD in a shop that takes cash.
func cashDraft(r *fixture) *pay.Draft {
	r.Shop.Cash, r.Shop.Currency = true, "LYD"
	r.Till.View = harness.Sale(harness.Cashed, func(v *journal.View) { v.Amount = harness.LYD(42_500) })
	d := pay.NewDraft("LYD")
	d.Amount = amount.EntryOf(harness.LYD(42_500))
	return d
}

// TestCashIsTakenByKeys: nothing is asked of the till before there is enough,
// once however often Enter is pressed, and the change stays until a new sale.
func TestCashIsTakenByKeys(t *testing.T) {
	r := newFixture(t)
	c := New(r.Env, r.deps, cashDraft(r))
	w := r.Window(c)
	uitest.Picture(t, w, "cash-empty")
	harness.Keys(c, "40")
	c.Press(harness.Name(fyne.KeyReturn))
	if said := uitest.Words(w.Canvas().Content()); !strings.Contains(said, "2.500 more") {
		t.Error(said)
	}
	r.Asked()
	c.Press(harness.Name(fyne.KeyDelete))
	harness.Keys(c, "50")
	uitest.Picture(t, w, "cash-given")
	outline.Check(t, "screen-cash-given", w.Canvas())
	c.Press(harness.Name(fyne.KeyReturn))
	c.Press(harness.Name(fyne.KeyReturn))
	uitest.Picture(t, w, "cash-taken")
	outline.Check(t, "screen-cash-taken", w.Canvas())
	r.Asked("cash 42.500 given 50000")
	r.Went("opened #12")
	said := uitest.Words(w.Canvas().Content())
	for _, want := range []string{"C-0015", "Do not hand over goods", "New sale"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said: %s", want, said)
		}
	}
	if c.sums.change.Number() != "7.500" {
		t.Errorf("the change is %s", c.sums.change.Number())
	}
	r.Now = r.Now.Add(time.Second)
	c.Press(harness.Name(fyne.KeyReturn))
	r.Asked("cash 42.500 given 50000", "acknowledge #12")
	r.Went("opened #12", "new")
}

// TestQuickSumsAreWhatNotesMake, and a tap on one gives the change of it.
func TestQuickSumsAreWhatNotesMake(t *testing.T) {
	r := newFixture(t)
	c := New(r.Env, r.deps, cashDraft(r))
	r.Window(c)
	var sums []string
	for _, q := range c.quick {
		sums = append(sums, q.key.Sum())
	}
	if len(sums) < 3 || sums[0] != "42.500" {
		t.Fatalf("offered %v", sums)
	}
	for _, q := range c.quick {
		q.key.OnTapped()
		if back := c.given.Amount().Minor - 42_500; back != q.minor-42_500 || !c.enough() {
			t.Errorf("%s gives back %d", q.key.Sum(), back)
		}
	}
}

// TestARefusalIsASentenceAndTheDraftStays: nothing was recorded, and it may be
// tried again.
func TestARefusalIsASentenceAndTheDraftStays(t *testing.T) {
	r := newFixture(t)
	d := cashDraft(r)
	c := New(r.Env, r.deps, d)
	w := r.Window(c)
	r.Till.Err = &journal.Error{Code: journal.CodeShift}
	harness.Keys(c, "50")
	c.Press(harness.Name(fyne.KeyReturn))
	if said := uitest.Words(w.Canvas().Content()); !strings.Contains(said, "No shift is open") || d.Opening || c.taken != nil {
		t.Errorf("opening %v: %s", d.Opening, said)
	}
	uitest.Picture(t, w, "cash-refused")
	if !c.sums.change.Hidden || !c.sums.note.Vital() || c.sums.note.Position().Y > c.sums.rule.Position().Y+20 {
		t.Errorf("change is told beside the refusal, or its reason stands down at %v", c.sums.note.Position())
	}
	c.Press(harness.Name(fyne.KeyBackspace))
	c.Press(screen.KeyPress{Rune: '0'})
	if c.sums.change.Hidden || c.sums.note.Vital() {
		t.Error("the refusal stays when something else is given")
	}
	c.Press(harness.Name(fyne.KeyReturn))
	r.Till.Err = nil
	c.Press(harness.Name(fyne.KeyReturn))
	if c.sums.change.Hidden || c.sums.note.Vital() {
		t.Error("the refusal stays on what was taken")
	}
	if c.taken == nil {
		t.Error("it cannot be tried again")
	}
	c.Press(harness.Name(fyne.KeyEscape))
	r.Went("opened #12")
}

// TestABarcodeIsNoSum: what was given before it stands again.
func TestABarcodeIsNoSum(t *testing.T) {
	r := newFixture(t)
	s := New(r.Env, r.deps, cashDraft(r))
	s.Shown()
	harness.Keys(s, "50")
	harness.Keys(s, "629A104-1500")
	s.Press(screen.KeyPress{Scan: "629A104-1500", Taken: 12})
	if got := s.given.Amount().Minor; got != 50_000 {
		t.Errorf("given %d", got)
	}
	s.Press(harness.Name(fyne.KeyDelete))
	harness.Keys(s, "6291041500")
	s.Press(screen.KeyPress{Scan: "6291041500", Taken: 10})
	s.Press(harness.Name(fyne.KeyReturn))
	r.Asked()
}

// TestARefusalIsToldWhereverThePersonIs: who went on to the next sale has the
// customer's cash in hand, and would believe that it is written down.
func TestARefusalIsToldWhereverThePersonIs(t *testing.T) {
	for _, code := range []journal.Code{journal.CodeDiskFull, journal.CodeManager} {
		r := newFixture(t)
		var slow func()
		r.Env.Go = func(f func()) { slow = f }
		s := New(r.Env, r.deps, cashDraft(r))
		s.Shown()
		harness.Keys(s, "50")
		r.Till.Err = &journal.Error{Code: code}
		s.Press(harness.Name(fyne.KeyReturn))
		s.Hidden()
		slow()
		if got := strings.Join(r.Shell.Went, "; "); !strings.Contains(got, "failed") {
			t.Errorf("%s: went %q", code, got)
		}
	}
}

// TestTakingCashFits, before and after, in each language and size.
func TestTakingCashFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, look := range overflow.Some(theme.Look{}, theme.Look{Variant: theme.Contrast, TextScale: 1.25}, theme.Look{Small: true}) {
			r := newFixture(t)
			r.Env.Words = words.MustLoad(lang)
			look.RTL = lang == words.Arabic
			r.Apply(look)
			if look.Small {
				r.Size = fyne.NewSize(928, 560)
			}
			d := cashDraft(r)
			d.Amount = amount.EntryOf(harness.LYD(42_510))
			instead := NewInstead(r.Env, r.deps, harness.Sale(func(v *journal.View) { v.Amount = harness.LYD(42_510) }))
			for _, b := range laws.Faults(r.Window(instead).Canvas()) {
				t.Errorf("%s instead: %s", lang, b)
			}
			c := New(r.Env, r.deps, d)
			w := r.Window(c)
			for _, step := range []string{"empty", "given", "taken"} {
				uitest.Picture(t, w, "cash-"+step+"-"+lang)
				for _, b := range laws.Faults(w.Canvas()) {
					t.Errorf("%s %s: %s", lang, step, b)
				}
				if step == "empty" {
					harness.Keys(c, "100")
				} else {
					c.Press(harness.Name(fyne.KeyReturn))
				}
			}
		}
	}
}
