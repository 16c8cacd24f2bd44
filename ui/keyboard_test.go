package ui

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/shell/firstrun"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// field is the nth field in the window, overlays first.
func (r *harness) field(nth int) *control.Field {
	r.t.Helper()
	all := uitest.All[*control.Field](append(r.win.Canvas().Overlays().List(), r.win.Canvas().Content())...)
	if nth >= len(all) {
		r.t.Fatalf("there are %d fields", len(all))
	}
	return all[nth]
}

// touchField puts a finger on a field and takes it away again.
func (r *harness) touchField(f *control.Field) {
	m, e := f.Focusable().(desktop.Mouseable), &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	m.MouseDown(e)
	m.MouseUp(e)
}

// tapEnter presses the last key of the keyboard.
func (r *harness) tapEnter() {
	board, _ := r.shell.keyboard.Shown()
	if board == nil {
		r.t.Fatal("no keyboard")
	}
	at := fyne.NewPos(board.Size().Width-30, board.Size().Height-30)
	m := board.(desktop.Mouseable)
	m.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	m.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
}

// top and foot of an object in the window.
func edges(o fyne.CanvasObject) (top, foot float32) {
	top = fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
	return top, top + o.Size().Height
}

// TestTheKeyboardLeavesTheFieldInSight opens the keyboard for a reference, with
// a banner above, and for a name in a decision, at every size, in every
// language and size of text.
func TestTheKeyboardLeavesTheFieldInSight(t *testing.T) {
	sizes := overflow.Some(fyne.NewSize(1366, 690), fyne.NewSize(1920, 1080), fyne.NewSize(1024, 640))
	for _, lang := range words.Languages() {
		for _, size := range sizes {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5, 2) {
				t.Run(fmt.Sprintf("%s/%.0f/%.0f%%", lang, size.Width, text*100), func(t *testing.T) {
					r := newHarness(t, shopFloor, func(r *harness, _ *Options) { r.till.link = journal.Link{} })
					r.wear(dress{size: size, lang: lang, text: text})
					check := func(name string, f *control.Field) {
						t.Helper()
						board, _ := r.shell.keyboard.Shown()
						if board == nil {
							t.Fatalf("%s: no keyboard", name)
						}
						above := float32(theme.RibbonHeight + theme.BarHeight)
						head, _ := edges(f)
						line, foot := f.Line()
						head, foot = head+line, head+foot
						if under, end := edges(board); foot > under || head < above || end > size.Height+.5 {
							t.Errorf("%s: the field is at %.0f to %.0f, between %.0f and the keyboard at %.0f, which ends at %.0f", name, head, foot, above, under, end)
						}
						for _, wrong := range append(overflow.Faults(r.win.Canvas()), overflow.Cut(r.win.Canvas())...) {
							t.Errorf("%s: %s", name, wrong)
						}
						r.picture(fmt.Sprintf("keyboard-%s-%.0f-%.0f-%s", lang, size.Width, text*100, name))
					}
					r.touchField(r.field(0))
					check("sale", r.field(0))
					r.notice(sale(10, of(15250), at("14:20"), aside, version(9), paid)) // a banner comes
					r.touchField(r.field(0))
					check("banner", r.field(0))
					r.shell.newSale()
					r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeRecovery, Recovery: putBack()})
					r.shell.askFrozen(putBack())
					r.touchField(r.field(0))
					check("decision", r.field(0))
				})
			}
		}
	}
}

func TestTheKeyboardGoesWithItsScreen(t *testing.T) {
	r := newHarness(t, shopFloor)
	r.runes("12.5")
	r.touchField(r.field(0))
	seen := func() bool { o, _ := r.shell.keyboard.Shown(); return o != nil }
	if !seen() || r.shell.work.Keyboard() == nil {
		t.Fatal("no keyboard for the reference")
	}
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeSale, View: sale(11, of(48000), version(7), paid)}) // elsewhere
	if !seen() {
		t.Error("news of another sale closes the keyboard")
	}
	r.shell.open(sale(11).ID)
	if seen() || r.shell.work.Keyboard() != nil {
		t.Error("the keyboard is over a result")
	}
	r.shell.newSale()
	r.touchField(r.field(0))
	r.speak(words.Arabic)
	if seen() {
		t.Error("the keyboard outlives its field")
	}
}

