package payment

import (
	"context"
	"fmt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/sched"
)

// claims keeps apart what belongs to different sales: no payment, no transaction and no
// QR of the gateway's is ever taken for two of them. Whoever comes first has it. The
// journal knows all that was ever written down; claims remembers what was claimed in
// this run besides, since a claim comes before its record.
type claims struct {
	mu    sched.Mutex
	known map[journal.NameKind]*recent
}

// recent maps names to sales and forgets the oldest when it is full.
type recent struct {
	owner map[string]journal.SaleID
	order []string
}

// rememberedClaims is far more than can be claimed before the first is on the disk.
const rememberedClaims = 20_000

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

// verify is asked by the sale's SDK before it takes a payment for its own, before it
// shows a QR, and before it believes a settlement.
func (r *run) verify(ctx context.Context, s core.Settlement) error {
	c := &r.t.claims
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, one := range []struct {
		kind journal.NameKind
		name string
	}{{journal.NamePayment, s.PaymentID}, {journal.NameTransaction, s.TransactionID}, {journal.NameQR, s.QRPayload}} {
		if one.name == "" {
			continue
		}
		if owner, err := c.owner(ctx, r.t.cfg.Store, one.kind, one.name, r.id); err != nil {
			return err
		} else if owner != r.id {
			return fmt.Errorf("%w: the %s is sale %s's", core.ErrConflict, one.kind, owner.Paper())
		}
	}
	return nil
}

// owner takes a name for a sale and returns whose it is: the sale's that has a receipt
// for it, else the oldest one's. Files of earlier versions let several bear one name. The caller holds the claims'
// lock.
func (c *claims) owner(ctx context.Context, store journal.Store, kind journal.NameKind, name string, mine journal.SaleID) (journal.SaleID, error) {
	if c.known == nil {
		c.known = map[journal.NameKind]*recent{}
		for _, kind := range journal.NameKinds() {
			c.known[kind] = &recent{}
		}
	}
	known := c.known[kind]
	if owner, there := known.owner[name]; there {
		return owner, nil
	}
	bearers, err := store.Bearers(ctx, kind, name)
	if err != nil {
		return "", fmt.Errorf("look the %s up: %w", kind, err)
	}
	first := mine
	for _, id := range bearers { // the newest comes first
		if kind != journal.NameTransaction { // which a reply may say of a sale that it does not settle
			first = id
		}
		if id == mine {
			continue
		}
		other, err := store.Sale(ctx, id)
		if err != nil {
			return "", fmt.Errorf("look the %s's sale up: %w", kind, err)
		}
		if other.ReceiptSeq != 0 { // money of that name is counted already
			return known.claim(name, id), nil
		}
	}
	return known.claim(name, first), nil
}
