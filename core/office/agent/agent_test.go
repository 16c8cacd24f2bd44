package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/office"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// desk is a store with a few hands.
type desk struct {
	*testing.T
	*storetest.Memory
	lines uint64
}

func (d *desk) commit(c journal.Change) {
	d.Helper()
	d.lines += uint64(len(c.Audit))
	if err := d.Commit(context.Background(), c); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) open(day journal.Day, number int) journal.Sale {
	id, amount := journal.NewSaleID(day, number), money.Amount{Minor: 12500, Currency: "LYD"}
	s := journal.Sale{ID: id, Version: 1, OrderID: string(id), Amount: amount, Environment: core.Live, CreatedAt: noon, UpdatedAt: noon, Step: journal.StepCreated,
		Session: core.PaymentSession{PaymentID: "P", OrderID: string(id), Amount: amount, State: core.StatePending}}
	d.commit(journal.Change{Sale: &s})
	return s
}

// end lets a sale be over, with a line in the audit or without one.
func (d *desk) end(s journal.Sale, said bool) journal.Sale {
	s.Version, s.UpdatedAt, s.AcknowledgedAt = s.Version+1, s.UpdatedAt.Add(time.Second), noon
	s.Step, s.Session.State = journal.StepSession, core.StateFailed
	s.Watch.Since = noon
	c := journal.Change{Sale: &s}
	if said {
		c.Audit = []journal.AuditRow{{Seq: d.lines + 1, At: noon, Action: journal.AuditToManager, SaleID: s.ID}}
	}
	d.commit(c)
	return s
}

// hall is an office that takes everything, or does what it was told.
type hall struct {
	mu     sync.Mutex
	cursor office.Cursor
	taken  []*office.Batch
	days   []office.Days
	again  []journal.Day
	asked  int
	once   error // to the next batch
}

func newHall() *hall {
	return &hall{cursor: office.Cursor{Till: 7, Epoch: 1, Chains: map[office.Chain]office.Known{}}}
}

func (h *hall) Cursor(context.Context) (office.Cursor, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked++
	return h.cursor, nil
}

func (h *hall) Rows(_ context.Context, b *office.Batch) (office.Cursor, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.once; err != nil {
		h.once = nil
		return office.Cursor{}, err
	}
	h.taken = append(h.taken, b)
	ends, err := b.Ends()
	if err != nil {
		return office.Cursor{}, err
	}
	next := h.cursor
	next.Chains = map[office.Chain]office.Known{}
	for chain, e := range ends {
		next.Chains[chain] = office.Known{Seq: e.Seq}
	}
	for _, s := range b.Sales {
		next.Newest = max(next.Newest, s.ID)
	}
	h.cursor = next
	return next, nil
}

func (h *hall) Days(_ context.Context, d office.Days) (office.DaysAnswer, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.days = append(h.days, d)
	return office.DaysAnswer{Again: h.again}, nil
}

// sales are the IDs that were sent, batch by batch.
func (h *hall) sales() (out [][]journal.SaleID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, b := range h.taken {
		var ids []journal.SaleID
		for _, s := range b.Sales {
			ids = append(ids, s.ID)
		}
		out = append(out, ids)
	}
	return out
}

// seen is what it did, at a moment.
func (h *hall) seen() (taken []*office.Batch, days []office.Days, asked int, cursor office.Cursor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.taken), slices.Clone(h.days), h.asked, h.cursor
}

func start(t *testing.T, s Store, o Office) *Agent {
	t.Helper()
	a, _ := startStop(t, s, o)
	return a
}

func startStop(t *testing.T, s Store, o Office) (*Agent, func()) {
	t.Helper()
	a, err := New(Config{Store: s, Office: o, Till: 7, Environment: core.Live})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { _ = a.Run(ctx); close(ended) }()
	stop := func() { cancel(); <-ended }
	t.Cleanup(stop)
	return a, stop
}

