//go:build linux

package histories

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/agent"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/tests/enrolled"
	"sanduq/core/office/server/tests/postgres"
)

// today is when all histories begin, so that months are what they are in a shop.
var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// hall is a head office for all histories of a test. It lives in real time.
type hall struct {
	*collector.Collector
	readers [2]*pgxpool.Pool // two connections of whoever reads
	url     string
	outside chan outside // goroutines that wait for work
}

// outside is a goroutine of real time, to which a history gives what speaks to
// PostgreSQL. Virtual time stands still meanwhile: its channels are of no bubble.
type outside struct{ work, done chan func() }

func newHall(t *testing.T) *hall {
	t.Helper()
	database := postgres.Database(t)
	h := &hall{outside: make(chan outside, 16)}
	var err error
	for i := range h.readers {
		if h.readers[i], err = pgxpool.New(t.Context(), database); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(h.readers[i].Close)
	}
	// No machine stops in these histories, and nobody waits for its disk.
	if _, err := h.readers[0].Exec(t.Context(), "ALTER ROLE sanduq SET synchronous_commit = off"); err != nil {
		t.Fatal(err)
	}
	if h.Collector, err = collector.Open(t.Context(), collector.Config{Database: database, Now: func() time.Time { return today }, Quota: &collector.Quota{}, EpochsADay: 1000}); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h.Handler())
	t.Cleanup(h.Close)
	t.Cleanup(server.Close)
	h.url = server.URL
	for range cap(h.outside) {
		o := outside{make(chan func()), make(chan func())}
		go func() {
			for f := range o.work {
				f()
				o.done <- f
			}
		}()
		t.Cleanup(func() { close(o.work) })
		h.outside <- o
	}
	return h
}

// do runs a function in real time and waits for it.
func (h *hall) do(f func()) {
	o := <-h.outside
	o.work <- f
	<-o.done
	h.outside <- o
}

// enrolled is a till of its own for a history, and how its agent speaks to the office.
func (h *hall) enrolled(t *testing.T, seed uint64) (number int64, client *agent.Client) {
	t.Helper()
	return enrolled.Till(t, h.Collector, h.url, fmt.Sprint("Shop ", seed/100), fmt.Sprint("Till ", seed), core.Sandbox)
}

// mail is the way of a process's agent to the office, on which messages get lost, and
// come again when nobody expects them.
type mail struct {
	*world
	p *process
}

// Cursor implements agent.Office.
func (m mail) Cursor(context.Context) (c office.Cursor, err error) {
	f, there, back := m.officeWay.draw()
	time.Sleep(there)
	if f != arrives {
		return c, errLine
	}
	m.hall.do(func() { c, err = m.client.Cursor(context.Background()) })
	time.Sleep(back)
	return c, err
}

// Days implements agent.Office.
func (m mail) Days(_ context.Context, d office.Days) (a office.DaysAnswer, err error) {
	m.hall.do(func() { a, err = m.client.Days(context.Background(), d) })
	return a, err
}

// Rows implements agent.Office.
func (m mail) Rows(_ context.Context, b *office.Batch) (c office.Cursor, err error) {
	f, there, back := m.officeWay.draw()
	called := m.history.call()
	time.Sleep(there)
	if f == neverArrives {
		m.sent(called, b, output{Lost: true})
		return c, errLine
	}
	c, err = m.deliver(b)
	time.Sleep(back)
	if f == repliesInVain || m.p.dead.Load() {
		m.sent(called, b, output{Lost: true})
		if again := *b; m.chance(2) {
			m.later.Go(func() { // a message that was under way for long
				time.Sleep(m.short(4 * time.Second))
				called := m.history.call()
				_, _ = m.deliver(&again)
				m.sent(called, &again, output{Lost: true})
			})
		}
		return c, errLine
	}
	_, refused := errors.AsType[*office.Refusal](err)
	m.sent(called, b, output{Refused: refused, Lost: err != nil && !refused})
	if err != nil {
		m.counted("refused by the office", 1)
	}
	return c, err
}

// deliver brings a batch to the office.
func (m mail) deliver(b *office.Batch) (c office.Cursor, err error) {
	if m.bent.rows != nil {
		return m.bent.rows(m, b)
	}
	m.hall.do(func() { c, err = m.client.Rows(context.Background(), b) })
	return c, err
}

// sent writes down what became of a batch.
func (m mail) sent(called int64, b *office.Batch, out output) {
	if out.Lost {
		m.counted("acknowledgements lost", 1)
	}
	all := map[int][]porcupine.Operation{}
	for _, s := range b.Sales {
		o, payment := m.orderOf(s.ID)
		if o == nil {
			continue // whose opening nobody heard of
		}
		all[o.number] = append(all[o.number], porcupine.Operation{Input: input{Verb: sends, Payment: payment, Record: record{Version: s.Version, Status: string(s.Status)}}, Output: out})
	}
	m.history.returned(agents, called, all)
}

// atOffice is a payment as an owner reads it, on one of two connections.
func (w *world) atOffice(connection int, id journal.SaleID) (r record) {
	var err error
	time.Sleep(w.short(50 * time.Millisecond))
	w.hall.do(func() {
		row := w.hall.readers[connection].QueryRow(context.Background(), "SELECT version, status FROM sales WHERE day = $1 AND till_id = $2 AND number = $3 ORDER BY epoch DESC LIMIT 1",
			id.Day().Time(time.UTC), w.number, id.Number())
		if err = row.Scan(&r.Version, &r.Status); errors.Is(err, pgx.ErrNoRows) {
			err = nil
		}
	})
	time.Sleep(w.short(50 * time.Millisecond))
	if err != nil {
		w.broken("the office is not read: %v", err)
	}
	if w.bent.asked != nil {
		r = w.bent.asked(w, connection, id, r)
	}
	return r
}
