package canary

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMain(m *testing.M) {
	Child()
	os.Exit(m.Run())
}

func TestTry(t *testing.T) {
	dir := t.TempDir()
	told, search, err := Tell(t.Context(), os.Args[0], Story{Dir: dir, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("paid %d, refused %d, quoted %d, %d secrets in %d forms", told.Paid, told.Refused, told.Quoted, len(told.Secrets), search.Forms())
	for _, p := range search.Places() {
		t.Logf("%-30s %4d files %10d bytes", p.Name, p.Files, p.Bytes)
	}
	for i, f := range search.Findings {
		if f.Place=="log"&&i<200{ b,_:=os.ReadFile(f.File); t.Logf("%s", b[max(0,f.Offset-1200):f.Offset+40]) }
		if i < 10 {
			t.Log(f)
		}
	}
	_ = filepath.Join
}
