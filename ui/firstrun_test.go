package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/alarm"
	"sanduq/ui/screen"
	"sanduq/ui/shell/firstrun"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// noted is a first run that writes down what reaches it; Esc ends it.
type noted struct {
	env   screen.Env
	shell firstrun.Shell
	log   *[]string
	root  *fyne.Container
}

func (f *noted) Object() fyne.CanvasObject { return f.root }
func (f *noted) SetBanner(o fyne.CanvasObject) {
	if f.root.Objects = f.root.Objects[:1]; o != nil {
		f.root.Add(o)
	}
}
func (f *noted) Shown()  { *f.log = append(*f.log, "shown") }
func (f *noted) Hidden() { *f.log = append(*f.log, "hidden") }
func (f *noted) Press(p screen.KeyPress) bool {
	switch p.Name {
	case "":
		*f.log = append(*f.log, string(p.Rune))
		return true
	case fyne.KeyEscape:
		f.shell.Done()
		return true
	case fyne.KeyReturn:
		*f.log = append(*f.log, "enter")
		return true
	}
	return false
}

// unnamed is a shell of a till that nobody has set up.
func unnamed(t *testing.T, change ...func(*harness, *Options)) (*harness, *[]string) {
	log := &[]string{}
	r := newHarness(t, append(change, func(_ *harness, o *Options) {
		o.Setup = func(env screen.Env, shell firstrun.Shell) firstrun.Screen {
			return &noted{env: env, shell: shell, log: log, root: container.NewStack(canvas.NewText("first "+env.Words.Lang(), theme.Text.NRGBA()))}
		}
	})...)
	return r, log
}

func wrote(t *testing.T, log *[]string, want ...string) {
	t.Helper()
	same := len(*log) == len(want)
	for i := range want {
		same = same && (*log)[i] == want[i]
	}
	if !same {
		t.Errorf("the first run got %q, want %q", *log, want)
	}
	*log = nil
}

func TestTheFirstRunHasTheWindowUntilItIsOver(t *testing.T) {
	r, log := unnamed(t)
	r.says("first en")
	r.saysNot("Sale #12", "Practice. No money moves.")
	wrote(t, log, "shown")
	r.runes("1x")
	r.keys(fyne.KeyReturn)
	r.key(fyne.KeyReturn) // it is held
	r.keys(fyne.KeyF2, fyne.KeyF4, fyne.KeyF6, fyne.KeyF7, fyne.KeyF12)
	wrote(t, log, "1", "x", "enter")
	r.says("first en")
	r.keys(fyne.KeyF1) // help
	if r.shell.decisions.Card() == nil {
		t.Error("F1 helps nobody")
	}
	r.shell.decisions.Close()
	r.notice(sale(11, version(3))) // nothing of a sale comes through
	r.pass(time.Second)
	r.speak(words.Arabic)
	r.says("first ar")
	wrote(t, log, "hidden", "shown")

	r.till.set.Currency = "TND"
	r.keys(fyne.KeyEscape)
	wrote(t, log, "hidden")
	r.speak(words.English)
	r.says("Sale #12", "TND", "Practice. No money moves.")
	r.saysNot("first")
	r.runes("12.5")
	r.says("12 .500")
	wrote(t, log)
	r.asked()
}

// TestTheFirstRunTellsWhatWasMissed above its page, and nothing that leads elsewhere;
// what is not understood there is told at the first sale.
func TestTheFirstRunTellsWhatWasMissed(t *testing.T) {
	r, _ := unnamed(t, func(_ *harness, o *Options) {
		o.Health = fakeHealth{backup: func() *alarm.Backup { return &alarm.Backup{Since: noon, Code: "full"} }}
	})
	miss := r.shell.first.Area().Screen().(*noted).env.Miss
	miss("The manager’s code", "Nothing was changed.")
	miss("The recovery sheet", "Try again.")
	r.says("first en", "That did not work: The manager’s code", "Nothing was changed.", "+1 more")
	r.speak(words.Arabic)
	r.speak(words.English)
	r.says("That did not work: The manager’s code", "+1 more")
	r.shell.banner.Act()
	r.says("That did not work: The recovery sheet")
	r.saysNot("The manager’s code", "+1 more")
	r.keys(fyne.KeyEscape)
	r.says("Sale #12", "No backup has worked")
	r.pass(time.Second)
	r.shell.banner.Next()
	r.says("That did not work: The recovery sheet")
	r.shell.banner.Act()
	r.saysNot("That did not work")
}

func TestNobodyElseSeesTheFirstRun(t *testing.T) {
	r := newHarness(t)
	r.says("Sale #12")
	if r.shell.input.Away() {
		t.Error("something else has the window")
	}
}
