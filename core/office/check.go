package office

import (
	"fmt"

	"sanduq/core/journal"
)

// Ends returns where each chain stands once the rows of the batch are taken, if
// the positions that it states are right.
func (b *Batch) Ends() (map[Chain]End, error) {
	ends := make(map[Chain]End, len(b.Chains))
	for chain, at := range b.Chains {
		e, err := End{at.Seq, at.Link}, error(nil)
		switch chain {
		case ChainReceipts:
			e, err = e.Follow(b.Receipts...)
		case ChainAudit:
			e, err = e.FollowAudit(b.Audit...)
		case ChainZs:
			e, err = e.FollowZs(b.Zs...)
		case ChainCash:
			e, err = e.FollowCash(b.Cash...)
		case ChainOwed:
			e, err = e.FollowOwed(b.Owed...)
		}
		if err != nil {
			return nil, err
		}
		ends[chain] = e
	}
	return ends, nil
}

// Rejected is a row that no office could keep, and why: Chain and Seq name it, or
// Sale. What follows it in its chain waits.
type Rejected struct {
	Chain Chain          `json:"chain,omitempty"`
	Seq   uint64         `json:"seq,omitempty"`
	Sale  journal.SaleID `json:"sale,omitempty"`
	Why   string         `json:"why"` // English, for people and logs; quotes nothing of the row
}

func (r Rejected) String() string {
	if r.Chain == "" {
		return fmt.Sprintf("sale %.20q: %s", r.Sale, r.Why)
	}
	return fmt.Sprintf("%s %d: %s", r.Chain, r.Seq, r.Why)
}
