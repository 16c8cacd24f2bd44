package reader

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
)

// saleOf is a sale as a till would have it, as far as it left its till. Its status
// is the one that was told.
func saleOf(l office.Listing, practice bool) journal.Sale {
	o := l.Sale
	amount := money.Amount{Minor: o.Minor, Currency: o.Currency}
	s := journal.Sale{ID: l.ID(), Version: o.Version, OrderID: o.OrderID, Reference: o.Reference, Amount: amount, Environment: core.Live, Cashier: o.Cashier,
		CreatedAt: o.CreatedAt, UpdatedAt: o.UpdatedAt, Step: journal.StepSession, Route: o.Route, Institution: o.Institution, SettledAt: o.SettledAt, OwedSince: o.OwedSince,
		Copies: o.Rare.Copies, Booked: o.Booked, Stale: o.Rare.Stale, SetAside: decided(o.Rare.SetAside), WithManager: decided(o.Rare.WithManager),
		Session: core.PaymentSession{PaymentID: o.PaymentID, TransactionID: o.TransactionID, OrderID: o.OrderID, Amount: amount, MaskedAccount: o.Payer.String(),
			RawStatus: o.Rare.Word, Late: o.Rare.Late}}
	if practice {
		s.Environment = core.Sandbox
	}
	switch o.Status {
	case journal.StatusPaid:
		s.Session.State, s.ReceiptSeq = core.StateSuccess, o.ReceiptSeq
	case journal.StatusCash:
		s.CashSeq = 1 // there is one; its number does not leave the till
	case journal.StatusResolved:
		if s.ResolvedOutside = decided(o.Rare.Resolved); s.ResolvedOutside == nil {
			s.ResolvedOutside = &journal.Decision{}
		}
	case journal.StatusNotOpened:
		s.Step = journal.StepNotSent
	case journal.StatusFailed:
		s.Session.State = core.StateFailed
	case journal.StatusExpired:
		s.Session.State = core.StateExpired
	case journal.StatusSetAside:
		if s.SetAside == nil {
			s.SetAside = &journal.Decision{}
		}
	default:
		s.SetAside = nil // it would be the status
		underWay(&s, o.Status)
	}
	return s
}

// underWay gives a sale without an end its status.
func underWay(s *journal.Sale, status journal.Status) {
	s.Session.State = core.StateWaitingPayment
	switch status {
	case journal.StatusOpening:
		s.Step = journal.StepIntent
	case journal.StatusChoosing:
		s.Session.State = core.StatePending
	case journal.StatusEntry:
		s.Step = journal.StepValidateIntent
	case journal.StatusCode:
		s.Session.State = core.StateOTPRequired
	case journal.StatusWaiting:
	default: // unknown, or a word of a newer office: nobody knows
		s.Capped = true
	}
}

func decided(d office.Decision) *journal.Decision {
	if d.At.IsZero() {
		return nil
	}
	return &journal.Decision{At: d.At, By: d.By, Reason: d.Reason}
}

// Place is a shop, or a till of it.
type Place struct {
	ID     string // for a SaleQuery
	Name   string // "Harbour", "Harbour, Till 2"
	IsShop bool
}

// Places are the shops and tills that there are, shops first.
func (r *Reader) Places() (out []Place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	shown := maps.Clone(r.tills)
	maps.DeleteFunc(shown, func(_ int64, t office.TillHeard) bool { return t.Practice == r.live })
	return placesOf(shown)
}

func parsePlace(id string) (shop, of int64, err error) {
	if id == "" {
		return 0, 0, nil
	}
	kind, number, _ := strings.Cut(id, ":")
	n, err := strconv.ParseInt(number, 10, 32)
	switch {
	case err != nil || n <= 0:
	case kind == "shop":
		return n, 0, nil
	case kind == "till":
		return 0, n, nil
	}
	return 0, 0, fmt.Errorf("%w: place %q", ErrAsked, id)
}

// PlaceOf is the name of the till of a sale.
func (r *Reader) PlaceOf(id journal.SaleID) string {
	l, ok := office.ParseID(id)
	if !ok {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t, known := r.tills[l.Till]
	if !known {
		return "" // enrolled since; the next look at the tills knows it
	}
	return NameOf(t)
}

// NameOf is a till by its shop and its own name: "Harbour 2" of the shop's second
// till, whose number alone is enough.
func NameOf(t office.TillHeard) string {
	name := strings.TrimSpace(t.Name)
	if last := strings.LastIndexByte(name, ' '); last >= 0 {
		if _, err := strconv.Atoi(name[last+1:]); err == nil {
			name = name[last+1:]
		}
	}
	return t.Shop + " " + name
}

// TillPlace is a till as a SaleQuery names it.
func TillPlace(t office.TillHeard) string { return "till:" + strconv.FormatInt(t.Till, 10) }

func placesOf(tills map[int64]office.TillHeard) (out []Place) {
	shops := map[int64]bool{}
	var each []Place
	for _, t := range tills {
		if !shops[t.ShopID] {
			shops[t.ShopID] = true
			out = append(out, Place{ID: "shop:" + strconv.FormatInt(t.ShopID, 10), Name: t.Shop, IsShop: true})
		}
		each = append(each, Place{ID: TillPlace(t), Name: NameOf(t)})
	}
	byName := func(a, b Place) int { return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID)) }
	slices.SortFunc(out, byName)
	slices.SortFunc(each, byName)
	return append(out, each...)
}
