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
	harness.Mentions(t, l, "Paid late", "14:00 The till said: not paid", "14:31 The money came", "hand the goods over now")
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
