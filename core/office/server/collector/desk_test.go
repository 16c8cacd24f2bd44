//go:build linux

package collector

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

func TestMain(m *testing.M) { postgres.Main(m, schema.Migrate) }

var noon = time.Date(2026, 11, 20, 12, 0, 0, 123456000, time.UTC)

// place is an office under test.
type place struct {
	*testing.T
	*Collector
	url      string // of the handler
	database string
	mu       sync.Mutex // guards now, which collectors read while a test goes on
	now      time.Time
}

func (p *place) clock() time.Time { p.mu.Lock(); defer p.mu.Unlock(); return p.now }

func (p *place) later(d time.Duration) { p.mu.Lock(); defer p.mu.Unlock(); p.now = p.now.Add(d) }

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{T: t, database: postgres.Database(t), now: noon}
	p.open()
	for _, of := range []string{"receipts", "audit", "sales", "cash"} { // package months does it where somebody works
		for _, month := range []time.Time{noon.AddDate(0, -1, 0), noon, noon.AddDate(0, 1, 0)} {
			query[bool](p, "SELECT keep_month($1, $2::date)", of, month)
		}
	}
	return p
}

// open starts one more collector on the database.
func (p *place) open() {
	p.Helper()
	c, err := Open(context.Background(), Config{Database: p.database, Now: p.clock})
	if err != nil {
		p.Fatal(err)
	}
	server := httptest.NewUnstartedServer(c.Handler())
	server.Config = Server(c.Handler())
	server.Start()
	p.Collector, p.url = c, server.URL
	p.Cleanup(c.Close)
	p.Cleanup(server.Close)
}

// ask sends a message and reads the answer; a refusal is the error.
func ask(url, key string, body io.Reader, into any) error {
	method := http.MethodPost
	if body == nil {
		method = http.MethodGet
	}
	r, err := http.NewRequest(method, url, body)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode == http.StatusOK {
		return json.NewDecoder(resp.Body).Decode(into)
	}
	said := &office.Refusal{}
	if err := json.NewDecoder(resp.Body).Decode(said); err != nil {
		return fmt.Errorf("%s: %w", resp.Status, err)
	}
	if said.Message == "" || statuses[said.Code] != resp.StatusCode {
		return fmt.Errorf("%s with %+v", resp.Status, said)
	}
	return said
}

// query reads one value.
func query[T any](p *place, sql string, args ...any) (out T) {
	p.Helper()
	if err := p.db.current().QueryRow(context.Background(), sql, args...).Scan(&out); err != nil {
		p.Fatalf("%s: %v", sql, err)
	}
	return out
}

// exec runs a statement.
func (p *place) exec(sql string) {
	p.Helper()
	if _, err := p.db.current().Exec(context.Background(), sql); err != nil {
		p.Fatalf("%s: %v", sql, err)
	}
}

// everything is the content of all tables but when a till was heard.
func (p *place) everything() string {
	p.Helper()
	var out bytes.Buffer
	for _, table := range []string{"receipts", "audit", "zs", "cash", "owed", "debts", "sales", "totals", "chains", "epochs", "alarms", "keys"} {
		rows, err := p.db.current().Query(context.Background(), "SELECT x::text FROM "+table+" x ORDER BY 1")
		if err != nil {
			p.Fatal(err)
		}
		all, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			p.Fatal(err)
		}
		fmt.Fprintln(&out, table, all)
	}
	return out.String()
}

// sound fails the test when the database contradicts itself.
func (p *place) sound() proof.Report {
	p.Helper()
	r, err := p.Verify(context.Background())
	if err != nil {
		p.Fatal(err)
	}
	for _, f := range r.Faults {
		p.Errorf("verify: %s", f)
	}
	return r
}

// alarms are the kinds of alarms of a till, in order.
func (p *place) alarms(till int64) []string {
	p.Helper()
	rows, err := p.db.current().Query(context.Background(), "SELECT kind FROM alarms WHERE till_id = $1 ORDER BY id", till)
	if err != nil {
		p.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		p.Fatal(err)
	}
	return all
}

