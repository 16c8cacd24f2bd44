package app

import (
	"log/slog"
	"strings"
	"testing"

	"sanduq/core/update"
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
		"nothing":                   {Options{Version: "1.1.0"}, false},
		"http":                      {Options{Version: "1.1.0", UpdateURL: "http://updates.example/u.json", UpdateKey: key}, true},
		"no key":                    {Options{Version: "1.1.0", UpdateURL: "https://updates.example/u.json"}, true},
		"short key":                 {Options{Version: "1.1.0", UpdateURL: "https://updates.example/u.json", UpdateKey: key[:20]}, true},
		"a build without a version": {Options{Version: "dev", UpdateURL: "https://updates.example/u.json", UpdateKey: key}, true},
	} {
		a := &App{root: t.TempDir(), log: slog.New(slog.DiscardHandler)}
		a.news(c.o)
		if shown := a.updates != nil; shown != c.shown || shown && !a.updates.State().Unusable || len(a.undo) > 0 {
			t.Errorf("%s: shown %v, %d goroutines", name, shown, len(a.undo))
		}
	}
	a := &App{root: t.TempDir(), log: slog.New(slog.DiscardHandler)}
	a.news(Options{Version: "1.1.0", UpdateURL: "https://updates.example/u.json", UpdateKey: key})
	defer a.Close()
	if s := a.updates.State(); s.Unusable || s.On {
		t.Errorf("a right one begins as %+v", s)
	}
	if err := a.updates.Set(true); err != nil || !a.updates.State().On {
		t.Errorf("switched on: %v", err)
	}
}
