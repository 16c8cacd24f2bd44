package receipt

import (
	"strings"
	"testing"

	"sanduq/core/journal"
)

// TestADrawerThatWasHandedOverIsTheSameDrawer: nothing came or went, so that a count
// before it is not told as one of other cash.
func TestADrawerThatWasHandedOverIsTheSameDrawer(t *testing.T) {
	told := func(kind journal.MovementKind) string {
		p := &dayPaper{w: spoken("en"), DayPaper: zSample(t)}
		p.Counts[1].NewestMovement, p.Counts[2].NewestMovement = 3, 4
		p.Counts[0].NewestCash = 15
		p.Movements = []journal.Movement{{Seq: 4, Kind: kind, By: "Yusuf", To: "Samira"}}
		p.countsBefore()
		return p.rows[1].Text
	}
	if got := told(journal.MovementHand); strings.Contains(got, "before cash moved") {
		t.Errorf("handed over: %q", got)
	}
	if got := told(journal.MovementOut); !strings.Contains(got, "before cash moved") {
		t.Errorf("taken out: %q", got)
	}
}
