package autostart

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTheInstallersValue: the setup for Windows writes the path in quotes.
func TestTheInstallersValue(t *testing.T) {
	const exe = `C:\Users\shop\AppData\Local\Programs\Sanduq\sanduq.exe`
	if got := Command([]string{exe}); got != `"`+exe+`"` {
		t.Errorf("written is %s", got)
	}
	for line, want := range map[string][]string{
		`"C:\Program Files\Sanduq\sanduq.exe"`:                     {`C:\Program Files\Sanduq\sanduq.exe`},
		`C:\Sanduq\sanduq.exe --env live`:                          {`C:\Sanduq\sanduq.exe`, "--env", "live"},
		`"C:\S\sanduq.exe" --data-dir "D:\the till\\"`:             {`C:\S\sanduq.exe`, "--data-dir", `D:\the till\`},
		`"C:\S\sanduq.exe" --data-dir D:\till\ "say \"yes\"" a\\b`: {`C:\S\sanduq.exe`, "--data-dir", `D:\till\`, `say "yes"`, `a\\b`},
		`sanduq ""`: {"sanduq", ""},
		"  ":        nil,
	} {
		if got := Split(line); !slices.Equal(got, want) {
			t.Errorf("%s is read as %q, want %q", line, got, want)
		}
	}
}

func TestACommandIsReadAsItWasWritten(t *testing.T) {
	word := rapid.StringOf(rapid.SampledFrom([]rune("\\\\\\\"  a\tب%'-")))
	rapid.Check(t, func(t *rapid.T) {
		want := append([]string{`C:\the till\sanduq.exe`}, rapid.SliceOf(word).Draw(t, "args")...)
		if got := Split(Command(want)); !slices.Equal(got, want) {
			t.Fatalf("%q was written as %s, %q is read", want, Command(want), got)
		}
	})
}