// TestWhatIsSentWhen walks through a till's morning.
func TestWhatIsSentWhen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		a, b := d.open("20261119", 3), d.open("20261120", 1)
		agent, stop := startStop(t, d, h)
		time.Sleep(lookEvery + time.Second)
		synctest.Wait()
		want := [][]journal.SaleID{{a.ID, b.ID}}
		if got := h.sales(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("at the start: %v", got)
		}
		if _, days, _, _ := h.seen(); len(days) != 1 || len(days[0].Days) != 2 {
			t.Errorf("days compared: %v", days)
		}
		steps := []struct {
			name string
			do   func()
			want []journal.SaleID
		}{
			{"an open sale that changes", func() { b = d.end(b, false) }, []journal.SaleID{b.ID}},
			{"one that is over, with a line", func() { b = d.end(b, true) }, []journal.SaleID{b.ID}},
			{"one that is over, named", func() { b = d.end(b, false); agent.Wake(b.ID) }, []journal.SaleID{b.ID}},
			{"a new one", func() { d.open("20261120", 2) }, []journal.SaleID{"20261120-000002"}},
			{"nothing: it is there all the same", func() { time.Sleep(beatEvery) }, nil},
		}
		for _, s := range steps {
			s.do()
			time.Sleep(lookEvery + time.Second)
			synctest.Wait()
			want = append(want, s.want)
			if got := h.sales(); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v, want %v", s.name, got, want)
			}
		}
		if s := agent.Status(); s.Failing || s.Pending != 0 || s.Epoch != 1 || time.Since(s.Heard) > beatEvery+lookEvery {
			t.Errorf("status %+v", s)
		}
		stop()
		h.mu.Lock()
		h.again = []journal.Day{"20261119"}
		h.mu.Unlock()
		d.end(b, false) // of which nobody hears but who compares days
		start(t, d, h)
		time.Sleep(2 * (lookEvery + time.Second))
		synctest.Wait()
		sales := h.sales()
		if _, days, _, _ := h.seen(); len(days) != 2 || !slices.ContainsFunc(sales, func(ids []journal.SaleID) bool { return slices.Equal(ids, []journal.SaleID{a.ID}) }) {
			t.Errorf("days compared %d times, last sent %v", len(days), sales[len(sales)-1])
		}
	})
}

// TestDaysThatDifferAreComparedSoon, once their sales have gone again, so that they are
// sealed as they are; days that differ for ever only once a day.
func TestDaysThatDifferAreComparedSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		d.open("20261120", 1)
		h.again = []journal.Day{"20261120"}
		start(t, d, h)
		for _, c := range []struct {
			after time.Duration
			want  int
		}{{10 * time.Second, 1}, {differedAgain + 10*time.Second, 2}, {time.Hour, 2}, {daysEvery, 3}} {
			time.Sleep(c.after)
			synctest.Wait()
			if _, days, _, _ := h.seen(); len(days) != c.want {
				t.Errorf("after %s more, days were compared %d times, want %d", c.after, len(days), c.want)
			}
		}
	})
}

// TestLinesAndTheirSalesGoTogether, however many there are.
func TestLinesAndTheirSalesGoTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		var all []journal.Sale
		for n := range 1200 {
			all = append(all, d.end(d.open("20261120", n+1), false))
		}
		h.cursor.Newest = all[len(all)-1].ID // has them as they are
		h.cursor.Chains = map[office.Chain]office.Known{}
		for _, s := range all {
			d.end(s, true)
		}
		start(t, d, h)
		time.Sleep(time.Minute)
		synctest.Wait()
		sent := map[journal.SaleID]bool{}
		taken, _, _, cursor := h.seen()
		for n, b := range taken {
			if b.Size() > office.MaxRows {
				t.Errorf("batch %d has %d rows", n, b.Size())
			}
			for _, s := range b.Sales {
				sent[s.ID] = true
			}
			for _, line := range b.Audit {
				if !sent[line.SaleID] {
					t.Fatalf("batch %d tells of %s, which was not sent", n, line.SaleID)
				}
			}
		}
		if len(sent) != 1200 || cursor.Chains[office.ChainAudit].Seq != 1200 {
			t.Errorf("%d sales, cursor %+v", len(sent), cursor)
		}
	})
}

