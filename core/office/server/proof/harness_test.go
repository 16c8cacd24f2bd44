//go:build linux

package proof_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/office/agent"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

func TestMain(m *testing.M) { postgres.Main(m, schema.Migrate) }

var noon = time.Date(2026, 11, 20, 12, 0, 0, 123456000, time.UTC)

// place is an office with a till that sells, sends and seals by package agent.
type place struct {
	*testing.T
	*storetest.Memory
	db       *pgxpool.Pool
	database string
	now      time.Time
	agent    *agent.Agent
	till     int64
	lines    uint64
	receipts uint64
	author   string // of the audit's lines
	start    func() // the till's program, again
}

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{T: t, Memory: storetest.NewMemory(), database: postgres.Database(t), now: noon, author: "Samira"}
	db, err := pgxpool.New(t.Context(), p.database)
	if err != nil {
		t.Fatal(err)
	}
	c, err := collector.Open(t.Context(), collector.Config{Database: p.database, Now: func() time.Time { return p.now }})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(c.Handler())
	t.Cleanup(func() { web.Close(); c.Close(); db.Close() })
	p.db = db
	if p.till, err = c.AddTill(t.Context(), "Harbour", "2", core.Live); err != nil {
		t.Fatal(err)
	}
	code, err := c.Code(t.Context(), p.till)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := agent.NewClient(web.URL, core.Secret{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _, _, key, err := stranger.Enrol(t.Context(), code, core.Live)
	if err != nil {
		t.Fatal(err)
	}
	client, err := agent.NewClient(web.URL, key, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stranger.Close(); client.Close() })
	p.start = func() {
		if p.agent, err = agent.New(agent.Config{Store: p, Office: client, Till: p.till, Environment: core.Live, Now: func() time.Time { return p.now }}); err != nil {
			t.Fatal(err)
		}
	}
	p.start()
	return p
}

// sell writes paid sales of a day.
func (p *place) sell(day journal.Day, from, to int) {
	p.Helper()
	for n := from; n <= to; n++ {
		id, amount := journal.NewSaleID(day, n), money.Amount{Minor: int64(1000 + n), Currency: "LYD"}
		at := day.Time(time.UTC).Add(9*time.Hour + time.Duration(n)*time.Second)
		s := journal.Sale{ID: id, Version: 1, OrderID: string(id), Amount: amount, Environment: core.Live, CreatedAt: at, UpdatedAt: at, Step: journal.StepSession, Cashier: "Samira", AcknowledgedAt: at,
			Session: core.PaymentSession{PaymentID: "P" + string(id), OrderID: string(id), Amount: amount, State: core.StateSuccess}}
		p.receipts++
		p.lines++
		s.ReceiptSeq, s.SettledAt = p.receipts, at
		r := journal.Receipt{Seq: p.receipts, SaleID: id, OrderID: s.OrderID, PaymentID: s.Session.PaymentID, Amount: amount, SettledAt: at, Environment: core.Live, Cashier: s.Cashier}
		if err := p.Commit(context.Background(), journal.Change{Sale: &s, Receipt: &r, Audit: []journal.AuditRow{{Seq: p.lines, At: at, By: p.author, Action: journal.AuditSettled, SaleID: id}}}); err != nil {
			p.Fatal(err)
		}
	}
}

// send lets the till send until the office has a seal of every day as it is.
func (p *place) send() {
	p.Helper()
	p.now = p.now.Add(25 * time.Hour) // days are compared once a day
	ctx, cancel := context.WithTimeout(p.Context(), 20*time.Second)
	defer cancel()
	ended := make(chan struct{})
	go func() { defer close(ended); _ = p.agent.Run(ctx) }()
	for ctx.Err() == nil {
		var waits bool
		if err := p.db.QueryRow(ctx, `SELECT (SELECT count(*) FROM sales) + (SELECT coalesce(sum(rows), 0) FROM gone_months WHERE of = 'sales') <> $1 OR EXISTS (SELECT FROM (SELECT day, count(*) AS n FROM sales GROUP BY 1) x
			WHERE coalesce((SELECT s.sales FROM seals s WHERE s.day = x.day ORDER BY no DESC LIMIT 1), 0) <> x.n)`, p.receipts).Scan(&waits); err != nil {
			p.Fatal(err)
		}
		if !waits {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if ctx.Err() != nil {
		p.Fatalf("nothing is sealed: %+v", p.agent.Status())
	}
	cancel()
	<-ended
}

func (p *place) exec(sql string, args ...any) {
	p.Helper()
	if _, err := p.db.Exec(p.Context(), sql, args...); err != nil {
		p.Fatalf("%s: %v", sql, err)
	}
}

// recount verifies, all or what is new.
func (p *place) recount(all bool, published string) (proof.Verdict, []string) {
	p.Helper()
	p.now = p.now.Add(time.Hour) // seals have come for good by then
	v, r, err := proof.Recount(p.Context(), p.db, all, p.now, strings.NewReader(published))
	if err != nil {
		p.Fatal(err)
	}
	return v, r.Faults
}
