package ledger

import (
	"testing"
	"time"
)

// TestLedgerIsSynced: a killed process does not show a missing sync, since the system keeps its pages; a pulled plug
// would.
func TestLedgerIsSynced(t *testing.T) {
	l, err := Open(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	writes := func() int64 { stats := l.db.Stats(); return stats.TxStats.GetWrite() }
	before := writes()
	if err := l.Update(func(tx *Tx) error { return tx.Put(bucketMeta, []byte("mark"), 1) }); err != nil {
		t.Fatal(err)
	}
	if l.db.NoSync || l.db.NoGrowSync || writes() == before {
		t.Fatal("an update returns before it is on disk")
	}
}
