package layers

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestViolationsAreFound seeds each kind of violation.
func TestViolationsAreFound(t *testing.T) {
	low := "package p\n\ntype Low struct{}\n\nfunc (Low) Name() string { return \"low\" }\n"
	high := "package p\n\ntype High struct{ Low }\n\nfunc (h High) Full() string { return h.Name() }\n"
	for _, c := range []struct {
		name, low, high, extra string
		layers                 []Layer
		want                   []string
	}{
		{"none", low, high, "", []Layer{{"records", "low"}, {"engine", "high"}}, nil},
		{"a function", low + "\nfunc up() string { return down() }\n", high + "\nfunc down() string { return \"\" }\n", "",
			[]Layer{{"records", "low"}, {"engine", "high"}}, []string{"low.go uses down of the higher high.go"}},
		{"a method", low + "\nfunc up(h High) string { return h.Full() }\n", high, "", []Layer{{"records", "low"}, {"engine", "high"}},
			[]string{"low.go uses Full of the higher high.go", "low.go uses High of the higher high.go"}},
		{"a file of no layer", low, high, "package p\n", []Layer{{"records", "low"}, {"engine", "high"}}, []string{"extra.go is in no layer"}},
		{"a file that is gone", low, high, "", []Layer{{"records", "low old"}, {"engine", "high"}}, []string{"old.go is in a layer and not in the folder"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			for name, text := range map[string]string{"low.go": c.low, "high.go": c.high, "extra.go": c.extra} {
				if text == "" {
					continue
				}
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			r, err := Check(folder, c.layers)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(r.Problems, c.want) || r.Followed == 0 {
				t.Errorf("found %q after %d names, want %q", r.Problems, r.Followed, c.want)
			}
		})
	}
}
