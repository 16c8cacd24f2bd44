package audit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/popover"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 14, 31, 24, 0, time.UTC)

// book is entries, oldest first.
type book struct {
	rows []journal.AuditRow
	fail error
}

func (b *book) add(age time.Duration, by string, a journal.AuditAction, sale journal.SaleID, detail string) {
	b.rows = append(b.rows, journal.AuditRow{Seq: uint64(len(b.rows) + 1), At: noon.Add(-age), By: by, Action: a, SaleID: sale, Detail: detail})
}

func (b *book) Audit(_ context.Context, before uint64, limit int) (some []journal.AuditRow, err error) {
	for i := len(b.rows) - 1; i >= 0 && len(some) < limit; i-- {
		if before == 0 || b.rows[i].Seq < before {
			some = append(some, b.rows[i])
		}
	}
	return some, b.fail
}

// usual is two days of a shop.
func usual() *book {
	b := &book{}
	b.add(19*time.Hour, "Huda", journal.AuditResolvedOutside, "20261119-000024", "customer showed the bank’s letter")
	b.add(18*time.Hour, "Huda", journal.AuditSettings, "", "")
	b.add(6*time.Hour, "Samira", journal.AuditShiftOpened, "", "Z-0042 150.000 LYD")
	b.add(3*time.Hour, "Yusuf", journal.AuditCashOut, "", "20.000 LYD cleaning")
	b.rows[len(b.rows)-1].DelegatedBy = "Huda"
	b.add(2*time.Hour, "", journal.AuditSettled, "20261120-000009", "")
	b.add(time.Hour, "Samira", journal.AuditSetAside, "20261120-000010", "left")
	b.add(0, "Samira", journal.AuditCopy, "20261120-000012", "T-0412")
	return b
}

type harness struct {
	memory Memory
	screen *Screen
	window fyne.Window
	opened []journal.SaleID
	waits  []func()
}

func newHarness(t *testing.T, lang string, look theme.Look, b *book, change ...func(*Deps)) *harness {
	t.Helper()
	look.Still, look.RTL = true, lang == words.Arabic
	theme.Use(look)
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	theme.Apply(uitest.NewApp(t), theme.Now())
	r := &harness{}
	env := screen.Env{Life: context.Background(), Words: words.MustLoad(lang), Zone: time.UTC, Post: func(f func()) { f() }, Go: func(f func()) { f() },
		After: func(_ time.Duration, f func()) func() { r.waits = append(r.waits, f); return func() {} }, Now: func() time.Time { return noon }, Preferences: preferences.Open(nil)}
	d := Deps{
		Book: b, Today: func() journal.Day { return "20261120" }, Open: func(id journal.SaleID) { r.opened = append(r.opened, id) },
		Check: func(_ context.Context, progress func(done, all uint64)) (Checked, error) {
			progress(600, 1204)
			return Checked{Entries: 1204, Since: time.Date(2026, 3, 3, 8, 0, 0, 0, time.UTC)}, nil
		}}
	for _, c := range change {
		c(&d)
	}
	r.screen = New(env, d, &r.memory)
	r.window = test.NewTempWindow(t, r.screen.Object())
	r.window.SetPadded(false)
	r.window.Resize(fyne.NewSize(1134, 610))
	r.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { r.screen.Press(screen.KeyPress{Name: keys.Normal(e.Name)}) })
	r.screen.Shown()
	return r
}

func (r *harness) words() string { return uitest.Words(r.window.Canvas().Content()) }

func (r *harness) rest() {
	all := r.waits
	r.waits = nil
	for _, f := range all {
		f()
	}
}

// choose picks a line of the popover that is open.
func (r *harness) choose(label string) {
	for _, b := range r.screen.popover.Body().(*popover.Choices).Buttons() {
		if b.Spec().Label == label {
			test.Tap(b)
			return
		}
	}
}