// desk is a till without a disk, as far as an office knows one.
type desk struct {
	url, key string
	number   int64
	receipts []office.Receipt
	audit    []office.AuditRow
	zs       []office.Z
	cash     []office.Cash
	owed     []office.OwedRow
	sales    map[journal.SaleID]office.Sale
	told     map[journal.SaleID]uint64 // versions
	cursor   office.Cursor
	now      time.Time
	name     string
}

func (p *place) desk(shop, name string) *desk {
	p.Helper()
	number, err := p.AddTill(context.Background(), shop, name, core.Live)
	if err != nil {
		p.Fatal(err)
	}
	return p.deskOf(number)
}

// deskOf enrols a till again.
func (p *place) deskOf(number int64) *desk {
	p.Helper()
	code, err := p.Code(context.Background(), number)
	if err != nil {
		p.Fatal(err)
	}
	d := &desk{url: p.url, number: number, sales: map[journal.SaleID]office.Sale{}, told: map[journal.SaleID]uint64{}, now: p.clock(), name: fmt.Sprint(number)}
	var e office.Enrolled
	if err := ask(p.url+"/v1/enrol", "", jsonBody(office.Enrol{Version: 1, Code: code.Reveal(), Environment: core.Live}), &e); err != nil {
		p.Fatal(err)
	}
	if e.Till != number || e.Key == "" {
		p.Fatalf("enrolled as %+v", e)
	}
	d.key = e.Key
	d.ask(p.T)
	return d
}

func jsonBody(v any) io.Reader {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // of a test's own value
	}
	return bytes.NewReader(text)
}

// ask asks for the cursor.
func (d *desk) ask(t testing.TB) {
	t.Helper()
	d.cursor = office.Cursor{}
	if err := ask(d.url+"/v1/cursor", d.key, nil, &d.cursor); err != nil {
		t.Fatal(err)
	}
}

// copy is the till as a copy of its disk would have it.
func (d *desk) copy() *desk {
	c := *d
	c.receipts, c.audit, c.sales, c.told = slices.Clone(d.receipts), slices.Clone(d.audit), maps.Clone(d.sales), maps.Clone(d.told)
	return &c
}

// charge opens a sale.
func (d *desk) charge(day journal.Day, minor int64) journal.SaleID {
	number := 1
	for id := range d.sales {
		if id.Day() == day {
			number = max(number, id.Number()+1)
		}
	}
	id := journal.NewSaleID(day, number)
	at := day.Time(time.UTC).Add(10*time.Hour + time.Duration(number)*time.Second)
	d.sales[id] = office.Sale{ID: id, Version: 1, OrderID: fmt.Sprintf("%s-%s-%d", id.Paper(), d.name, minor), Minor: minor, Currency: "LYD", CreatedAt: at,
		UpdatedAt: at, Status: journal.StatusWaiting, Open: true, Route: core.RouteQR, Cashier: "Samira", PaymentID: "P" + string(id)}
	return id
}

// setStatus changes a sale's state.
func (d *desk) setStatus(id journal.SaleID, status journal.Status) {
	s := d.sales[id]
	s.Version, s.UpdatedAt, s.Status, s.Open = s.Version+1, s.UpdatedAt.Add(time.Second), status, status.Group() == journal.GroupOpen
	if status == journal.StatusPaid {
		s.ReceiptSeq, s.SettledAt, s.TransactionID = uint64(len(d.receipts)+1), s.UpdatedAt, "T-"+s.OrderID
		d.receipts = append(d.receipts, office.Receipt{Seq: s.ReceiptSeq, SaleID: id, OrderID: s.OrderID, PaymentID: s.PaymentID, TransactionID: s.TransactionID,
			Minor: s.Minor, Currency: s.Currency, Route: s.Route, Payer: office.Mask("•••• 4417"), SettledAt: s.SettledAt, Shop: "Al Noor Market", Place: "Harbour", Till: d.name, Cashier: s.Cashier})
		d.writeAudit(journal.AuditSettled, id)
	}
	d.sales[id] = s
}

func (d *desk) writeAudit(action journal.AuditAction, id journal.SaleID) {
	d.audit = append(d.audit, office.AuditRow{Seq: uint64(len(d.audit) + 1), At: noon, By: "Samira", Action: action, SaleID: id, Detail: "طلب"})
}

