//go:build linux

package page

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office/agent"
)

// books are what a till's store holds, whatever a test writes into them.
type books struct {
	receipts []journal.Receipt
	audit    []journal.AuditRow
	zs       []journal.Z
	cash     []journal.CashReceipt
	debts    []journal.DebtRow // of debts of their own
	sales    []journal.Sale
}

func at[T any](all []T, seq uint64) (one T, err error) {
	if seq == 0 || seq > uint64(len(all)) {
		return one, journal.ErrNotFound
	}
	return all[seq-1], nil
}

func (b *books) Receipt(_ context.Context, seq uint64) (journal.Receipt, error) {
	return at(b.receipts, seq)
}
func (b *books) Z(_ context.Context, seq uint64) (journal.Z, error) { return at(b.zs, seq) }
func (b *books) CashReceipt(_ context.Context, seq uint64) (journal.CashReceipt, error) {
	return at(b.cash, seq)
}

func (b *books) Audit(_ context.Context, before uint64, limit int) ([]journal.AuditRow, error) {
	rows := slices.Clone(b.audit[:min(before-1, uint64(len(b.audit)))])
	slices.Reverse(rows)
	return rows[:min(limit, len(rows))], nil
}

func (b *books) Debts(_ context.Context, q journal.DebtQuery) (out []journal.Debt, err error) {
	for _, r := range slices.Backward(b.debts) {
		if q.Before == 0 || r.Debt < q.Before {
			out = append(out, journal.Debt{Number: r.Debt})
		}
	}
	return out, nil
}

func (b *books) DebtRows(_ context.Context, debt uint64) (out []journal.DebtRow, err error) {
	for _, r := range b.debts {
		if r.Debt == debt {
			out = append(out, r)
		}
	}
	return out, nil
}

func (b *books) Sale(_ context.Context, id journal.SaleID) (journal.Sale, error) {
	i := slices.IndexFunc(b.sales, func(s journal.Sale) bool { return s.ID == id })
	return at(b.sales, uint64(i+1))
}

func (b *books) OpenSales(context.Context) ([]journal.Sale, error) { return nil, nil }

func (b *books) Sales(_ context.Context, q journal.SaleQuery) (p journal.SalePage, err error) {
	for _, s := range slices.Backward(b.sales) {
		if d := s.ID.Day(); (q.Before == "" || s.ID < q.Before) && d >= q.From && d <= cmp.Or(q.To, "99991231") {
			p.Sales = append(p.Sales, s)
		}
	}
	return p, nil
}

func (b *books) Figures(_ context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return func(yield func(journal.Figure, error) bool) {
		for _, s := range b.sales {
			if d := s.ID.Day(); d >= from && d <= cmp.Or(to, "99991231") && !yield(journal.Figure{FigureKey: journal.FigureKeyOf(s), Number: 1, Minor: s.Amount.Minor}, nil) {
				return
			}
		}
	}
}

func (b *books) Head(context.Context, journal.Day) (journal.Head, error) {
	return journal.Head{Receipt: uint64(len(b.receipts)), Audit: uint64(len(b.audit)), Z: uint64(len(b.zs)), Cash: uint64(len(b.cash)), DebtRow: uint64(len(b.debts))}, nil
}

// enrolled is a till of the office, and how it is spoken to.
func (p *place) enrolled(shop, name, address string) (number int64, client *agent.Client) {
	p.Helper()
	number, err := p.AddTill(p.Context(), shop, name, core.Live)
	if err != nil {
		p.Fatal(err)
	}
	code, err := p.Code(p.Context(), number)
	if err != nil {
		p.Fatal(err)
	}
	stranger, err := agent.NewClient(address, core.Secret{}, nil)
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(stranger.Close)
	_, _, _, key, err := stranger.Enrol(p.Context(), code, core.Live)
	if err == nil {
		client, err = agent.NewClient(address, key, nil)
	}
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(client.Close)
	return number, client
}

// send lets an agent send all that the office has not.
func (p *place) send(till int64, by agent.Office, from *books) {
	p.Helper()
	p.sendFrom(till, by, from, p.clock)
}

// sendFrom is send of a till with a clock of its own.
func (p *place) sendFrom(till int64, by agent.Office, from agent.Store, clock func() time.Time) {
	p.Helper()
	a, err := agent.New(agent.Config{Store: from, Office: by, Till: till, Environment: core.Live, Now: clock})
	if err != nil {
		p.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(p.Context(), 30*time.Second)
	ended := make(chan struct{})
	go func() { _ = a.Run(ctx); close(ended) }()
	defer func() { cancel(); <-ended }()
	for {
		waiting, known, err := a.Waiting(ctx)
		if s := a.Status(); err != nil || s.Failing {
			p.Fatalf("%v, %+v", err, s)
		} else if known && waiting == 0 && !s.Heard.IsZero() {
			return
		}
		a.Wake("")
		time.Sleep(20 * time.Millisecond)
	}
}

// noFaults fails the test where the office's books contradict themselves, as far as
// records that a test made up can make sense.
func (p *place) noFaults(t *testing.T, but ...string) {
	t.Helper()
	r, err := p.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Faults {
		if !slices.ContainsFunc(but, func(part string) bool { return strings.Contains(f, part) }) {
			t.Errorf("verify: %s", f)
		}
	}
}

var _ agent.Store = (*books)(nil)
var _ agent.Office = (*agent.Client)(nil)