// TestTheBookSaysWhoDidWhat, with whose right it was, and that it is unbroken.
func TestTheBookSaysWhoDidWhat(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, usual())
	test.Tap(r.screen.ranges[2])
	uitest.Picture(t, r.window, "audit-list")
	said := r.words()
	for _, want := range []string{"Friday 20 November", "Thursday 19 November", "14:31:24", "Copy of the receipt made: T-0412", "#12", "Cash out: 20.000 LYD cleaning (allowed by Huda)",
		"The till", "1\u00a0204 entries, complete since 3 Mar 2026"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said: %s", want, said)
		}
	}
}

// TestFilters: by day, by person, no matter who delegated the right, by kind, by words and by
// a sale's number; Esc takes them all away.
func TestFilters(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, usual())
	if n := len(r.screen.found.rows); n != 5 {
		t.Errorf("today has %d", n)
	}
	test.Tap(r.screen.ranges[1])
	if n := len(r.screen.found.rows); n != 2 {
		t.Errorf("yesterday has %d", n)
	}
	test.Tap(r.screen.ranges[2])
	test.Tap(r.screen.person)
	r.choose("Huda")
	if n := len(r.screen.found.rows); n != 3 {
		t.Errorf("Huda did or allowed %d", n)
	}
	test.Tap(r.screen.kind)
	r.choose("Shifts and cash")
	if n := len(r.screen.found.rows); n != 1 || r.screen.found.rows[0].By != "Yusuf" {
		t.Errorf("%d: %+v", n, r.screen.found.rows)
	}
	r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
	if n := len(r.screen.found.rows); n != 5 || r.memory.filter != (filter{}) {
		t.Errorf("%d, %+v", n, r.memory.filter)
	}
	r.screen.field.SetText("#10")
	r.rest()
	if n := len(r.screen.found.rows); n != 1 || r.screen.found.rows[0].Action != journal.AuditSetAside {
		t.Errorf("#10 has %+v", r.screen.found.rows)
	}
	uitest.All[*list.Line](r.screen.list.Object())[0].Tapped(nil)
	if fmt.Sprint(r.opened) != "[20261120-000010]" {
		t.Errorf("opened %v", r.opened)
	}
}

// TestABreakIsNamedWithItsRow, and what could not be checked is no good news.
func TestABreakIsNamedWithItsRow(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, usual(), func(d *Deps) {
		d.Check = func(context.Context, func(done, all uint64)) (Checked, error) {
			return Checked{Entries: 1204, Broken: 817}, nil
		}
	})
	uitest.Picture(t, r.window, "audit-broken")
	if said := r.words(); !strings.Contains(said, "Entry 817 was changed") || strings.Contains(said, "unbroken") {
		t.Error(said)
	}
	r = newHarness(t, words.English, theme.Look{}, usual(), func(d *Deps) {
		d.Check = func(context.Context, func(done, all uint64)) (Checked, error) { return Checked{}, errors.New("disk") }
	})
	for range 2 {
		if said := r.words(); !strings.Contains(said, "could not be checked") || strings.Contains(said, "unbroken") {
			t.Error(said)
		}
		r.screen.chain.paint() // as another chip does
	}
}

// TestALongBookIsReadAPageAtATime, and a book that cannot be read says so.
func TestALongBookIsReadAPageAtATime(t *testing.T) {
	b := &book{}
	for n := range 900 {
		b.add(time.Duration(900-n)*time.Second, "Samira", journal.AuditSettled, "", "")
	}
	r := newHarness(t, words.English, theme.Look{}, b)
	first := len(r.screen.found.rows)
	if !r.screen.found.more || first < shownFirst || first > shownFirst+chunk {
		t.Fatalf("%d rows, more %v", first, r.screen.found.more)
	}
	for r.screen.found.more {
		r.screen.next()
	}
	if n := len(r.screen.found.rows); n != 900 {
		t.Errorf("%d of 900", n)
	}
	b.fail = journal.ErrCorrupt
	if said := newHarness(t, words.English, theme.Look{}, b).words(); !strings.Contains(said, "cannot be read") {
		t.Error(said)
	}
}

