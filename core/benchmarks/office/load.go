package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/agent"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/tests/postgres"
	"sanduq/core/wire"
)

// place is the office that is measured.
type place struct {
	*collector.Collector
	db     *pgxpool.Pool
	web    *http.Server
	url    string
	made   int
	server *postgres.Server
}

func open(ctx context.Context, database string) (*place, error) {
	c, err := collector.Open(ctx, collector.Config{Database: database, Quota: &collector.Quota{}}) // what one till may use is not measured
	if err != nil {
		return nil, err
	}
	db, err := pgxpool.New(ctx, database)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	o := &place{Collector: c, db: db, web: collector.Server(c.Handler()), url: "http://" + listener.Addr().String()}
	go func() { _ = o.web.Serve(listener) }()
	return o, nil
}

func (o *place) close() { _ = o.web.Close(); o.Close(); o.db.Close() }

func (o *place) version(ctx context.Context) (v string, err error) {
	return v, o.db.QueryRow(ctx, "SELECT 'PostgreSQL ' || current_setting('server_version')").Scan(&v)
}

// desk is a till and what it will send, packed.
type desk struct {
	key     string
	number  int64
	batches [][]byte
	rows    []int

	line net.Conn // kept open
	in   *bufio.Reader
}

// enrol makes tills, a few dozen of each shop.
func (o *place) enrol(ctx context.Context, n int) ([]*desk, error) {
	stranger, err := agent.NewClient(o.url, core.Secret{}, nil)
	if err != nil {
		return nil, err
	}
	defer stranger.Close()
	var out []*desk
	for range n {
		o.made++
		number, err := o.AddTill(ctx, fmt.Sprint("Shop ", o.made/25), fmt.Sprint("Till ", o.made), core.Live)
		if err != nil {
			return nil, err
		}
		code, err := o.Code(ctx, number)
		if err != nil {
			return nil, err
		}
		_, _, _, key, err := stranger.Enrol(ctx, code, core.Live)
		if err != nil {
			return nil, err
		}
		known, err := agent.NewClient(o.url, key, nil) // of many strangers at once an office sends some away
		if err != nil {
			return nil, err
		}
		if _, err := known.Cursor(ctx); err != nil {
			return nil, err
		}
		known.Close()
		bearer, _, _ := strings.Cut(key.Reveal(), ".") // behind it is what signs seals
		out = append(out, &desk{key: bearer, number: number})
	}
	return out, nil
}

// fill makes batches of so many sales, day after day.
func (d *desk) fill(first time.Time, days, perDay, perBatch int) error {
	r := rand.New(rand.NewPCG(uint64(d.number), 5))
	b := d.batch(office.End{}, office.End{})
	receipts, audit := office.End{}, office.End{}
	var err error
	flush := func() error {
		b.Chains[office.ChainReceipts] = office.Position{Seq: receipts.Seq, Link: receipts.Link, Newest: 1 << 40}
		b.Chains[office.ChainAudit] = office.Position{Seq: audit.Seq, Link: audit.Link, Newest: 1 << 40}
		packed, err := b.Encode()
		if err != nil {
			return err
		}
		d.batches, d.rows = append(d.batches, packed), append(d.rows, b.Size())
		ends, err := b.Ends()
		if err != nil {
			return err
		}
		receipts, audit = ends[office.ChainReceipts], ends[office.ChainAudit]
		b.Receipts, b.Audit, b.Sales = nil, nil, nil
		return nil
	}
	seq := uint64(0)
	for day := range days {
		for n := range perDay {
			at := first.AddDate(0, 0, day).Add(8*time.Hour + time.Duration(n)*11*time.Hour/time.Duration(perDay) + time.Duration(r.IntN(1e9))).Truncate(time.Microsecond)
			id := journal.NewSaleID(journal.DayOf(at), n+1)
			s := office.Sale{ID: id, Version: 6, OrderID: fmt.Sprintf("%s-%06x", id.Paper(), r.IntN(1<<24)), Minor: 250 * (1 + r.Int64N(400)), Currency: "LYD", CreatedAt: at,
				UpdatedAt: at.Add(20 * time.Second), Status: journal.StatusPaid, Route: wire.Routes()[r.IntN(3)], Cashier: []string{"Samira", "Amal", "Huda"}[r.IntN(3)],
				PaymentID: fmt.Sprintf("pay_%016x", r.Uint64()), TransactionID: fmt.Sprintf("TXN%012X", r.Uint64N(1<<48))}
			if s.Route != core.RouteQR {
				s.Payer, s.Institution = office.Mask(fmt.Sprintf("•••• %04d", r.IntN(10000))), "First Practice Bank"
			}
			switch x := r.IntN(100); {
			case x < 4:
				s.Status, s.TransactionID = journal.StatusFailed, ""
			case x < 5:
				s.Status, s.TransactionID, s.Open = journal.StatusUnknown, "", true
			default:
				seq++
				s.ReceiptSeq, s.SettledAt = seq, at.Add(18*time.Second)
				b.Receipts = append(b.Receipts, office.Receipt{Seq: seq, SaleID: id, OrderID: s.OrderID, PaymentID: s.PaymentID, TransactionID: s.TransactionID, Minor: s.Minor,
					Currency: "LYD", Route: s.Route, Payer: s.Payer, Institution: s.Institution, SettledAt: s.SettledAt, Shop: "Al Noor Market", Place: "Harbour", Till: "Till 2", Cashier: s.Cashier})
			}
			b.Audit = append(b.Audit, office.AuditRow{Seq: uint64(day*perDay + n + 1), At: s.UpdatedAt, By: s.Cashier, Action: journal.AuditSettled, SaleID: id})
			b.Sales = append(b.Sales, s)
			if len(b.Sales) == perBatch {
				if err = flush(); err != nil {
					return err
				}
			}
		}
	}
	if b.Size() > 0 {
		err = flush()
	}
	return err
}

