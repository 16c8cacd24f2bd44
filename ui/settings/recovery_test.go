package settings

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/words"
)

const recoveryCanary = "CANA-RY01-CANA-RY02-CANA-RY03-CANA-RY04"

// codes is the place that makes recovery codes.
type codes struct {
	made     int
	by       []string
	sheets   []string
	err      error
	sheetErr error
	unread   error
}

func (c *codes) Made(context.Context) (bool, error) { return c.made > 0, c.unread }

func (c *codes) Make(_ context.Context, by string) (core.Secret, error) {
	if c.err != nil {
		return core.Secret{}, c.err
	}
	c.made++
	c.by = append(c.by, by)
	return core.NewSecret(recoveryCanary), nil
}

func (c *codes) Sheet(_ context.Context, code core.Secret) (string, error) {
	c.sheets = append(c.sheets, code.Reveal())
	return "Downloads/recovery-code.pdf", c.sheetErr
}

func recoveryHarness(t *testing.T, c *codes, change ...func(*harness)) *harness {
	t.Helper()
	r := newHarness(t, append([]func(*harness){func(r *harness) { r.deps.Recovery = c }}, change...)...)
	r.screen.goTo(atRecovery)
	return r
}

// shows reports whether the code is on the screen.
func (r *harness) shows() bool {
	return strings.Contains(r.text(), "CANA")
}

// makeCode presses what makes a code, or another.
func (r *harness) makeCode() {
	r.t.Helper()
	w := r.env.Words
	make, another := w.T("settings.recovery.make"), w.T("settings.recovery.another")
	test.Tap(first(r, make, func(b *control.Button) bool { return b.Spec().Label == make || b.Spec().Label == another }))
}

func TestARecoveryCodeIsShownOnce(t *testing.T) {
	c := &codes{}
	r := recoveryHarness(t, c)
	r.says("There is no recovery code yet.")
	r.press("Make a recovery code", 0)
	r.says("This is shown once.", "CANA - RY01 - CANA - RY02", "CANA - RY03 - CANA - RY04", "keep it away from the till")
	r.picture("recovery")
	if strings.Join(c.by, ",") != "Samira" {
		t.Errorf("made by %q", c.by)
	}
	if printed := fmt.Sprintf("%v %+v %#v", r.screen.pages[atRecovery], r.screen, r.memory); strings.Contains(printed, "CANA") {
		t.Error("it is in what prints")
	}
	r.press("I have written it down", 0)
	if r.shows() {
		t.Error("it is still there")
	}
	r.says("There is a recovery code. It is never shown again.")
	r.press("Make another code", 0)
	if c.made != 2 || !r.shows() {
		t.Errorf("made %d", c.made)
	}
}

func TestWhateverLeavesThePageLeavesWithoutTheCode(t *testing.T) {
	for name, leave := range map[string]func(*harness){
		"Esc":             func(r *harness) { r.key(fyne.KeyEscape) },
		"another section": func(r *harness) { r.screen.goTo(atShop); r.screen.goTo(atRecovery) },
		"the screen":      func(r *harness) { r.screen.Hidden() },
		"another look":    func(r *harness) { r.screen.Hidden(); r.show() },
	} {
		r := recoveryHarness(t, &codes{})
		r.press("Make a recovery code", 0)
		if !r.shows() {
			t.Fatalf("%s: it was never shown", name)
		}
		leave(r)
		if r.shows() {
			t.Errorf("%s: it is still there", name)
		}
		if r.left != 0 {
			t.Errorf("%s: left the settings", name)
		}
	}
}

func TestACodeThatComesTooLateIsNotShown(t *testing.T) {
	c := &codes{}
	r := recoveryHarness(t, c)
	r.held = true
	r.press("Make a recovery code", 0)
	r.press("Make a recovery code", 0)
	r.screen.goTo(atLook)
	r.drain()
	r.screen.goTo(atRecovery)
	if c.made != 1 || r.shows() {
		t.Errorf("made %d, shown %v", c.made, r.shows())
	}
}

func TestTheSheetIsSaved(t *testing.T) {
	c := &codes{}
	r := recoveryHarness(t, c)
	r.press("Make a recovery code", 0)
	r.press("Save to print", 0)
	r.says("Saved as Downloads/recovery-code.pdf. Print it, then delete the file.", "CANA")
	c.sheetErr = errors.New("full")
	r.press("Save to print", 0)
	r.says("could not be saved", "CANA")
	if len(c.sheets) != 2 || c.sheets[0] != recoveryCanary {
		t.Errorf("%d sheets", len(c.sheets))
	}
}

func TestACodeThatCannotBeMadeIsSaid(t *testing.T) {
	c := &codes{err: errors.New("disk")}
	r := recoveryHarness(t, c)
	r.press("Make a recovery code", 0)
	r.says("could not be made")
	if r.shows() || len(r.failures) != 1 {
		t.Errorf("shown %v, %v", r.shows(), r.failures)
	}
	c.err = nil
	r.press("Make a recovery code", 0)
	if !r.shows() {
		t.Error("the second try shows nothing")
	}
}

func TestTheRecoveryPageInThreeLanguages(t *testing.T) {
	for _, lang := range words.Languages() {
		r := recoveryHarness(t, &codes{}, func(r *harness) { r.env.Words = words.MustLoad(lang) })
		r.makeCode()
		if text := r.text(); !r.shows() || strings.Contains(text, "⟨") || strings.Contains(text, "{") {
			t.Errorf("%s: %q", lang, text)
		}
	}
}

// TestNoCodeIsDeniedBeforeItIsKnown, while it is read and where it cannot be.
func TestNoCodeIsDeniedBeforeItIsKnown(t *testing.T) {
	r := recoveryHarness(t, &codes{unread: errors.New("disk")})
	r.says("It cannot be read now whether there is a recovery code.")
	if said := r.text(); strings.Contains(said, "no recovery code") {
		t.Error(said)
	}
	r = recoveryHarness(t, &codes{}, func(r *harness) { r.held = true })
	if said := r.text(); strings.Contains(said, "no recovery code") || !strings.Contains(said, "Reading") {
		t.Error(said)
	}
}
