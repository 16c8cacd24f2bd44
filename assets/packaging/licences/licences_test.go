package licences

import (
	"debug/buildinfo"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sanduq/assets"
)

const root = "../../.."

// TestTheListIsWhatTheApplicationIsBuiltFrom fails when a dependency is added,
// removed or changed, on any system, and the list was not made again.
func TestTheListIsWhatTheApplicationIsBuiltFrom(t *testing.T) {
	now, err := Collect(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	for _, lack := range Differences(assets.ThirdParties(), now) {
		t.Errorf("%s; run make licences", lack)
	}
	for _, why := range Forbidden(assets.ThirdParties()) {
		t.Error(why)
	}
	if len(now) < 30 {
		t.Errorf("only %d works were found", len(now))
	}
}

// TestTheBuiltApplicationHoldsNothingElse looks into the binary that
// SANDUQ_APP names; make package-linux does.
func TestTheBuiltApplicationHoldsNothingElse(t *testing.T) {
	binary := os.Getenv("SANDUQ_APP")
	if binary == "" {
		t.Skip("SANDUQ_APP does not name the application")
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, p := range assets.ThirdParties() {
		listed[p.Name+" "+p.Version] = true
	}
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		if !listed[d.Path+" "+d.Version] {
			t.Errorf("%s %s is in the binary and not on the list; run make licences, or build anew", d.Path, d.Version)
		}
	}
}

func TestDifferencesAreSeen(t *testing.T) {
	a := assets.ThirdParty{Name: "a", Version: "v1", Licences: []string{"MIT"}, Texts: []assets.Licence{{File: "LICENSE", Text: "x"}}}
	changed := a
	changed.Texts = []assets.Licence{{File: "LICENSE", Text: "y"}}
	newer := a
	newer.Version = "v2"
	b := assets.ThirdParty{Name: "b"}
	for name, c := range map[string]struct {
		kept, now []assets.ThirdParty
		want      string
	}{
		"same":    {[]assets.ThirdParty{a}, []assets.ThirdParty{a}, ""},
		"added":   {[]assets.ThirdParty{a}, []assets.ThirdParty{a, b}, "b is not on the list"},
		"removed": {[]assets.ThirdParty{a, b}, []assets.ThirdParty{a}, "b is on the list and no longer used"},
		"newer":   {[]assets.ThirdParty{a}, []assets.ThirdParty{newer}, "a has changed"},
		"text":    {[]assets.ThirdParty{a}, []assets.ThirdParty{changed}, "a has changed"},
	} {
		if got := strings.Join(Differences(c.kept, c.now), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestWhatIsNotAllowedIsSaid(t *testing.T) {
	text := []assets.Licence{{File: "LICENSE", Text: "x"}}
	why := Forbidden([]assets.ThirdParty{
		{Name: "good", Licences: []string{"MIT"}, Texts: text},
		{Name: "none"},
		{Name: "copyleft", Licences: []string{"GPL-3.0"}, Texts: text},
	})
	if len(why) != 2 || !strings.HasPrefix(why[0], "none: ") || !strings.HasPrefix(why[1], "copyleft: GPL-3.0") {
		t.Errorf("%q", why)
	}
	if ids := Identify([]byte("All rights reserved.")); len(ids) != 0 {
		t.Errorf("a text that is no licence is taken for %q", ids)
	}
	for _, p := range assets.ThirdParties() {
		if p.Name == "go.etcd.io/bbolt" {
			if ids := Identify([]byte(p.Texts[0].Text)); !slices.Equal(ids, []string{"MIT"}) {
				t.Errorf("the MIT licence is taken for %q", ids)
			}
		}
	}
}

// TestTheTagsAreTheMakefiles reads them where the Makefile does.
func TestTheTagsAreTheMakefiles(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, ".ci", "modules"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "." {
			if f[1] != Tags {
				t.Errorf("the Makefile builds with %s, not with %s", f[1], Tags)
			}
			return
		}
	}
	t.Error("the list of modules has no root")
}
