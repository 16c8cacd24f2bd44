package journal

import "time"

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
	LeftOut   []LeftOut `json:"leftOut,omitempty"` // by it and by those before it, oldest first
}

// LeftOut are the numbers that one freeze left out, since they may stand on paper of
// which the journal knows nothing: of each kind the first and the last.
type LeftOut struct {
	Cause    FreezeCause `json:"cause"`
	Since    time.Time   `json:"since,omitzero"`  // as Freeze.Since
	Shift    uint64      `json:"shift,omitempty"` // the present one then: its Z tells of it; 0 for none
	Day      Day         `json:"day"`             // of Sales
	Sales    SeqRange    `json:"sales,omitzero"`
	Receipts SeqRange    `json:"receipts,omitzero"`
	Cash     SeqRange    `json:"cash,omitzero"`
	Zs       SeqRange    `json:"zs,omitzero"`
	Entered  uint64      `json:"entered,omitempty"` // newest row of the audit that enters one of them from paper; it names the one before
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
