package autostart

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"sanduq/core/tests/needs"

	"pgregory.net/rapid"
)

// TestTheAgentIsAPropertyList asks the reader of property lists.
func TestTheAgentIsAPropertyList(t *testing.T) {
	reader := needs.Program(t, "plistutil", "test")
	a := Agent{User: t.TempDir(), Label: "ly.sanduq.till"}
	must(t, a.Set(Start{Program: "/Applications/Sanduq.app/Contents/MacOS/sanduq", Args: []string{"--data-dir", `/Users/shop/<till> & "co"`}}, true))
	binary := filepath.Join(t.TempDir(), "agent")
	out, _ := exec.CommandContext(t.Context(), reader, "-i", a.file(a.User), "-f", "bin", "-o", binary).CombinedOutput()
	if info, err := os.Stat(binary); err != nil || info.Size() == 0 { // it ends with 0 in any case
		t.Errorf("no property list: %v, %s", err, out)
	}
}

func TestWhatLaunchdPassesOver(t *testing.T) {
	till := program(t, "sanduq")
	list := func(inner string) string {
		return `<?xml version="1.0"?><!DOCTYPE plist PUBLIC "a" "b"><plist version="1.0"><dict>` + inner + `</dict></plist>`
	}
	command := `<key>ProgramArguments</key><array><string>` + till + `</string></array>`
	for text, want := range map[string]State{
		list(command + `<key>RunAtLoad</key><true/>`):                                      {On: true},
		list(`<key>Program</key><string>` + till + `</string><key>RunAtLoad</key><true/>`): {On: true},
		list(command + `<key>RunAtLoad</key><false/>`):                                     {},
		list(command):                       {},
		list(`<key>RunAtLoad</key><true/>`): {},
		list(command + `<key>RunAtLoad</key><true/><key>Disabled</key><true/>`):                                {},
		list(command + `<key>KeepAlive</key><dict><key>RunAtLoad</key><true/></dict>`):                         {},
		list(`<key>RunAtLoad</key><true/><key>ProgramArguments</key><array><string>/no/such</string></array>`): {},
	} {
		a := Agent{User: t.TempDir(), Label: "ly.sanduq.till"}
		must(t, os.WriteFile(a.file(a.User), []byte(text), 0o644))
		if got, err := a.State(Start{Program: till}); err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
		}
	}
	a := Agent{User: t.TempDir(), Label: "ly.sanduq.till"}
	must(t, os.WriteFile(a.file(a.User), []byte("<plist><dict>"), 0o644))
	if _, err := a.State(Start{Program: till}); err == nil {
		t.Error("half a list was read")
	}
}

func TestTheAgentIsReadAsItWasWritten(t *testing.T) {
	word := rapid.StringOf(rapid.Rune().Filter(func(c rune) bool { return c >= ' ' && c < 0xd800 }))
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(word, 1, 5).Draw(t, "command")
		list, err := readAgent([]byte(Agent{}.list(Start{want[0], want[1:]})))
		if err != nil || !slices.Equal(list.command, want) || !list.atLoad {
			t.Fatalf("%q was written, %q is read, %v", want, list.command, err)
		}
	})
}