// TestRefusals: what a till does about each, and how soon it tries again.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		err    error
		within time.Duration // it was tried again
		person bool          // must put it right
		asks   bool          // for the cursor again
	}{
		{errors.New("no network"), 2 * time.Second, false, true},
		{&office.Refusal{Code: office.CodeBusy}, 2 * time.Second, false, true},
		{&office.Refusal{Code: office.CodeTooLarge}, time.Millisecond, false, false},
		{&office.Refusal{Code: office.CodeStale, Cursor: &office.Cursor{Till: 7, Epoch: 1}}, time.Millisecond, false, false},
		{&office.Refusal{Code: office.CodeEpoch, Cursor: &office.Cursor{Till: 7, Epoch: 2}}, time.Millisecond, false, false},
		{&office.Refusal{Code: office.CodeGap, Cursor: &office.Cursor{Till: 7, Epoch: 1}}, 2 * time.Second, false, true},
		{&office.Refusal{Code: office.CodeKey}, 31 * time.Minute, true, true},
		{&office.Refusal{Code: office.CodeHeld}, 31 * time.Minute, true, true},
		{&office.Refusal{Code: office.CodeVersion}, 31 * time.Minute, true, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
			d.open("20261120", 1)
			h.once = c.err
			a := start(t, d, h)
			synctest.Wait()
			taken, _, _, _ := h.seen()
			if s := a.Status(); c.within > time.Second && (!s.Failing || (s.Refused != "") != c.person || len(taken) > 0) {
				t.Errorf("%v: status %+v, %d taken", c.err, s, len(taken))
			}
			time.Sleep(c.within)
			synctest.Wait()
			taken, _, asked, _ := h.seen()
			if s := a.Status(); len(taken) == 0 || s.Failing || s.Refused != "" || asked != map[bool]int{true: 2, false: 1}[c.asks] {
				t.Errorf("%v: %d taken, asked %d times, status %+v", c.err, len(taken), asked, s)
			}
		})
	}
}

// TestTheOfficeIsNeverAwaited: the code that wakes the agent goes on at once, while the
// office hangs and while the till's own disk fails.
func TestTheOfficeIsNeverAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		hung := hanging{h}
		a := start(t, d, hung)
		synctest.Wait()
		began := time.Now()
		for n := range 3 * maxNamed {
			a.Wake(journal.NewSaleID("20261120", n+1))
		}
		if took := time.Since(began); took != 0 { // no clock moves but by waiting
			t.Errorf("waited %v", took)
		}
		if len(a.named) > maxNamed {
			t.Errorf("%d sales are kept in mind", len(a.named))
		}
	})
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		d.open("20261120", 1)
		d.FailReads(journal.ErrPoisoned)
		a := start(t, d, h)
		time.Sleep(time.Minute)
		synctest.Wait()
		if s, sales := a.Status(), h.sales(); !s.Failing || len(sales) != 0 {
			t.Errorf("status %+v", s)
		}
		d.FailReads(nil)
		time.Sleep(longestPause)
		synctest.Wait()
		if s, sales := a.Status(), h.sales(); s.Failing || len(sales) == 0 {
			t.Errorf("status %+v", s)
		}
	})
}

type hanging struct{ *hall }

func (hanging) Cursor(ctx context.Context) (office.Cursor, error) {
	<-ctx.Done()
	return office.Cursor{}, ctx.Err()
}

func TestPausesGrowAndDiffer(t *testing.T) {
	var pause time.Duration
	seen := map[time.Duration]bool{}
	for range 50 {
		if pause = next(pause, errors.New("x")); pause < firstPause/2 || pause > longestPause+1 {
			t.Fatalf("%v", pause)
		}
		seen[pause] = true
	}
	if len(seen) < 25 || pause < longestPause/4 {
		t.Errorf("%d pauses, the last %v", len(seen), pause)
	}
}

func TestDaysThatAreCompared(t *testing.T) {
	if got := lately("20261118", "20261120", "20261120"); !slices.Equal(got, []journal.Day{"20261120", "20261119", "20261118"}) &&
		!slices.Equal(got, []journal.Day{"20261121", "20261120", "20261119", "20261118"}) {
		t.Errorf("%v", got)
	}
	if got := lately("20150101", "20610101", "20261120"); len(got) != office.MaxDays || !slices.Contains(got, "20261120") || !slices.Contains(got, "20610101") {
		t.Errorf("a clock that was wrong: %d days", len(got))
	}
}

func TestAnAgentNeedsItsParts(t *testing.T) {
	whole := Config{Store: storetest.NewMemory(), Office: newHall(), Till: 7, Environment: core.Live}
	for n := range 4 {
		c := whole
		switch n {
		case 0:
			c.Store = nil
		case 1:
			c.Office = nil
		case 2:
			c.Till = 0
		case 3:
			c.Environment = ""
		}
		if _, err := New(c); err == nil {
			t.Errorf("part %d is not needed", n)
		}
	}
}
