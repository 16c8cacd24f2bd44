package autostart

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core/tests/needs"

	"pgregory.net/rapid"
)

// names are what a path or an argument can be that a careless writer breaks.
var names = []string{"sanduq", "the till", `back\slash`, `"quoted"`, "100% till", "price $5 `now`", "صندوق", "d\tab", "a&b;c|d"}

// program is a file that can be run.
func program(t *testing.T, name string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the files of other systems' desktops")
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// homes are places of both kinds that keep files, each new.
func homes(t *testing.T) map[string]Login {
	dir := t.TempDir()
	return map[string]Login{
		"desktop": Desktop{User: filepath.Join(dir, "config", "autostart"), Shared: []string{filepath.Join(dir, "xdg")}, Icon: "icon"},
		"agent":   Agent{User: filepath.Join(dir, "LaunchAgents"), Shared: []string{filepath.Join(dir, "Shared")}, Label: "ly.sanduq.till"},
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t *testing.T, l Login, s Start, want State) {
	t.Helper()
	got, err := l.State(s)
	if err != nil || got != want {
		t.Errorf("the state is %+v, %v; want %+v", got, err, want)
	}
}

func TestItIsOnUntilItIsSwitchedOff(t *testing.T) {
	for _, name := range names {
		if strings.Contains(name, "\t") {
			continue // refused, below
		}
		for kind, l := range homes(t) {
			t.Run(kind+"/"+strings.ReplaceAll(name, "%", ""), func(t *testing.T) {
				s := Start{Program: program(t, strings.ReplaceAll(name, "%", " per cent")), Args: []string{"--data-dir", "/srv/" + name}}
				is(t, l, s, State{})
				must(t, l.Set(s, false)) // off is off
				for range 2 {
					must(t, l.Set(s, true))
					is(t, l, s, State{On: true})
				}
				must(t, l.Set(s, false))
				is(t, l, s, State{})
			})
		}
	}
}

func TestAnotherProgramIsNamed(t *testing.T) {
	for kind, l := range homes(t) {
		t.Run(kind, func(t *testing.T) {
			old := Start{Program: program(t, "old till"), Args: []string{"--data-dir", "/srv/other till"}}
			must(t, l.Set(old, true))
			is(t, l, Start{Program: program(t, "sanduq")}, State{On: true, Other: `"` + old.Program + `" --data-dir "/srv/other till"`})
			is(t, l, Start{Program: old.Program}, State{On: true, Other: `"` + old.Program + `" --data-dir "/srv/other till"`})
			must(t, os.Remove(old.Program))
			is(t, l, old, State{}) // nothing is started that is gone
		})
	}
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	for kind, l := range homes(t) {
		t.Run(kind, func(t *testing.T) {
			s := Start{Program: program(t, "sanduq")}
			folder := reflect.ValueOf(l).FieldByName("User").String()
			must(t, os.MkdirAll(filepath.Dir(folder), 0o755))
			must(t, os.WriteFile(folder, nil, 0o644)) // a file stands where the folder should
			if err := l.Set(s, true); err == nil {
				t.Error("it is on, and cannot be")
			}
			if got, err := l.State(s); got.On {
				t.Errorf("the state is %+v, %v", got, err)
			}
		})
	}
}

// TestWhatDesktopsPassOver: entries that are there and start nothing.
func TestWhatDesktopsPassOver(t *testing.T) {
	sh := program(t, "sanduq")
	whole := "[Desktop Entry]\nType=Application\nExec=\"" + sh + "\"\n"
	for text, want := range map[string]State{
		whole:                                       {On: true},
		whole + "Hidden=true\n":                     {},
		whole + "Hidden=false\n":                    {On: true},
		whole + "TryExec=/no/such\n":                {},
		whole + "TryExec=" + sh + "\n":              {On: true},
		"# Exec=a comment\n" + whole:                {On: true},
		"[Other]\nHidden=true\n" + whole:            {On: true},
		whole + "[Other]\nHidden=true\n":            {On: true},
		whole + "X-GNOME-Autostart-enabled=false\n": {},
		"[Desktop Entry]\nExec=\"" + sh + "\n":      {}, // a quote is left open
		"[Desktop Entry]\nExec=\n":                  {},
		"[Desktop Entry]\nExec=" + sh + " %U\n":     {On: true},
		"":                                          {},
	} {
		d := Desktop{User: t.TempDir()}
		must(t, os.WriteFile(filepath.Join(d.User, entryName), []byte(text), 0o644))
		if got, err := d.State(Start{Program: sh}); err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
		}
	}
}

// TestWhatIsOnForEverybody is switched off for one user, and on again.
func TestWhatIsOnForEverybody(t *testing.T) {
	s := Start{Program: program(t, "sanduq")}
	d := Desktop{User: t.TempDir(), Shared: []string{filepath.Join(t.TempDir(), "absent"), t.TempDir()}}
	must(t, Desktop{User: d.Shared[1]}.Set(s, true))
	is(t, d, s, State{On: true})
	must(t, d.Set(s, false))
	is(t, d, s, State{})
	must(t, d.Set(s, true))
	is(t, d, s, State{On: true})
	if _, err := os.Stat(filepath.Join(d.Shared[1], entryName)); err != nil {
		t.Error("what is for everybody was changed")
	}

	a := Agent{User: t.TempDir(), Shared: []string{t.TempDir()}, Label: "ly.sanduq.till"}
	must(t, Agent{User: a.Shared[0], Label: a.Label}.Set(s, true))
	is(t, a, s, State{On: true, Shared: true})
	if err := a.Set(s, false); err != ErrShared {
		t.Errorf("launchd starts it all the same, and Set says %v", err)
	}
	must(t, a.Set(s, true))
	if left, _ := os.ReadDir(a.User); len(left) > 0 {
		t.Errorf("launchd would start it twice: %v", left)
	}
}

func TestWhatNoEntryCanHold(t *testing.T) {
	for _, s := range []Start{{Program: "/a=b/sanduq"}, {Program: "/100%/sanduq"}, {Program: "/sanduq", Args: []string{"a\nHidden=true"}}} {
		d := Desktop{User: t.TempDir()}
		if err := d.Set(s, true); err == nil {
			t.Errorf("%q was written", s.line())
		}
		if left, _ := os.ReadDir(d.User); len(left) > 0 {
			t.Errorf("%v is left", left)
		}
	}
}

// TestTheDesktopsOwnValidatorLikesIt asks the validator that the packages for
// Linux are made with.
func TestTheDesktopsOwnValidatorLikesIt(t *testing.T) {
	validator := needs.Program(t, "desktop-file-validate", "test")
	for _, name := range names {
		d := Desktop{User: t.TempDir(), Icon: "ly.sanduq.till"}
		s := Start{Program: "/opt/" + strings.ReplaceAll(name, "%", " per cent"), Args: []string{"--data-dir", "/srv/" + name}}
		if strings.Contains(name, "\t") {
			continue
		}
		must(t, d.Set(s, true))
		if out, err := exec.CommandContext(t.Context(), validator, filepath.Join(d.User, entryName)).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}

// TestExecIsReadAsItWasWritten, for anything that has no control character.
func TestExecIsReadAsItWasWritten(t *testing.T) {
	word := rapid.StringOf(rapid.OneOf(rapid.SampledFrom([]rune("\\\"'`$% =;~<>|&#()[]{}*?!^")), rapid.Rune().Filter(func(c rune) bool { return c >= ' ' && c != 0xfffd })))
	rapid.Check(t, func(t *rapid.T) {
		want := append([]string{rapid.SampledFrom([]string{"/usr/bin/sanduq", "/opt/the till/sanduq"}).Draw(t, "program")}, rapid.SliceOf(word).Draw(t, "args")...)
		text, err := Desktop{}.entry(Start{want[0], want[1:]}, true)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := splitExec(entryKeys(text)["Exec"]); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q was written, %q is read, %v:\n%s", want, got, err, text)
		}
	})
}

// TestADesktopStartsWhatWasMeant lets GLib, which GNOME and others start with,
// start entries of every awkward name.
func TestADesktopStartsWhatWasMeant(t *testing.T) {
	launcher := needs.Program(t, "gio", "test")
	for _, name := range names {
		if strings.Contains(name, "\t") {
			continue
		}
		dir := t.TempDir()
		heard := filepath.Join(dir, "heard")
		s := Start{Program: filepath.Join(dir, strings.ReplaceAll(name, "%", " per cent")), Args: []string{"--data-dir", "/srv/" + name}}
		must(t, os.WriteFile(s.Program, []byte("#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\" >'"+heard+".new' && mv '"+heard+".new' '"+heard+"'\n"), 0o755))
		d := Desktop{User: dir}
		must(t, d.Set(s, true))
		if out, err := exec.CommandContext(t.Context(), launcher, "launch", filepath.Join(dir, entryName)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
			continue
		}
		var got []byte
		var err error
		for range 100 {
			if got, err = os.ReadFile(heard); err == nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if want := strings.Join(s.line(), "\n") + "\n"; string(got) != want {
			t.Errorf("started was %q, want %q", got, want)
		}
	}
}
