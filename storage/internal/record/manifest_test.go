package record

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"sanduq/core/journal"
)

// TestTheManifestIsFrozen: the order of its members is part of what its MAC is made of.
func TestTheManifestIsFrozen(t *testing.T) {
	at := time.Date(2026, 11, 20, 8, 0, 0, 5, time.UTC)
	c, n, gaps := Counted{1, Digest{2}}, Chained{3, Digest{4}}, []Gap{{5, 6}}
	h := Manifest{Schema: 7, Environment: "live", Commits: 8, Open: 9, Entries: 10, Sales: c, Secrets: c, Settings: c, Totals: c, Hours: c, Journal: c, Receipts: n, Audit: n,
		Present: Present{11, Digest{12}}, Shifts: c, Debts: c, Owing: 13, Zs: n, Cash: n, Drawer: n, Owed: n, Rekeyed: 14, At: at, Figures: map[string]uint64{"paid/qr": 15}}
	h.Freeze, h.Gaps, h.ZGaps, h.CashGaps = &journal.Freeze{Cause: journal.FreezeRestored, At: at}, gaps, gaps, gaps
	text, err := json.Marshal(h)
	if sum := fmt.Sprintf("%x", sha256.Sum256(text)); err != nil || sum != "f9966a1590ee4ae9e7dbd344b5fd7599a45811903fea8ee9acfb5f0531fbf858" {
		t.Errorf("%s is written now, error %v: %s", sum, err, text)
	}
}

// TestASecondFreezeKeepsWhatTheFirstLeftOut: the Zs of then go on telling of it.
func TestASecondFreezeKeepsWhatTheFirstLeftOut(t *testing.T) {
	left := journal.LeftOut{Cause: journal.FreezeRestored, Shift: 3, Day: "20261120", Receipts: journal.SeqRange{First: 2, Last: 40}}
	h := Manifest{Commits: 9, Frozen: Frozen{Freeze: &journal.Freeze{Cause: journal.FreezeRestored, Receipt: 40, LeftOut: []journal.LeftOut{left}}}}
	h.PutBack(journal.FreezeRolledBack, time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC))
	if f := h.Freeze; f.Cause != journal.FreezeRolledBack || f.Receipt != 40 || len(f.LeftOut) != 1 || f.LeftOut[0] != left {
		t.Errorf("%+v", f)
	}
}
