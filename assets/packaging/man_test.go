package packaging

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"sanduq/core/tests/needs"
)

const page = `Usage: sanduq <command> [flags]

Takes payments.

Flags:
  -h, --help                       Show context-sensitive help.
      --env=STRING                 Environment: sandbox (practice) or live;
                                   the one chosen in the settings when absent
                                   ($SERVICE_ENV).
      --full-screen                Start in full screen.
      --a-name-that-is-longer-than-its-column=STRING
                                   Explained below.

Commands:
  forget-users [flags]
    Remove all users.
`

func TestHelpIsRead(t *testing.T) {
	got := parseHelp(page)
	want := []Flag{
		{Short: "-h", Long: "--help", Text: "Show context-sensitive help."},
		{Long: "--env", Value: "STRING", Text: "Environment: sandbox (practice) or live; the one chosen in the settings when absent.", Env: "SERVICE_ENV"},
		{Long: "--full-screen", Text: "Start in full screen."},
		{Long: "--a-name-that-is-longer-than-its-column", Value: "STRING", Text: "Explained below."},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}

var flagInPage = regexp.MustCompile(`(?:^|[\s(\[])(--[a-z][a-z-]*)`)

// TestTheManPageExplainsWhatTheBinaryTakes compares the page, as people read
// it, with the help of the binary that SANDUQ_APP names.
func TestTheManPageExplainsWhatTheBinaryTakes(t *testing.T) {
	binary := os.Getenv("SANDUQ_APP")
	if binary == "" {
		t.Skip("SANDUQ_APP does not name the application")
	}
	flags, err := Help(binary)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	roff, err := Manual(a, "2026-11-21", flags)
	if err != nil {
		t.Fatal(err)
	}
	man := exec.Command(needs.Program(t, "man", "test"), "-E", "UTF-8", "-l", "-Tutf8", "-P", "cat", "-")
	man.Env = append(os.Environ(), "MANWIDTH=1000", "GROFF_NO_SGR=", "TERM=dumb")
	man.Stdin = strings.NewReader(string(roff))
	out, err := man.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`.\x08`).ReplaceAllString(string(out), "") // bold is struck over
	text = strings.Join(strings.Fields(text), " ")
	known := map[string]bool{}
	for _, f := range flags {
		known[f.Long] = true
		for _, part := range []string{f.Long, f.Text, f.Env} {
			if !strings.Contains(text, strings.Join(strings.Fields(part), " ")) {
				t.Errorf("the page does not say %q", part)
			}
		}
	}
	for _, m := range flagInPage.FindAllStringSubmatch(text, -1) {
		if !known[m[1]] {
			t.Errorf("the page explains %s, which the binary does not take", m[1])
		}
	}
	if len(known) < 12 {
		t.Errorf("only %d flags were read", len(known))
	}
}

// TestTheBinaryAndThePackageAreOfThisVersion asks both.
func TestTheBinaryAndThePackageAreOfThisVersion(t *testing.T) {
	binary, deb := os.Getenv("SANDUQ_APP"), os.Getenv("SANDUQ_DEB")
	if binary == "" || deb == "" {
		t.Skip("SANDUQ_APP and SANDUQ_DEB do not name the application and its package")
	}
	a, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^sanduq ` + regexp.QuoteMeta(a.Details.Version) + `, commit [0-9a-f]{12}, \d{4}-\d\d-\d\d\n$`).Match(out) {
		t.Errorf("--version prints %q", out)
	}
	out, err = exec.Command("dpkg-deb", "-f", deb, "Version").Output()
	if err != nil || strings.TrimSpace(string(out)) != a.Details.Version+"-1" {
		t.Errorf("the deb is of version %q, %v", out, err)
	}
	out, err = exec.Command("dpkg-deb", "-f", deb, "Depends").Output()
	for _, want := range []string{"libc6 (>= 2.", "libgl1", "libx11-6", "libxcursor1", "libxrandr2", "libxinerama1", "libxi6", "libxxf86vm1"} {
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("the deb depends on %q, not on %s: %v", out, want, err)
		}
	}
}
