package payment

import (
	"context"
	"fmt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/sched"
)

// claims keeps apart what belongs to different sales: no payment and no
// transaction of the gateway's is ever taken for two of them. Whoever comes
// first has it. It remembers the newest of this run and of the journal; a
// transaction of long ago is looked up in the journal.
type claims struct {
	mu           sched.Mutex
	seeded       bool
	payments     recent
	transactions recent
}

// recent maps names to sales and forgets the oldest when it is full.
type recent struct {
	owner map[string]journal.SaleID
	order []string
}

const (
	rememberedClaims = 20_000
	seededSales      = 500
	claimPage        = 100
	claimPages       = 20 // of a search whose text is also found in other places
)

// claim takes a name for a sale and returns whose it is.
func (c *recent) claim(name string, id journal.SaleID) journal.SaleID {
	if owner, taken := c.owner[name]; taken {
		return owner
	}
	if c.owner == nil {
		c.owner = make(map[string]journal.SaleID)
	}
	c.owner[name] = id
	if c.order = append(c.order, name); len(c.order) > rememberedClaims {
		delete(c.owner, c.order[0])
		c.order = c.order[1:]
	}
	return id
}

// verify is asked by the sale's SDK before it takes a payment for its own and
// before it believes a settlement.
func (r *run) verify(ctx context.Context, s core.Settlement) error {
	c := &r.t.claims
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.seed(ctx, r.t.cfg.Store); err != nil {
		return err
	}
	if owner := c.payments.claim(s.PaymentID, r.id); owner != r.id {
		return fmt.Errorf("%w: the payment is sale %s's", core.ErrConflict, owner.Paper())
	}
	if s.TransactionID == "" {
		return nil
	}
	owner, known := c.transactions.owner[s.TransactionID]
	if !known {
		var err error
		if owner, err = settledBy(ctx, r.t.cfg.Store, s.TransactionID, r.id); err != nil {
			return err
		}
		c.transactions.claim(s.TransactionID, owner)
	}
	if owner != r.id {
		return fmt.Errorf("%w: the transaction is sale %s's", core.ErrConflict, owner.Paper())
	}
	return nil
}

// seed takes in the newest sales of the journal, once. The caller holds
// the claims' lock.
func (c *claims) seed(ctx context.Context, store journal.Store) error {
	if c.seeded {
		return nil
	}
	var before journal.SaleID
	for n := 0; n < seededSales; n += claimPage {
		page, err := store.Sales(ctx, journal.SaleQuery{Before: before, Limit: claimPage})
		if err != nil {
			return fmt.Errorf("read the newest sales: %w", err)
		}
		for _, s := range page.Sales {
			before = s.ID
			if s.Session.PaymentID != "" {
				c.payments.claim(s.Session.PaymentID, s.ID)
			}
			if s.ReceiptSeq != 0 && s.Session.TransactionID != "" {
				c.transactions.claim(s.Session.TransactionID, s.ID)
			}
		}
		if !page.More {
			break
		}
	}
	c.seeded = true
	return nil
}

// settledBy returns which sale of the journal a transaction settled, or mine
// when none of the others.
func settledBy(ctx context.Context, store journal.Store, transaction string, mine journal.SaleID) (journal.SaleID, error) {
	var before journal.SaleID
	for range claimPages {
		page, err := store.Sales(ctx, journal.SaleQuery{Search: transaction, Before: before, Limit: claimPage})
		if err != nil {
			return "", fmt.Errorf("look the transaction up: %w", err)
		}
		for _, s := range page.Sales {
			if before = s.ID; s.ID != mine && s.ReceiptSeq != 0 && s.Session.TransactionID == transaction {
				return s.ID, nil
			}
		}
		if !page.More {
			break
		}
	}
	return mine, nil
}
