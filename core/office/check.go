package office

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

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

// checkHead reports what no office could read.
func (b *Batch) checkHead() error {
	if err := within(&b.Head); err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	for _, chain := range Chains() {
		at, named := b.Chains[chain]
		if !named || len(b.Chains) != len(Chains()) {
			return fmt.Errorf("%w: chains other than those of this version", ErrMalformed)
		}
		if err := within(&at); err != nil {
			return fmt.Errorf("%w: %w", ErrMalformed, err)
		}
	}
	return nil
}

// sift takes rows out of the batch that no office could keep, and with each row of a
// chain those that follow it.
func (b *Batch) sift() {
	b.Receipts = sound(b, ChainReceipts, b.Receipts)
	b.Audit = sound(b, ChainAudit, b.Audit)
	b.Zs = sound(b, ChainZs, b.Zs)
	b.Cash = sound(b, ChainCash, b.Cash)
	b.Owed = sound(b, ChainOwed, b.Owed)
	seen := make(map[journal.SaleID]bool, len(b.Sales))
	b.Sales = slices.DeleteFunc(b.Sales, func(s Sale) bool {
		err := later(reflect.ValueOf(&s).Elem(), b.Version)
		if err == nil {
			err = s.sound()
		}
		if err == nil && seen[s.ID] {
			err = errTwice
		}
		seen[s.ID] = true
		if err != nil {
			b.Rejected = append(b.Rejected, Rejected{Sale: journal.SaleID(Clean(string(s.ID), maxWord)), Why: err.Error()})
		}
		return err != nil
	})
}

// sound returns the rows of a chain before the first that is not.
func sound[T any, R interface {
	*T
	row
	sound() error
}](b *Batch, chain Chain, rows []T) []T {
	for i := range rows {
		err := later(reflect.ValueOf(&rows[i]).Elem(), b.Version)
		if err == nil {
			err = R(&rows[i]).sound()
		}
		if err != nil {
			b.Rejected = append(b.Rejected, Rejected{Chain: chain, Seq: R(&rows[i]).Number(), Why: err.Error()})
			return rows[:i]
		}
	}
	return rows
}

var (
	errTwice   = errors.New("it comes twice in a batch")
	errLeftOut = errors.New("a number that was left out has nothing else")
	errPaid    = errors.New("Sale: paid, and without a receipt")
	errOpens   = errors.New("OwedRow: the line that opens has an amount and a currency, no other has")
)

func (r *Receipt) sound() error {
	if r.LeftOut {
		return leftOut(*r == LeftOut(r.Seq), r.Seq)
	}
	return within(r)
}

func (r *AuditRow) sound() error { return within(r) }

func (s *Sale) sound() error {
	if s.Status == journal.StatusPaid && s.ReceiptSeq == 0 {
		return errPaid
	}
	return within(s)
}

func (z *Z) sound() error {
	if z.LeftOut {
		return leftOut(*z == Z{Seq: z.Seq, LeftOut: true}, z.Seq)
	}
	return within(z)
}

func (r *Cash) sound() error {
	if r.LeftOut {
		return leftOut(*r == Cash{Seq: r.Seq, LeftOut: true}, r.Seq)
	}
	return within(r)
}

func (r *OwedRow) sound() error {
	if opens := r.Kind == journal.DebtOpened; opens != (r.Owed > 0) || opens != (r.Currency != "") {
		return errOpens
	}
	return within(r)
}

func leftOut(blank bool, seq uint64) error {
	if !blank {
		return errLeftOut
	}
	if seq < 1 || seq > maxBigint {
		return errOutside
	}
	return nil
}
