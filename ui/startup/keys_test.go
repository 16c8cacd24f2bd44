package startup

import (
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestTheFirstFormsNameKeysAsKeyboardsDo: the passphrase is asked for before
// there is a till that would say so.
func TestTheFirstFormsNameKeysAsKeyboardsDo(t *testing.T) {
	t.Cleanup(func() {
		theme.Use(theme.Look{})
		present.Speak(words.MustLoad(words.English))
	})
	present.Speak(words.MustLoad(words.English))
	w := words.MustLoad(words.English)
	win := NewWindow(uitest.OwnApp(t), w, nil, "", "")
	defer win.Close()
	win.setLanguage(words.French)
	win.unlock(Question{Fits: func(core.Secret) bool { return false }}, func(f func()) { f() }, func(f func()) { f() }, func(core.Secret) {})
	got := uitest.Words(win.Canvas().Content())
	for key, want := range map[string]string{"Enter": "Entrée", "Esc": "Échap"} {
		if !strings.Contains(got, want) || strings.Contains(got, " "+key) {
			t.Errorf("%s is not called %s in %q", key, want, got)
		}
	}
}
