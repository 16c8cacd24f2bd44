package disk

import (
	"os"
	"path/filepath"
	"testing"

	"sanduq/core/tests/strace"
)

// TestAStateIsShownWhole shows one state, lets the program that looks at it
// write to its files, and shows the next.
func TestAStateIsShownWhole(t *testing.T) {
	d := New("/shop")
	for i, c := range []strace.Call{
		{Kind: strace.Create, Path: "/shop/till.db"},
		{Kind: strace.Write, Path: "/shop/till.db", Data: []byte("durable")},
		{Kind: strace.Sync, Path: "/shop/till.db"},
		{Kind: strace.Sync, Path: "/shop"},
		{Kind: strace.Write, Path: "/shop/till.db", Off: 7, Data: []byte(", pending")},
	} {
		c.Began, c.Ended = 2*i, 2*i+1
		if err := d.Apply(c); err != nil {
			t.Fatal(err)
		}
	}
	stage, err := NewStage(d, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	pending := d.Pending()
	nothing := Nothing(len(pending))
	path := filepath.Join(stage.Root(), "till.db")
	for _, want := range []struct {
		state State
		text  string
	}{{nothing, "durable"}, {nothing.With(0), "durable, pending"}, {nothing, "durable"}} {
		if err := stage.Show(pending, want.state); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != want.text {
			t.Fatalf("%s shows %q, %v, want %q", want.state, text, err, want.text)
		}
		if err := os.WriteFile(path, []byte("DURABLE"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