// pay opens and settles a sale.
func (d *desk) pay(day journal.Day, minor int64) journal.SaleID {
	id := d.charge(day, minor)
	d.setStatus(id, journal.StatusPaid)
	return id
}

// batch is all that the office has not.
func (d *desk) batch() *office.Batch {
	b := &office.Batch{Head: office.Head{Version: office.Version, Till: d.number, Epoch: d.cursor.Epoch, Environment: core.Live, At: d.now, Chains: map[office.Chain]office.Position{}}}
	at := min(d.cursor.Chains[office.ChainReceipts].Seq, uint64(len(d.receipts)))
	e, _ := office.End{}.Follow(d.receipts[:at]...)
	b.Chains[office.ChainReceipts] = office.Position{Seq: d.cursor.Chains[office.ChainReceipts].Seq, Link: e.Link, Newest: uint64(len(d.receipts))}
	b.Receipts = slices.Clone(d.receipts[at:])
	at = min(d.cursor.Chains[office.ChainAudit].Seq, uint64(len(d.audit)))
	e, _ = office.End{}.FollowAudit(d.audit[:at]...)
	b.Chains[office.ChainAudit] = office.Position{Seq: d.cursor.Chains[office.ChainAudit].Seq, Link: e.Link, Newest: uint64(len(d.audit))}
	b.Audit = slices.Clone(d.audit[at:])
	d.day(b)
	for _, id := range slices.Sorted(maps.Keys(d.sales)) {
		if s := d.sales[id]; d.told[id] != s.Version {
			b.Sales = append(b.Sales, s)
		}
	}
	return b
}

// day adds the rows of the till's day.
func (d *desk) day(b *office.Batch) {
	at := min(d.cursor.Chains[office.ChainZs].Seq, uint64(len(d.zs)))
	e, _ := office.End{}.FollowZs(d.zs[:at]...)
	b.Chains[office.ChainZs] = office.Position{Seq: d.cursor.Chains[office.ChainZs].Seq, Link: e.Link, Newest: uint64(len(d.zs))}
	b.Zs = slices.Clone(d.zs[at:])
	at = min(d.cursor.Chains[office.ChainCash].Seq, uint64(len(d.cash)))
	e, _ = office.End{}.FollowCash(d.cash[:at]...)
	b.Chains[office.ChainCash] = office.Position{Seq: d.cursor.Chains[office.ChainCash].Seq, Link: e.Link, Newest: uint64(len(d.cash))}
	b.Cash = slices.Clone(d.cash[at:])
	at = min(d.cursor.Chains[office.ChainOwed].Seq, uint64(len(d.owed)))
	e, _ = office.End{}.FollowOwed(d.owed[:at]...)
	b.Chains[office.ChainOwed] = office.Position{Seq: d.cursor.Chains[office.ChainOwed].Seq, Link: e.Link, Newest: uint64(len(d.owed))}
	b.Owed = slices.Clone(d.owed[at:])
}

// send sends a batch and learns from the answer.
func (d *desk) send(b *office.Batch) error {
	packed, err := b.Encode()
	if err != nil {
		return err
	}
	cursor := office.Cursor{}
	err = ask(d.url+"/v1/rows", d.key, bytes.NewReader(packed), &cursor)
	if said, ok := errors.AsType[*office.Refusal](err); ok && said.Cursor != nil {
		if said.Code == office.CodeEpoch {
			clear(d.told)
		}
		cursor = *said.Cursor
	} else if err != nil {
		return err
	}
	if err == nil {
		for _, s := range b.Sales {
			d.told[s.ID] = s.Version
		}
	}
	d.cursor = cursor
	return err
}

// must sends what there is.
func (d *desk) must(t testing.TB) {
	t.Helper()
	if err := d.send(d.batch()); err != nil {
		t.Fatal(err)
	}
}

// refused reports a test as failed unless an error is a refusal of a code.
func refused(t testing.TB, err error, want office.Code) {
	t.Helper()
	said, ok := errors.AsType[*office.Refusal](err)
	if !ok || said.Code != want {
		t.Errorf("%v, want %s", err, want)
	}
}
