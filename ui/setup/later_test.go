package setup

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/words"
)

// slow keeps what was asked for until the disk answers, and what the window is told of
// a page that was left.
type slow struct {
	waits  []func()
	missed []string
	timers []time.Duration
	rings  []func()
}

func slowly(r *harness) *slow {
	s := &slow{}
	r.env.Go = func(f func()) { s.waits = append(s.waits, f) }
	r.env.Missed = func(about, said string) { s.missed = append(s.missed, about+": "+said) }
	r.env.After = func(d time.Duration, f func()) func() {
		s.timers, s.rings = append(s.timers, d), append(s.rings, f)
		return func() {}
	}
	r.show()
	s.answer()
	r.said = nil
	return s
}

func (s *slow) answer() {
	for len(s.waits) > 0 {
		f := s.waits[0]
		s.waits = s.waits[1:]
		f()
	}
}

// asks is what the first run asks the till for: its way there, what fails it, what is
// told where nobody sees its page any more, and what is read where all is well.
var asks = map[string]struct {
	at    step
	live  bool
	begin func(*harness)
	fails string
	told  string
	well  func(*harness)
}{
	"the names": {stepTill, false, func(r *harness) {
		r.field("Shop").SetText("Al Noor Market")
		r.screen.page.(*tillPage).done()
	}, "save", "setup.title: settings.notSaved", func(r *harness) { r.says("Le code du responsable") }},
	"a manager": {stepManager, false, func(r *harness) {
		p := r.screen.page.(*managerPage)
		p.form.Line(linePIN).SetText("2580")
		p.form.Line(lineAgain).SetText("2580")
		p.done()
	}, "add", "setup.step.manager: settings.notSaved", func(r *harness) { r.says("La feuille de secours") }},
	"a recovery code": {stepRecovery, false, func(r *harness) { r.screen.page.(*recoveryPage).make() }, "code",
		"setup.step.recovery: settings.recovery.failed", func(r *harness) { r.says("AAAA") }},
	"live": {stepBank, true, func(r *harness) {
		r.field("Address of the live gateway").SetText("https://pay.example")
		r.field("Type LIVE to use real money").SetText(gateway.LiveWord)
		r.field("API key").SetText("a")
		r.field("Secret key").SetText("b")
		r.screen.page.(*bankPage).done()
	}, "keys", "setup.step.bank: settings.keys.notKept", func(r *harness) {
		r.asked("audit live https://pay.example by Cashier", "keys live apiKey+secretKey", "save My shop, Till 1, LYD, Cashier by Cashier", "live https://pay.example as My shop, Till 1, LYD", "restart")
	}},
}

// TestAnAnswerThatFindsAnotherLanguageIsNotLost: the window was built again while the
// disk was slow. Nothing is asked for twice meanwhile, what was refused is told, and
// what was done goes on.
func TestAnAnswerThatFindsAnotherLanguageIsNotLost(t *testing.T) {
	for name, one := range asks {
		for _, fails := range []bool{true, false} {
			t.Run(fmt.Sprint(name, ", fails ", fails), func(t *testing.T) {
				r := newHarness(t, func(r *harness) { r.memory.live, r.memory.manager = one.live, "Huda" })
				disk := slowly(r)
				r.screen.goTo(one.at)
				disk.answer()
				r.said = nil
				one.begin(r)
				r.speak(words.French)
				waits := len(disk.waits)
				if r.keys(fyne.KeyReturn, fyne.KeyEscape); len(disk.waits) != waits || !r.memory.busy {
					t.Errorf("%d are asked for, of %d", len(disk.waits), waits)
				}
				r.says("Enregistrement")
				if fails {
					r.fail[one.fails] = &journal.Error{Code: journal.CodeStore, Err: errors.New("cause")}
				}
				disk.answer()
				if r.memory.busy {
					t.Error("it waits for nothing")
				}
				if fails {
					about, said, _ := strings.Cut(one.told, ": ")
					w := words.MustLoad(words.French)
					if got := fmt.Sprint(disk.missed); got != "["+w.T(about)+": "+w.T(said)+"]" {
						t.Errorf("told %s", got)
					}
					return
				}
				if one.well(r); len(disk.missed) != 0 {
					t.Errorf("told %q", disk.missed)
				}
			})
		}
	}
}

// TestADiskThatDoesNotAnswerKeepsNobodyFromTheFirstSale, and that the names were not
// kept is told there.
func TestADiskThatDoesNotAnswerKeepsNobodyFromTheFirstSale(t *testing.T) {
	for _, fails := range []bool{true, false} {
		r := newHarness(t)
		disk := slowly(r)
		r.screen.finish()
		if r.asked(); len(disk.timers) != 1 || disk.timers[0] != patience {
			t.Fatalf("it waits %v", disk.timers)
		}
		disk.rings[0]()
		r.asked("done")
		r.screen.Hidden()
		if fails {
			r.fail["save"] = &journal.Error{Code: journal.CodeStore}
		}
		disk.answer()
		for _, line := range r.said {
			if line == "done" {
				t.Error("it is left twice")
			}
		}
		if told := strings.Join(disk.missed, "; "); fails != strings.HasPrefix(told, "Set up this till: The till could not save this.") || !fails && told != "" {
			t.Errorf("fails %v: told %q", fails, told)
		}
	}
}

// TestNamesThatWereNotKeptAreToldAtTheFirstSale, also where the disk says so at once.
func TestNamesThatWereNotKeptAreToldAtTheFirstSale(t *testing.T) {
	r := newHarness(t)
	told := ""
	r.env.Missed = func(about, said string) { told = about + ": " + said }
	r.show()
	r.fail["save"] = &journal.Error{Code: journal.CodeStore}
	r.said = nil
	r.screen.finish()
	if r.asked("done"); !strings.HasPrefix(told, "Set up this till: The till could not save this.") {
		t.Errorf("told %q", told)
	}
}
