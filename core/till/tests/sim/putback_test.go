//go:build !race

package sim

import (
	"strings"
	"testing"

	"sanduq/core/tests/soak"
)

// TestInjectedFoldersAreCaught injects faults of the folder: each must show within some
// seeds.
func TestInjectedFoldersAreCaught(t *testing.T) {
	for _, c := range []struct {
		name   string
		near   int
		says   string // words of the problem that it must cause
		inject func(*folder)
	}{
		{"nobody keeps a checkpoint", 0, string(PutBack), func(f *folder) { f.blind = true }},
		{"a number that a folder forgot goes out again", 0, string(GivenAgain), func(f *folder) { f.blind = true }},
		{"a lock holds nobody", 0, errTwo.Error(), func(f *folder) { f.unlocked = true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := room(t)
			first, most := c.near, soak.N(t, 200)
			if soak.Long() {
				first = 0
			}
			for seed := first; seed < first+most; seed++ {
				disk := onFolder(t, dir, uint64(seed))
				c.inject(disk)
				for _, p := range Run(t, Options{Seed: uint64(seed), Room: dir, Disk: disk}).Problems {
					if strings.Contains(p, c.says) {
						t.Logf("seed %d: %.300s", seed, p)
						return
					}
				}
			}
			t.Errorf("%d seeds, and nothing of %q", most, c.says)
		})
	}
}
