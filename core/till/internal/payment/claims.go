package payment

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/ledger"
	"sanduq/core/till/internal/sched"
)

// claims keeps apart what belongs to different sales. No payment and no transaction of
// the gateway's is ever taken for two of them: the first one has it. The journal
// knows all that was ever written down; claims remembers what was claimed in this run
// besides, since a claim comes before its record. A QR may be a merchant's own, whose
// text is the same each time: it belongs to one sale for as long as that can be paid.
type claims struct {
	mu    sched.Mutex // memory only: the journal is read without it
	known [3]recent   // by journal.NameKind
}

// recent maps names to sales and forgets the oldest when it is full.
type recent struct {
	owner map[string]journal.SaleID
	order []string
}

// rememberedClaims is far more than can be claimed before the first is on the disk.
const rememberedClaims = 20_000

// reserve takes a name for a sale, unless one other than instead has it already, and
// returns whose it is.
func (c *recent) reserve(name string, id, instead journal.SaleID) journal.SaleID {
	owner, taken := c.owner[name]
	if taken && owner != instead {
		return owner
	}
	if c.owner == nil {
		c.owner = make(map[string]journal.SaleID)
	}
	c.owner[name] = id
	if !taken {
		c.order = append(c.order, name)
	}
	if len(c.order) > rememberedClaims {
		delete(c.owner, c.order[0])
		c.order = c.order[1:]
	}
	return id
}

// claimed is a name that a sale claims, and whose it is.
type claimed struct {
	kind  journal.NameKind
	name  string
	owner journal.SaleID
}

// verify is asked by the sale's SDK before it takes a payment for its own, before it
// shows a QR, and before it believes a settlement.
func (r *run) verify(ctx context.Context, s ledger.Settlement) error {
	names := []claimed{{kind: journal.NamePayment, name: s.PaymentID}, {kind: journal.NameTransaction, name: s.TransactionID}}
	for i := range names {
		var err error
		if names[i].owner, err = ownerOnDisk(ctx, r.t.cfg.Store, names[i].kind, names[i].name, r.id); err != nil {
			return err
		}
	}
	names = append(names, claimed{kind: journal.NameQR, name: s.QRPayload, owner: r.id})
	r.t.claims.assign(names, r.settledBefore(s.TransactionID))
	for _, one := range names {
		switch {
		case one.name == "" || one.owner == r.id:
		case one.kind != journal.NameQR:
			return fmt.Errorf("%w: the %s is sale %s's", core.ErrConflict, one.kind, one.owner.Paper())
		default:
			if err := r.takeQR(one.name, one.owner); err != nil {
				return err
			}
		}
	}
	if s.QRPayload != "" {
		r.tellEarlier(ctx, s.QRPayload)
	}
	return nil
}

// settledBefore reports whether the sale was settled by another transaction than this:
// it stays with its own, so that the one that is named now may be another sale's.
func (r *run) settledBefore(transaction string) bool {
	own := r.view().Session
	return own.State == core.StateSuccess && own.TransactionID != "" && own.TransactionID != transaction
}

// assign takes names for their owners as far as the journal knows, unless somebody has
// claimed one by now: of two sales that looked at once one comes first. It notes whose
// they are. With foreign it takes no transaction, and notes only whose that is.
func (c *claims) assign(names []claimed, foreign bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, one := range names {
		owner, there := c.known[one.kind].owner[one.name]
		switch {
		case one.name == "":
		case one.kind != journal.NameTransaction || !foreign:
			names[i].owner = c.known[one.kind].reserve(one.name, one.owner, "")
		case there:
			names[i].owner = owner
		}
	}
}

// ownerOnDisk returns whose a name is as far as the journal knows: the sale's that has
// a receipt for it, else the oldest one's, else mine. Files of earlier versions let
// several bear one name.
func ownerOnDisk(ctx context.Context, store journal.Store, kind journal.NameKind, name string, mine journal.SaleID) (journal.SaleID, error) {
	bearers, err := store.Bearers(ctx, kind, name, 0)
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
			return id, nil
		}
	}
	return first, nil
}

// errQRTaken is the refusal of a QR that another sale shows which can still be paid:
// nobody could tell whose the money was.
var errQRTaken = errors.New("the QR can be paid for another sale")

// takeQR takes the text of a QR that another sale has claimed, unless a sale that has
// it can still be paid. Such a sale is in hand, so that the disk is not asked.
func (r *run) takeQR(text string, owner journal.SaleID) error {
	for owner != r.id {
		if v, there := r.t.Sale(owner); there && v.QRPayable() {
			return qrTaken(owner)
		}
		r.t.mu.Lock()
		inHand := r.t.list()
		r.t.mu.Unlock()
		for _, other := range inHand { // files of earlier versions let several have one
			if v := other.view(); other.id != r.id && v.Session.QRPayload == text && v.QRPayable() {
				return qrTaken(other.id)
			}
		}
		owner = r.t.claims.takeQR(text, r.id, owner)
	}
	return nil
}

// takeQR takes the text of a QR for a sale, unless one other than instead has it, and
// returns whose it is.
func (c *claims) takeQR(text string, id, instead journal.SaleID) (owner journal.SaleID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[journal.NameQR].reserve(text, id, instead)
}

// tellEarlier logs that the QR which is about to be shown was an earlier sale's too.
func (r *run) tellEarlier(ctx context.Context, text string) {
	bearers, err := r.t.cfg.Store.Bearers(ctx, journal.NameQR, text, 2)
	if err != nil { // it keeps nothing from being shown
		r.t.cfg.Logger.Warn("earlier sales of a QR", "sale", r.id, "err", err)
	}
	for _, id := range bearers {
		if id != r.id {
			r.t.cfg.Logger.Info("QR of an earlier sale is shown again", "sale", r.id, "earlier", id)
			return
		}
	}
}

func qrTaken(by journal.SaleID) error {
	return fmt.Errorf("%w: %w: %s", core.ErrConflict, errQRTaken, by.Paper())
}
