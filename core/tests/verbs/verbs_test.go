package verbs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/core/tests/verbs"
)

// TestOneMeaningPerVerb: see CONTRIBUTING's section about names.
func TestOneMeaningPerVerb(t *testing.T) {
	limits := verbs.Limits()
	found, err := verbs.Count("../../..", limits)
	if err != nil {
		t.Fatal(err)
	}
	for verb, m := range limits {
		if n := len(found[verb]); n > m.Most {
			t.Errorf("%s is declared %d times, %d are allowed: give those that mean something else (%s) a name of their own:\n%s",
				verb, n, m.Most, m.Means, strings.Join(found[verb], "\n"))
		}
	}
}

// TestCount: methods and functions count, with and without a capital; types and longer names do not.
func TestCount(t *testing.T) {
	folder := t.TempDir()
	text := "package x\n\ntype keep struct{}\n\nfunc (keep) Take() {}\n\nfunc take() {}\n\nfunc takeAll() {}\n"
	if err := os.WriteFile(filepath.Join(folder, "x.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := verbs.Count(folder, verbs.Limits())
	if err != nil || len(found) != 1 || len(found["take"]) != 2 {
		t.Errorf("%v, %v; want take twice and nothing else", found, err)
	}
}