// TestEveryActionHasItsWordsAndItsKind: none stands in the book as a code.
func TestEveryActionHasItsWordsAndItsKind(t *testing.T) {
	n := 0
	for _, some := range kinds {
		for _, a := range some {
			n++
			if w := words.MustLoad(words.English); !w.Has("audit." + string(a)) {
				t.Errorf("%s has no words", a)
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d actions", n)
	}
}

// TestTheBookFitsAndKeepsTheLaws in each language, with large words and in a small
// window.
func TestTheBookFitsAndKeepsTheLaws(t *testing.T) {
	type appearance struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
	}
	for _, c := range overflow.Some(appearance{name: "ar", lang: words.Arabic}, appearance{name: "dark", lang: words.French, look: theme.Look{Variant: theme.Dark}},
		appearance{name: "small", lang: words.French, look: theme.Look{Small: true}, size: fyne.NewSize(928, 560)}, appearance{name: "largest", lang: words.French, look: theme.Look{Small: true, TextScale: 2}, size: fyne.NewSize(928, 560)}) {
		r := newHarness(t, c.lang, c.look, usual())
		if c.size.Width > 0 {
			r.window.Resize(c.size)
		}
		test.Tap(r.screen.ranges[2])
		uitest.Picture(t, r.window, "audit-"+c.name)
		for _, b := range laws.Faults(r.window.Canvas()) {
			t.Errorf("%s: %s", c.name, b)
		}
	}
}

// TestEveryEntryIsReadWhole: the book says nothing in part, a sum least of all, whatever
// the language and however large the words.
func TestEveryEntryIsReadWhole(t *testing.T) {
	b := usual()
	b.add(0, "Samira", journal.AuditCashIn, "", "1234567.500 LYD from the safe of the shop in the old town")
	b.add(0, "Samira", journal.AuditCopy, "20261120-001012", "T-0412")
	for _, lang := range words.Languages() {
		for _, text := range []float32{1, 1.25, 1.5, 2} {
			r := newHarness(t, lang, theme.Look{Small: true, TextScale: text}, b)
			r.window.Resize(fyne.NewSize(928, 560))
			test.Tap(r.screen.ranges[2])
			name := fmt.Sprintf("audit-whole-%s-%.0f", lang, text*100)
			uitest.Picture(t, r.window, name)
			drawn := ""
			for scroll := r.screen.list.Object().(*container.Scroll); ; {
				for _, l := range uitest.All[*canvas.Text](scroll) {
					drawn += " " + l.Text
					if strings.Contains(l.Text, "…") {
						t.Errorf("%s: cut: %s", name, l.Text)
					}
				}
				at := scroll.Offset.Y
				if r.screen.list.Key(fyne.KeyDown); scroll.Offset.Y == at {
					break
				}
			}
			r.screen.list.Key(fyne.KeyHome)
			for _, sum := range []string{"150.000", "1234567.500", "20.000"} {
				if !strings.Contains(drawn, sum) {
					t.Errorf("%s: %s is not there whole", name, sum)
				}
			}
			for _, b := range laws.Faults(r.window.Canvas()) {
				t.Errorf("%s: %s", name, b)
			}
		}
	}
}

// TestASearchReadsDigitsOfEveryScript: a number is typed as the keyboard has it, or copied
// with the marks around it.
func TestASearchReadsDigitsOfEveryScript(t *testing.T) {
	for _, search := range []string{"T-0412", "٠٤١٢", "\u2068T-۰۴۱۲\u2069"} {
		r := newHarness(t, words.Arabic, theme.Look{}, usual())
		r.screen.memory.filter.search = search
		r.screen.load()
		if n := len(r.screen.found.rows); n != 1 {
			t.Errorf("%q finds %d entries", search, n)
		}
	}
}
