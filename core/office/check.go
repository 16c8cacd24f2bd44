package office

import (
	"fmt"
	"strings"
	"time"

	"sanduq/core"
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

// check reports what no office could keep.
func (b *Batch) check() error {
	if b.Till <= 0 || b.Epoch <= 0 || b.Environment != core.Live && b.Environment != core.Sandbox || !kept(b.At) || b.At.IsZero() || !kept(b.BackupFailing) {
		return fmt.Errorf("%w: its head", ErrMalformed)
	}
	for _, chain := range Chains() {
		if _, named := b.Chains[chain]; !named || len(b.Chains) != len(Chains()) {
			return fmt.Errorf("%w: chains other than those of this version", ErrMalformed)
		}
	}
	for i := range b.Receipts {
		if r := &b.Receipts[i]; !r.sound() {
			return fmt.Errorf("%w: receipt %d", ErrMalformed, r.Seq)
		}
	}
	for i := range b.Audit {
		if r := &b.Audit[i]; !r.sound() {
			return fmt.Errorf("%w: line %d of the audit", ErrMalformed, r.Seq)
		}
	}
	for i := range b.Zs {
		if z := &b.Zs[i]; !z.sound() {
			return fmt.Errorf("%w: Z %d", ErrMalformed, z.Seq)
		}
	}
	for i := range b.Cash {
		if r := &b.Cash[i]; !r.sound() {
			return fmt.Errorf("%w: cash %d", ErrMalformed, r.Seq)
		}
	}
	for i := range b.Owed {
		if r := &b.Owed[i]; !r.sound() {
			return fmt.Errorf("%w: line %d of what is owed", ErrMalformed, r.Seq)
		}
	}
	seen := make(map[journal.SaleID]bool, len(b.Sales))
	for i := range b.Sales {
		s := &b.Sales[i]
		if !s.sound() || seen[s.ID] {
			return fmt.Errorf("%w: sale %.20q, or it comes twice", ErrMalformed, s.ID)
		}
		seen[s.ID] = true
	}
	return nil
}

func (r *Receipt) sound() bool {
	if r.LeftOut {
		return *r == LeftOut(r.Seq)
	}
	return SoundID(r.SaleID) && r.Minor >= 0 && r.Currency != "" && kept(r.SettledAt) &&
		texts(r.OrderID, r.PaymentID, r.TransactionID, r.Reference, r.Currency, string(r.Route), r.Payer.shown, r.Institution,
			r.Shop, r.Place, r.Till, r.Cashier)
}

func (r *AuditRow) sound() bool {
	return kept(r.At) && (r.SaleID == "" || SoundID(r.SaleID)) && texts(r.By, string(r.Action)) && fits(r.Detail, maxDetail)
}

func (s *Sale) sound() bool {
	r := &s.Rare
	for _, id := range []journal.SaleID{r.PaidTwiceWith, r.AlsoPaid, r.Replaces, r.ReplacedBy} {
		if id != "" && !SoundID(id) {
			return false
		}
	}
	for _, d := range []*Decision{&r.SetAside, &r.WithManager, &r.Resolved} {
		if !kept(d.At) || !texts(d.By, d.Reason) {
			return false
		}
	}
	return SoundID(s.ID) && s.Version > 0 && s.Version < 1<<31 && s.OrderID != "" && s.Minor >= 0 && s.Currency != "" && s.Status != "" &&
		kept(s.CreatedAt) && kept(s.UpdatedAt) && kept(s.SettledAt) && kept(s.OwedSince) && (s.Status != journal.StatusPaid || s.ReceiptSeq != 0) &&
		texts(s.OrderID, s.Currency, string(s.Status), string(s.Route), s.Cashier, s.Reference, s.Payer.shown, s.Institution,
			s.PaymentID, s.TransactionID, r.Word, r.Refusal, r.Conflict)
}

// SoundID reports whether a sale's ID is one that a till gives: a day and a number
// of that day.
func SoundID(id journal.SaleID) bool {
	n := id.Number()
	return n > 0 && journal.NewSaleID(id.Day(), n) == id && !id.Day().Time(time.UTC).IsZero()
}

func kept(t time.Time) bool { return t.IsZero() || !Moment(t).IsZero() }

func texts(all ...string) bool {
	for _, s := range all {
		if !fits(s, maxText) {
			return false
		}
	}
	return true
}

func fits(s string, limit int) bool { return len(s) <= limit && strings.IndexByte(s, 0) < 0 }
