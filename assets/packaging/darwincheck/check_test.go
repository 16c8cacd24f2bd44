package darwincheck

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shop is a module with a package written partly in C, one that calls it on
// macOS only, and one that does not compile there at all.
var shop = map[string]string{
	"go.mod":             "module shop\n\ngo 1.26\n",
	"bell/bell.go":       "package bell\n\n// int ring(int n);\nimport \"C\"\n\nfunc Ring(times int) error { C.ring(C.int(times)); return nil }\n",
	"till/till.go":       "package till\n",
	"till/ring_linux.go": "package till\n\nvar _ int = \"never read here\"\n",
	"till/ring_darwin.go": `package till

import "shop/bell"

func Paid() error { return bell.Ring(2) }
`,
}

func write(t *testing.T, changes map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, files := range []map[string]string{shop, changes} {
		for name, text := range files {
			name = filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func TestWhatIsRightAndWrongOnMacOSOnly(t *testing.T) {
	for name, c := range map[string]struct {
		changes map[string]string
		want    string // part of the only problem; blank for none
	}{
		"right":               {},
		"wrong argument":      {map[string]string{"till/ring_darwin.go": "package till\n\nimport \"shop/bell\"\n\nvar _ = bell.Ring(\"twice\")\n"}, `ring_darwin.go:5:19: cannot use "twice"`},
		"no such function":    {map[string]string{"till/ring_darwin.go": "package till\n\nimport \"shop/bell\"\n\nvar _ = bell.Rung(2)\n"}, "undefined: bell.Rung"},
		"left over":           {map[string]string{"till/ring_darwin.go": "package till\n\nimport \"shop/bell\"\n"}, `"shop/bell" imported and not used`},
		"half a file":         {map[string]string{"till/ring_darwin.go": "package till\n\nfunc Paid() {\n"}, "expected '}'"},
		"only elsewhere":      {map[string]string{"till/till.go": "package till\n\nvar _ = Linux\n", "till/more_linux.go": "package till\n\nconst Linux = 1\n"}, "undefined: Linux"},
		"no package there":    {map[string]string{"till/ring_darwin.go": "package till\n\nimport _ \"shop/gone\"\n"}, "shop/gone"},
		"a constant too wide": {map[string]string{"till/till.go": "package till\n\nvar _ = [1]int8{300}\n"}, "cannot use 300"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Check(t.Context(), write(t, c.changes), "arm64", "", "./till")
			if err != nil {
				t.Fatal(err)
			}
			if c.want == "" {
				if len(r.Problems) > 0 || !slices.Equal(r.Ours, []string{"shop/bell", "shop/till"}) {
					t.Errorf("%+v", r)
				}
				return
			}
			if !strings.Contains(strings.Join(r.Problems, "\n"), c.want) {
				t.Errorf("problems %q, want %q", r.Problems, c.want)
			}
		})
	}
}

func TestNothingCheckedIsNoSuccess(t *testing.T) {
	if r, err := Check(t.Context(), write(t, nil), "arm64", "", "errors"); err == nil {
		t.Errorf("%+v", r)
	}
}
