package storetest

import (
	"context"
	"testing"

	"sanduq/core/journal"
)

// staff: who may sit at the till goes in and out whole, stays when only the
// settings change, and can be taken away.
func staff(t *testing.T, open opener) {
	h := open(t)
	s, ctx := h.Store, context.Background()
	read := func(s journal.Store) string {
		t.Helper()
		got := must[journal.Secrets](t)(s.Staff(ctx))
		return string(got.Reveal())
	}
	if got := read(s); got != "" {
		t.Errorf("staff %q before the first", got)
	}
	set, people := journal.Settings{Shop: "Practice shop", Till: "1", Currency: "LYD"}, journal.NewSecrets([]byte("canary \x00\xff staff"))
	wantErr(t, "staff without settings", s.Commit(ctx, journal.Change{Staff: &people}), journal.ErrRefused)
	if got := read(s); got != "" {
		t.Errorf("staff %q after a refusal", got)
	}
	mustCommit(t, s, journal.Change{Settings: &set, Staff: &people})
	set.Shop = "Corner shop"
	mustCommit(t, s, journal.Change{Settings: &set})
	for name, store := range map[string]journal.Store{"open": s, "crashed": h.Crash(t)} {
		if got := read(store); got != "canary \x00\xff staff" {
			t.Errorf("%s: staff %q", name, got)
		}
		same(t, name, must[journal.Settings](t)(store.Settings(ctx)), set)
	}
	mustCommit(t, s, journal.Change{Settings: &set, Staff: &journal.Secrets{}})
	if got := read(s); got != "" {
		t.Errorf("staff %q after it was taken away", got)
	}
}