// TestEnterOnTheScreenIsAPressEachTime: nobody reports it going down, but a
// plugged-in keyboard that does may have been used before.
func TestEnterOnTheScreenIsAPressEachTime(t *testing.T) {
	r := newHarness(t, preferring(func(v *preferences.Values) { v.Keyboard = preferences.KeyboardAlways }))
	r.runes("12.5")
	r.keys(fyne.KeyReturn) // spends the press
	r.keys(fyne.KeyEscape)
	if r.shell.nav.At.Location != navigation.Amount {
		t.Fatal("not at the amount")
	}
	r.touchField(r.field(0))
	r.tapEnter()
	if r.shell.nav.At.Location != navigation.Amount {
		t.Error("Enter in the reference does more than to leave it")
	}
	r.field(0).OnSubmit = nil // a field without a use for Enter
	r.touchField(r.field(0))
	r.tapEnter()
	if r.shell.nav.At.Location != navigation.Routes {
		t.Error("Enter on the screen is taken for one that is still held")
	}
}

func TestAChoiceOfKeyboardHoldsAtOnce(t *testing.T) {
	r := newHarness(t)
	r.prefer(func(v *preferences.Values) { v.Keyboard = preferences.KeyboardNever })
	r.touchField(r.field(0))
	if o, _ := r.shell.keyboard.Shown(); o != nil {
		t.Error("never: shown")
	}
	r.prefer(func(v *preferences.Values) { v.Keyboard = preferences.KeyboardAlways })
	r.win.Canvas().Unfocus()
	r.field(0).Focus()
	if o, _ := r.shell.keyboard.Shown(); o == nil {
		t.Error("always: not shown")
	}
}

// TestPadsKeepTheKeyboardAway: amounts, numbers and codes have keys of their
// own.
func TestPadsKeepTheKeyboardAway(t *testing.T) {
	r := newHarness(t, shopFloor, preferring(func(v *preferences.Values) { v.Keyboard = preferences.KeyboardAlways }))
	none := func(where string) {
		t.Helper()
		if o, _ := r.shell.keyboard.Shown(); o != nil {
			t.Errorf("%s: a keyboard over the pad", where)
		}
	}
	r.runes("12.5")
	none("amount")
	r.notice(sale(12, version(5), state(core.StateOTPRequired), func(v *journal.View) { v.Session.Route = core.RouteAccount }))
	r.shell.open(sale(12).ID)
	r.runes("4812")
	r.pass(time.Second)
	none("code")
}

// TestTheFirstRunCanBeTouched: the first run has the window for itself, and the
// keyboard below it.
func TestTheFirstRunCanBeTouched(t *testing.T) {
	field := control.NewField(control.FieldSpec{Label: "Shop"})
	r := newHarness(t, func(_ *harness, o *Options) {
		o.Setup = func(_ screen.Env, shell firstrun.Shell) firstrun.Screen {
			low := layout.New(nil, func(b layout.Placer) { b.Put(field, 20, b.H-100, b.W-40, 90) }, field)
			return &noted{shell: shell, log: &[]string{}, root: low}
		}
	})
	r.touchField(field)
	board, _ := r.shell.keyboard.Shown()
	if board == nil || r.shell.first.Area().Keyboard() != board {
		t.Fatal("no keyboard in the first run")
	}
	_, foot := field.Line()
	at, _ := edges(field)
	if under, end := edges(board); at+foot > under || end != 690 {
		t.Errorf("the line ends at %.0f, the keyboard is at %.0f to %.0f", at+foot, under, end)
	}
}

// heardCanvas keeps the shortcuts that are added to it, which the test's own canvas forgets.
type heardCanvas struct {
	fyne.Canvas
	shortcuts map[string]func(fyne.Shortcut)
}

func (c *heardCanvas) AddShortcut(s fyne.Shortcut, f func(fyne.Shortcut)) {
	c.shortcuts[s.ShortcutName()] = f
}

// TestTheSettingsHaveAKey: Ctrl and the comma open and leave them, and do nothing below a question.
func TestTheSettingsHaveAKey(t *testing.T) {
	r := newHarness(t, everything, rooms, func(_ *harness, o *Options) { o.Staff = nil })
	heard := &heardCanvas{r.win.Canvas(), map[string]func(fyne.Shortcut){}}
	r.shell.input.Attach(heard)
	comma := &desktop.CustomShortcut{KeyName: fyne.KeyComma, Modifier: fyne.KeyModifierShortcutDefault}
	press := func() {
		heard.shortcuts[comma.ShortcutName()](comma)
		r.pass(time.Second)
	}
	press()
	if r.shell.nav.At.Location != navigation.Settings {
		t.Fatalf("it leads to %v", r.shell.nav.At)
	}
	press()
	if r.shell.nav.At.Location == navigation.Settings {
		t.Error("it does not leave the settings")
	}
	r.keys(fyne.KeyF1)
	press()
	if r.shell.nav.At.Location == navigation.Settings {
		t.Error("it opens the settings below the list of keys")
	}
}