func (d *desk) batch(receipts, audit office.End) *office.Batch {
	return &office.Batch{Head: office.Head{Till: d.number, Epoch: 1, Environment: core.Live, At: time.Now().Truncate(time.Microsecond), Chains: map[office.Chain]office.Position{office.ChainZs: {}, office.ChainCash: {}, office.ChainOwed: {}}}}
}

// send sends one batch as a till does over a line that is kept, and costs this
// machine little: a till's own processor is not what is measured.
func (o *place) send(ctx context.Context, d *desk, packed []byte) (err error) {
	if d.line == nil {
		if d.line, err = new(net.Dialer).DialContext(ctx, "tcp", strings.TrimPrefix(o.url, "http://")); err != nil {
			return err
		}
		d.in = bufio.NewReaderSize(d.line, 2048)
	}
	request := fmt.Appendf(nil, "POST /v1/rows HTTP/1.1\r\nHost: office\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n", d.key, len(packed))
	if _, err := d.line.Write(append(request, packed...)); err != nil {
		return err
	}
	resp, err := http.ReadResponse(d.in, nil)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		var said office.Refusal
		_ = json.NewDecoder(resp.Body).Decode(&said)
		return fmt.Errorf("%s: %w", resp.Status, &said)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// all lets all tills send what they have, each one batch after the other, until it
// is sent or the time is over. It returns how long each call took.
func (o *place) all(ctx context.Context, desks []*desk, limit time.Duration) (took []time.Duration, rows int64, all time.Duration, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	var wg sync.WaitGroup
	var sent atomic.Int64
	began := time.Now()
	for _, d := range desks {
		wg.Go(func() {
			defer func() {
				if d.line != nil {
					_ = d.line.Close()
				}
			}()
			var own []time.Duration
			for i, packed := range d.batches {
				if time.Since(began) > limit {
					break
				}
				at := time.Now()
				if failed := o.send(ctx, d, packed); failed != nil {
					mu.Lock()
					if err == nil {
						err = failed
					}
					mu.Unlock()
					cancel()
					return
				}
				own = append(own, time.Since(at))
				sent.Add(int64(d.rows[i]))
			}
			mu.Lock()
			took = append(took, own...)
			mu.Unlock()
		})
	}
	wg.Wait()
	slices.Sort(took)
	return took, sent.Load(), time.Since(began), err
}

func at(took []time.Duration, part float64) time.Duration {
	if len(took) == 0 {
		return 0
	}
	return took[min(len(took)-1, int(part*float64(len(took))))]
}
