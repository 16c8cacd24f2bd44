package late

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

type fixture struct {
	*harness.Harness
	deps Deps
}

func fixtureOf(r *harness.Harness) *fixture {
	return &fixture{r, Deps{Till: r.Till, Shell: r.Shell, Ask: ask.New(r.Env, r.Shell.Decide, nil), Happened: func(journal.Sale) { r.Till.Asked = append(r.Till.Asked, "happened") }}}
}

func expired(v *journal.View) {
	v.Session.Late = true
	v.CreatedAt, v.SettledAt = harness.Noon.Add(-40*time.Minute), harness.Noon
	v.History = append(v.History, journal.HistoryEvent{At: harness.Noon.Add(-31 * time.Minute), Code: journal.HistoryExpired})
}

func aside(v *journal.View) {
	v.SetAside = &journal.Decision{At: harness.Noon.Add(-5 * time.Minute), Reason: pay.ReasonCustomerLeft}
}

func gallery(h *harness.Harness) map[string]screen.Screen {
	r := fixtureOf(h)
	live := r.Env
	live.Practice = false
	return map[string]screen.Screen{"late": New(live, r.deps, harness.Sale(harness.Paid, expired)), "late-practice": New(r.Env, r.deps, harness.Sale(harness.Paid, aside))}
}

func TestLateMoneyCanBeDrawnInEveryLook(t *testing.T) { harness.InEveryLook(t, gallery) }

func TestLateMoneySaysWhatIsKnown(t *testing.T) {
	r := fixtureOf(harness.New(t))
	l := New(r.Env, r.deps, harness.Sale(harness.Paid, aside))
	r.Window(l)
	harness.Mentions(t, l, "Paid late", "PRACTICE: no money moved.", "Do not hand over goods yet.", "14:26 Set aside: Customer left", "in a real sale", "#12")
	r.Env.Practice = false
	l = New(r.Env, r.deps, harness.Sale(harness.Paid, expired))
	r.Window(l)
	harness.Mentions(t, l, "Paid late", "14:00 The till said: not paid", "14:31 The money came, 31 minutes late", "Record as owed back", "hand the goods over now")
	for _, never := range []string{"PRACTICE", "PAID", "Hand over goods."} {
		if strings.Contains(uitest.Words(l.Object()), never) {
			t.Errorf("it says %q", never)
		}
	}
}

// TestLookingAtLateMoneyReadsNothing: neither opening nor leaving it, nor an Enter.
func TestLookingAtLateMoneyReadsNothing(t *testing.T) {
	r := fixtureOf(harness.New(t))
	l := New(r.Env, r.deps, harness.Sale(harness.Paid, expired))
	r.Window(l)
	r.Pass(time.Second)
	for range 3 {
		l.Press(harness.Name(fyne.KeyReturn))
	}
	l.Press(harness.Name(fyne.KeyF2))
	l.Hidden()
	r.Asked()
	r.Went("new")
	l.Press(harness.Name(fyne.KeyF3))
	r.Asked("happened")
}

// TestLateMoneyIsReadByTwoPressesWhereNobodySignsIn, none of them hurried.
func TestLateMoneyIsReadByTwoPressesWhereNobodySignsIn(t *testing.T) {
	r := fixtureOf(harness.New(t))
	l := New(r.Env, r.deps, harness.Sale(harness.Paid, expired))
	r.Window(l)
	l.read.Tapped(nil) // it was meant for what was there before
	r.Pass(time.Second)
	l.read.Tapped(nil)
	l.read.Tapped(nil)
	harness.Mentions(t, l, "Press once more")
	r.Asked()
	r.Pass(time.Second)
	l.read.Tapped(nil)
	r.Asked("late read #12 by ")
}

// TestLateMoneyIsReadByWhoMayDecide where people sign in.
func TestLateMoneyIsReadByWhoMayDecide(t *testing.T) {
	r := fixtureOf(harness.New(t))
	var sign func(string)
	r.deps.Ask = ask.New(r.Env, r.Shell.Decide, func(_, _ string, then func(string)) { sign = then })
	l := New(r.Env, r.deps, harness.Sale(harness.Paid, expired))
	r.Window(l)
	r.Pass(time.Second)
	l.read.Tapped(nil)
	r.Asked()
	if sign == nil {
		t.Fatal("nobody is asked for their code")
	}
	sign("Huda")
	r.Asked("late read #12 by Huda")
}

