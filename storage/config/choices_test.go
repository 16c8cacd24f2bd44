package config

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

func TestChoicesAreRemembered(t *testing.T) {
	root := filepath.Join(t.TempDir(), "new", "folder")
	if c, err := LoadChoices(root); err != nil || c != (Choices{}) {
		t.Fatalf("before the first: %+v, %v", c, err)
	}
	for _, want := range []Choices{
		{Environment: core.Live, BaseURLLive: "https://bank.example/gateway", Profile: "/etc/profile ä.json"},
		{Environment: core.Sandbox},
		{},
	} {
		if err := SaveChoices(root, want); err != nil {
			t.Fatal(err)
		}
		if got, err := LoadChoices(root); err != nil || got != want {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	left, err := os.ReadDir(root)
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if info, err := os.Stat(filepath.Join(root, choicesName)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestUnusableChoicesAreNotTakenForNone(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "cut": `{"environment":"li`, "another environment": `{"environment":"Live"}`, "unknown key": `{"enviroment":"live"}`,
		"two documents": `{}{}`, "too large": `{"profile":"` + strings.Repeat("x", files.MaxSmall) + `"}`,
	} {
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, choicesName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := LoadChoices(root); !errors.Is(err, ErrChoices) || c != (Choices{}) {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, choicesName), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadChoices(root); !errors.Is(err, ErrChoices) {
		t.Errorf("a folder of that name: %v", err)
	}
}

func TestChoicesThatCannotBeKeptAreSaid(t *testing.T) {
	root := t.TempDir()
	if err := SaveChoices(root, Choices{Environment: core.Sandbox}); err != nil {
		t.Fatal(err)
	}
	if err := SaveChoices(root, Choices{Environment: "other"}); !errors.Is(err, ErrChoices) {
		t.Errorf("an unknown environment: %v", err)
	}
	if c, err := LoadChoices(root); err != nil || c.Environment != core.Sandbox {
		t.Errorf("the old choice is gone: %+v, %v", c, err)
	}
	file := filepath.Join(root, choicesName)
	if err := SaveChoices(file, Choices{}); !errors.Is(err, fault.ErrUnwritable) {
		t.Errorf("below a file: %v", err)
	}
}

func FuzzChoices(f *testing.F) {
	f.Add([]byte(`{"environment":"live","baseUrlLive":"https://bank.example"}`))
	f.Add([]byte(`{"environment":null}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := parseChoices(text)
		if err != nil {
			return
		}
		root := t.TempDir()
		if err := SaveChoices(root, c); err != nil {
			t.Fatal(err)
		}
		if got, err := LoadChoices(root); err != nil || got != c {
			t.Errorf("%+v came back as %+v, %v", c, got, err)
		}
	})
}

func TestWhoeverGoesLiveKeepsTheirNamesAndProfile(t *testing.T) {
	f := ChoiceFile{Root: t.TempDir()}
	if err := f.Remember(core.Sandbox, "https://old.example", "/etc/profile.json"); err != nil {
		t.Fatal(err)
	}
	names := journal.Settings{Shop: "سوق النور", Till: "Till 2", Currency: "TND", Cashier: "Samira"}
	if err := f.GoLive("https://bank.example", names); err != nil {
		t.Fatal(err)
	}
	c, err := LoadChoices(f.Root)
	if err != nil || c.Names == nil || *c.Names != names {
		t.Fatalf("%+v, %v", c, err)
	}
	if c.Names = nil; c != (Choices{Environment: core.Live, BaseURLLive: "https://bank.example", Profile: "/etc/profile.json"}) {
		t.Errorf("%+v", c)
	}
	if err := f.Remember(core.Live, "https://bank.example", ""); err != nil {
		t.Fatal(err)
	}
	if c, err := LoadChoices(f.Root); err != nil || c.Names != nil {
		t.Errorf("the names stay: %+v, %v", c, err)
	}
	if err := os.WriteFile(filepath.Join(f.Root, choicesName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.GoLive("https://bank.example", names); !errors.Is(err, ErrChoices) {
		t.Errorf("over unreadable choices: %v", err)
	}
}
