package journal

import (
	"fmt"
	"time"
)

// Freeze is the store's word that the journal was put back to an older state:
// a backup was restored, or the file is older than what was last seen of it.
// Sales made after Since are missing. Until a manager has confirmed that, the
// till opens no new payment. A confirmed freeze stays on record, since its
// numbers are never given out again.
type Freeze struct {
	Cause FreezeCause `json:"cause"`
	Since time.Time   `json:"since,omitzero"` // the newest commit that the journal knows; zero when not known
	At    time.Time   `json:"at"`             // when it was put back, or when that was noticed

	// TakenUp is when the till first opened the journal that was put back. It
	// then leaves a gap: the next sale of Day comes after Number, the next
	// receipt after Receipt.
	TakenUp time.Time `json:"takenUp,omitzero"`
	Day     Day       `json:"day,omitempty"`
	Number  int       `json:"number,omitempty"`
	Receipt uint64    `json:"receipt,omitempty"`
	Z       uint64    `json:"z,omitempty"`    // the next Z comes after it
	Cash    uint64    `json:"cash,omitempty"` // and the next cash receipt after this

	// Confirmed is who ended it; nil while it lasts.
	Confirmed *Decision `json:"confirmed,omitempty"`
}

// FreezeCause is why a journal is older than it was.
type FreezeCause string

// The causes.
const (
	FreezeRestored   FreezeCause = "restored"   // someone restored a backup
	FreezeRolledBack FreezeCause = "rolledBack" // the file is older than its checkpoint
)

// Recovery is how far a till has come with a journal that was put back: which
// of its open sales the gateway was asked about again.
type Recovery struct {
	Freeze
	Open    int      // sales that were open in the journal
	Waiting []SaleID // not answered for yet; none may be before the freeze ends
	Unasked []SaleID // cannot be asked about: a manager must ask the bank
}

// Ready reports whether a manager may end the freeze.
func (r *Recovery) Ready() bool { return len(r.Waiting) == 0 }

// Gap says which numbers are left out, as the audit keeps it: of each kind the first and
// the last, after the newest that the journal has.
func (f Freeze) Gap(has Head) string {
	since := "an unknown time"
	if !f.Since.IsZero() {
		since = f.Since.UTC().Format(time.RFC3339)
	}
	text := "missing since " + since
	for _, one := range []struct {
		what      string
		from, end uint64
	}{{"sales of " + string(f.Day), uint64(has.Number), uint64(f.Number)}, {"receipts", has.Receipt, f.Receipt}, {"cash receipts", has.Cash, f.Cash}, {"Zs", has.Z, f.Z}} {
		if one.end > one.from {
			text += fmt.Sprintf("; %s %d to %d are left out", one.what, one.from+1, one.end)
		}
	}
	return text
}