// TestLateMoneyIsRecordedAsOwedBack by who grants the right to, no matter who is at the till; where
// nobody signs in by two presses, between which no other button counts.
func TestLateMoneyIsRecordedAsOwedBack(t *testing.T) {
	r := fixtureOf(harness.New(t))
	var lend func()
	r.deps.Delegate = func(right journal.Right, then func()) {
		if lend = then; right != journal.RightOwed {
			t.Errorf("it asks for %s", right)
		}
	}
	l := New(r.Env, r.deps, harness.Sale(harness.Paid, expired))
	r.Window(l)
	r.Pass(time.Second)
	l.owe.Tapped(nil)
	r.Asked()
	if lend == nil {
		t.Fatal("nobody is asked for their code")
	}
	lend()
	r.Asked("owe late #12 by : Customer left")

	r = fixtureOf(harness.New(t))
	l = New(r.Env, r.deps, harness.Sale(harness.Paid, expired))
	r.Window(l)
	for _, b := range []*control.Button{l.owe, l.read, l.owe} {
		r.Pass(time.Second)
		b.Tapped(nil)
	}
	harness.Mentions(t, l, "Press once more: owed back", "I have read it")
	r.Asked()
	r.Pass(time.Second)
	l.owe.Tapped(nil)
	r.Asked("owe late #12 by : Customer left")
}

// TestLateMoneyThatIsOwedAlreadyIsNotRecordedAgain: the till knows of a customer who left.
func TestLateMoneyThatIsOwedAlreadyIsNotRecordedAgain(t *testing.T) {
	r := fixtureOf(harness.New(t))
	for name, c := range map[string]struct {
		change func(*journal.View)
		owed   bool
	}{
		"expired":  {expired, false},
		"left":     {aside, true},
		"replaced": {func(v *journal.View) { aside(v); v.Instead = []journal.SaleID{"20261120-000013"} }, false},
		"twice":    {func(v *journal.View) { expired(v); v.PaidTwiceWith, v.OwedSince = "20261120-000011", harness.Noon }, true},
	} {
		l := New(r.Env, r.deps, harness.Sale(harness.Paid, c.change))
		if said := strings.Contains(uitest.Words(l.Object()), "recorded it as owed back"); (l.owe == nil) != c.owed || said != c.owed {
			t.Errorf("%s: a button %v, said %v", name, l.owe != nil, said)
		}
	}
}

// TestLateMoneySaysHowLate it came.
func TestLateMoneySaysHowLate(t *testing.T) {
	for late, want := range map[time.Duration]string{30 * time.Second: "The money came", time.Minute: "The money came, 1 minute late", 59 * time.Minute: "The money came, 59 minutes late",
		2*time.Hour + 59*time.Minute: "The money came, 2 hours late", 24 * time.Hour: "The money came, 1 day late", 80 * time.Hour: "The money came, 3 days late"} {
		r := fixtureOf(harness.New(t))
		l := New(r.Env, r.deps, harness.Sale(harness.Paid, expired, func(v *journal.View) { v.History[len(v.History)-1].At = v.SettledAt.Add(-late) }))
		if got := l.rows()[2].text; got != want {
			t.Errorf("%v: %q", late, got)
		}
	}
}

func TestLateMoneyFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 610), fyne.NewSize(792, 560)) {
			for _, text := range overflow.Some[float32](1, 1.5, 2) {
				r := fixtureOf(harness.New(t))
				r.Env.Words = words.MustLoad(lang)
				r.Apply(theme.Look{Small: size.Width < 1000, RTL: lang == words.Arabic, TextScale: text})
				r.Size = size
				l := New(r.Env, r.deps, harness.Sale(harness.Paid, expired))
				w := r.Window(l)
				w.Resize(fyne.NewSize(size.Width, max(size.Height, l.HeightFor(size.Width))))
				r.Pass(time.Second)
				for _, f := range overflow.Faults(w.Canvas()) {
					t.Errorf("%s %v %.1f: %s", lang, size, text, f)
				}
			}
		}
	}
}

// TestWhereTheGoodsAreStandsOut: what to do begins with where the goods or the customer are, in stronger words.
func TestWhereTheGoodsAreStandsOut(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		for _, key := range []string{"late.todo.given", "late.todo.here", "late.todo.here.practice", "late.todo.left", "late.todo.owed"} {
			if all := spansOf(w.T(key)); len(all) != 2 || all[0].Style.Weight != theme.SemiBold || all[1].Style.Weight != theme.Regular || all[0].Text+all[1].Text != w.T(key) {
				t.Errorf("%s, %s: %+v", lang, key, all)
			}
		}
	}
}
