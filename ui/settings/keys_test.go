package settings

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/settings/gateway"
)

const canary = "CANARY-4d1f"

// keptLive is a till whose live keys are there.
func keptLive(r *harness) {
	r.kept[core.Live] = map[string]time.Time{gateway.KeyAPI: noon.AddDate(0, 0, -3), gateway.KeySecret: {}}
}

func TestKeysAreSetAndNeverShownAgain(t *testing.T) {
	r := newHarness(t)
	r.says("Kept in this computer’s keyring, never shown again.", "API key", "Not set")
	r.press("Set", 0)
	r.typed("  " + canary + "-api ")
	if r.says("Save"); r.text() == "" || strings.Contains(r.text(), canary) {
		t.Errorf("what is typed is drawn: %q", r.text())
	}
	r.press("Set", 0) // the first row has its field now
	r.typed(canary + "-secret")
	r.key(fyne.KeyReturn)
	if got := strings.Join(r.changed, ", "); got != "live apiKey+ secretKey+" {
		t.Errorf("changed %q", got)
	}
	if r.values[gateway.KeyAPI] != canary+"-api" || r.values[gateway.KeySecret] != canary+"-secret" {
		t.Error("other values were kept than were typed")
	}
	if where := r.holds(canary); where != "" {
		t.Errorf("a key is still in %s", where)
	}
	r.says("Saved.", "••••", "Kept since 20 Nov 2026", "Replace", "Remove")
}

func TestSavedIsSaidUntilSomethingElseHappens(t *testing.T) {
	r := newHarness(t)
	r.held = true
	r.press("Set", 0)
	r.typed(canary)
	r.key(fyne.KeyReturn)
	r.says("Saving…")
	r.drain()
	r.says("Saved.")
	r.press("Remove", 0)
	r.saysNot("Saved.")
}

func TestKeysAreForgottenOnLeaving(t *testing.T) {
	r := newHarness(t)
	r.press("Set", 0)
	r.typed(canary)
	r.screen.Hidden()
	if !reflect.DeepEqual(r.memory, Memory{begun: true, left: true}) {
		t.Error("the draft outlives the visit")
	}
	r.show()
	r.says("Not set")
	r.noSave()
	if where := r.holds(canary); where != "" || len(r.changed) != 0 {
		t.Errorf("a key is in %s, changed %v", where, r.changed)
	}
}

func TestBuildingAnewIsNotLeaving(t *testing.T) {
	r := newHarness(t)
	r.held = true
	r.press("Set", 0)
	r.typed(canary)
	r.screen.Hidden()
	r.show()
	r.drain()
	if !r.screen.Unsaved() {
		t.Fatal("the draft is gone")
	}
	r.says("New, not saved yet")
}

func TestAKeyThatWasTypedSurvivesAnotherLookButIsNotShown(t *testing.T) {
	r := newHarness(t)
	r.press("Set", 0)
	r.typed(canary)
	r.show()
	r.says("New, not saved yet", "Undo", "Save")
	if where := r.holds(canary); where != "" {
		t.Errorf("a key is in %s", where)
	}
	r.press("Undo", 0)
	r.noSave()
	r.saysNot("New, not saved yet")
}

func TestKeysAreReplacedAndRemoved(t *testing.T) {
	r := newHarness(t, keptLive)
	r.says("Kept since 17 Nov 2026")
	r.press("Remove", 0)
	r.says("Removed when you save")
	r.press("Undo", 0)
	r.noSave()
	r.press("Remove", 0)
	r.press("Replace", 0) // of the second
	r.key(fyne.KeyEscape)
	if r.left != 0 {
		t.Fatal("Esc left while a key was being typed")
	}
	r.says("Kept")
	r.key(fyne.KeyReturn)
	if got := strings.Join(r.changed, ", "); got != "live apiKey-" {
		t.Errorf("changed %q", got)
	}
	r.key(fyne.KeyEscape)
	if r.left != 1 {
		t.Errorf("left %d times", r.left)
	}
}

func TestAClientNeedsItsSecret(t *testing.T) {
	r := newHarness(t, keptLive)
	r.press("Set", 0)
	r.typed("alnoor-till-2")
	r.key(fyne.KeyReturn)
	r.says("both or neither", "New, not saved yet")
	if len(r.changed) != 0 {
		t.Errorf("changed %v", r.changed)
	}
	r.press("Set", 0)
	r.typed(canary)
	r.key(fyne.KeyReturn)
	if got := strings.Join(r.changed, ", "); got != "live clientId+ hmacSecret+" {
		t.Errorf("changed %q", got)
	}
	r.saysNot("both or neither")
}

func TestPracticeNeedsNoKeys(t *testing.T) {
	r := newHarness(t)
	r.choose("settings.keys", 0)
	r.says("The practice bank brings its own keys.")
	r.saysNot("API key")
	r = newHarness(t, func(r *harness) { r.deps.Gateway.OwnKeys = false })
	if r.segments("settings.keys").Selected() != 0 {
		t.Error("a gateway of one's own begins with its keys")
	}
	r.press("Set", 0)
	r.typed(canary)
	r.key(fyne.KeyReturn)
	if got := strings.Join(r.changed, ", "); got != "sandbox apiKey+" {
		t.Errorf("changed %q", got)
	}
}

func TestWithoutAKeyringItIsSaid(t *testing.T) {
	r := newHarness(t, func(r *harness) { r.keyErr = errors.New("no bus") })
	r.says("This computer has no keyring")
	r.saysNot("API key", "Not set", "Replace")
}

func TestAKeyringThatRefusesIsSaid(t *testing.T) {
	r := newHarness(t)
	r.press("Set", 0)
	r.typed(canary)
	r.locked = errors.New("locked")
	r.key(fyne.KeyReturn)
	r.says("The keyring did not accept the keys.", "New, not saved yet")
	if where := r.holds(canary); where != "" {
		t.Errorf("a key is in %s", where)
	}
}
