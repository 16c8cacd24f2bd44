package app

import (
	"log/slog"
	"strings"
	"testing"

	"sanduq/core/update"
	"sanduq/ui/settings/about"
)

// A start with a wrong address sells, and says in the settings what is wrong.
func TestAWrongAddressOrKeyIsToldAndAsksNobody(t *testing.T) {
	key := strings.Repeat("A", 43) + "="
	if _, err := update.ParseKey(key); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		o     Options
		shown bool
	}{
		"nothing":                   {Options{About: about.Program{Version: "1.1.0"}}, false},
		"http":                      {Options{About: about.Program{Version: "1.1.0"}, Updates: UpdateSource{URL: "http://updates.example/u.json", Key: key}}, true},
		"no key":                    {Options{About: about.Program{Version: "1.1.0"}, Updates: UpdateSource{URL: "https://updates.example/u.json"}}, true},
		"short key":                 {Options{About: about.Program{Version: "1.1.0"}, Updates: UpdateSource{URL: "https://updates.example/u.json", Key: key[:20]}}, true},
		"a build without a version": {Options{About: about.Program{Version: "dev"}, Updates: UpdateSource{URL: "https://updates.example/u.json", Key: key}}, true},
	} {
		a := &App{root: t.TempDir(), log: slog.New(slog.DiscardHandler)}
		a.news(c.o)
		if shown := a.updates != nil; shown != c.shown || shown && !a.updates.State().Unusable || len(a.undo) > 0 {
			t.Errorf("%s: shown %v, %d goroutines", name, shown, len(a.undo))
		}
	}
	a := &App{root: t.TempDir(), log: slog.New(slog.DiscardHandler)}
	a.news(Options{About: about.Program{Version: "1.1.0"}, Updates: UpdateSource{URL: "https://updates.example/u.json", Key: key}})
	defer a.Close()
	if s := a.updates.State(); s.Unusable || s.On {
		t.Errorf("a right one begins as %+v", s)
	}
	if err := a.updates.Set(true); err != nil || !a.updates.State().On {
		t.Errorf("switched on: %v", err)
	}
}
