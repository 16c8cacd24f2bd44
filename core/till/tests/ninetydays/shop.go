package ninetydays

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
)

// Options say what a run is made of.
type Options struct {
	Days  int
	Sales map[kind]int // of each day
	// Open opens the store, as a start of the application does.
	Open func() (journal.Store, error)
	// Real is a clock that does not stand still in virtual time.
	Real func() time.Time

	// API, Store and SDK stand between the till and the world, for faults that
	// are injected on purpose.
	API   func(core.PaymentAPI) core.PaymentAPI
	Store func(journal.Store) journal.Store
	SDK   []core.Option
	End   func() // is called when the days have passed
}

// shop is one run.
type shop struct {
	o     Options
	gate  *gateway
	mind  *rand.Rand
	book  *book
	store journal.Store
	till  atomic.Pointer[driver.Desk]
	staff sync.WaitGroup
	noon  int // the day of the newest start at noon

	mu   sync.Mutex
	sold int
	ids  []id  // by number
	open []int // numbers of the sales that the till has in hand as far as the staff know
}

// id is a sale's in four bytes: what the shop remembers must not grow like
// something of the till's.
type id struct{ day, number uint16 }

// began is when virtual time begins.
var began = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func (i id) sale() journal.SaleID {
	return journal.NewSaleID(journal.DayOf(began.AddDate(0, 0, int(i.day)-1)), int(i.number))
}

// Run lets the days pass and returns what was measured and which laws were
// broken. It must be called in a synctest bubble.
func Run(o Options) ([]Figures, []string) {
	perDay := 3 // replacements, and one that is not answered
	for _, n := range o.Sales {
		perDay += n
	}
	most := perDay*o.Days + 1
	s := &shop{o: o, gate: newGateway(most), mind: rand.New(rand.NewPCG(1, 2)), ids: make([]id, most), open: make([]int, 0, most)}
	s.book = newBook(s, most)
	s.gate.asked, s.gate.heard = s.book.asked, s.book.heard
	if err := s.start(); err != nil {
		panic(fmt.Sprintf("the till does not open: %v", err)) // nothing can go on
	}
	for n := 1; n <= o.Days; n++ {
		if err := s.live(n); err != nil {
			panic(fmt.Sprintf("day %d: the till does not open: %v", n, err)) // nothing can go on
		}
		s.book.measure(n)
	}
	if o.End != nil {
		o.End()
	}
	s.stop()
	s.book.flat()
	s.lawful()
	return s.book.days, s.book.problems
}

// lawful holds what the days have left against what the gateway took. What it
// broke off, forgot or answered for another payment the till cannot know of.
func (s *shop) lawful() {
	store, err := s.o.Open()
	if err != nil {
		s.book.problem("the store does not open: %v", err)
		return
	}
	defer func() { _ = store.Close() }()
	e := oracle.Evidence{}
	if e.Books, err = oracle.Read(context.Background(), store); err != nil {
		s.book.problem("the books cannot be read: %v", err)
	}
	for number, i := range s.ids[:s.sold+1] {
		p := s.gate.payment(number)
		sale, err := store.Sale(context.Background(), i.sale())
		if number == 0 || err != nil || p.opened.IsZero() {
			continue
		}
		e.Orders = append(e.Orders, oracle.Order{ID: sale.OrderID, Arrived: 1, Opened: 1})
		if !p.settles.IsZero() && time.Since(p.settles) > patience {
			e.Debits = append(e.Debits, oracle.Debit{Order: sale.OrderID, Payment: fmt.Sprint("P-", number), Transaction: fmt.Sprint("TX-", number),
				Amount: sale.Amount, At: p.settles})
		}
	}
	for _, b := range oracle.Validate(e) {
		s.book.problem("%v", b)
	}
}

// live is one day, from six in the morning to five in the next.
func (s *shop) live(n int) error {
	day := began.AddDate(0, 0, n-1)
	until := func(at time.Duration) { time.Sleep(time.Until(day.Add(at))) }
	until(6 * time.Hour)
	if n%7 == 0 {
		if err := s.restart(); err != nil {
			return err
		}
	}
	if n%7 == 5 {
		s.staff.Go(func() { // the network is away for a while
			until(15 * time.Hour)
			s.gate.off.Store(true)
			time.Sleep(20 * time.Minute)
			s.gate.off.Store(false)
			s.book.round()
		})
	}
	kinds := s.plan(n)
	at := make([]time.Duration, len(kinds))
	for i := range at {
		at[i] = 8*time.Hour + time.Duration(s.mind.Int64N(int64(13*time.Hour)))
	}
	slices.Sort(at)
	for i, k := range kinds {
		until(at[i])
		if n%7 == 3 && at[i] > 12*time.Hour && s.noon != n { // with customers at the till
			s.noon = n
			if err := s.restart(); err != nil {
				return err
			}
		}
		s.sell(k, rand.New(rand.NewPCG(uint64(n), uint64(i))))
	}
	until(21*time.Hour + 45*time.Minute)
	s.evening()
	until(22 * time.Hour)
	s.book.round()
	s.till.Load().WatchNow() // the close of the day
	until(29 * time.Hour)
	s.staff.Wait()
	return nil
}

// plan draws the order of a day's sales.
func (s *shop) plan(n int) []kind {
	var out []kind
	if n%7 == 1 {
		out = append(out, unanswered)
	}
	for k, n := range s.o.Sales {
		for range n {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	s.mind.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (s *shop) start() error {
	store, err := s.o.Open()
	if err != nil {
		return err
	}
	s.store = store
	seen := store
	if s.o.Store != nil {
		seen = s.o.Store(store)
	}
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: baseURL, APIKey: core.NewSecret("key"),
		SecretKey: core.NewSecret("secret"), Dial: s.gate.dial})
	if err != nil {
		return err
	}
	sales, err := seen.OpenSales(context.Background())
	if err != nil {
		return err
	}
	api := core.PaymentAPI(client)
	if s.o.API != nil {
		api = s.o.API(api)
	}
	from := s.o.Real()
	d, err := driver.Open(context.Background(), driver.Setup{Store: seen, API: api, BaseURL: baseURL, SDK: func() []core.Option { return s.o.SDK }})
	if err != nil {
		return err
	}
	s.book.started(s.o.Real().Sub(from), len(sales))
	s.till.Store(d)
	return nil
}

func (s *shop) stop() {
	s.book.stopped(len(s.inHand()))
	s.till.Load().Close()
	if err := s.store.Close(); err != nil {
		s.book.problem("the store does not close: %v", err)
	}
	time.Sleep(time.Minute) // until the last idle connection is given up
}

func (s *shop) restart() error {
	s.stop()
	return s.start()
}

// inHand returns the sales that the till has in hand, by their numbers.
func (s *shop) inHand() map[int]journal.View {
	s.mu.Lock()
	ids := s.ids[:s.sold+1]
	s.mu.Unlock()
	d, out := s.till.Load(), map[int]journal.View{}
	for number, i := range ids {
		if v, held := d.Sale(i.sale()); number > 0 && held {
			out[number] = v
		}
	}
	return out
}

// charge opens a sale and returns its number.
func (s *shop) charge(k kind, route core.Route, d journal.Draft) (int, journal.SaleID, error) {
	s.mu.Lock()
	s.sold++
	number := s.sold
	s.mu.Unlock()
	minor := int64(1000 + 250*(number%400))
	d.Amount, d.Route, d.Reference = money.Amount{Minor: minor, Currency: "LYD"}, route, fmt.Sprintf("%s#%d/%d", k, number, minor)
	v, err := s.till.Load().Charge(context.Background(), d)
	if err != nil {
		return 0, "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids[number] = id{day: uint16(v.CreatedAt.Sub(began)/(24*time.Hour)) + 1, number: uint16(v.ID.Number())}
	s.open = append(s.open, number)
	return number, v.ID, nil
}

// do lets the staff do something, again when the till was just closing or busy.
func (s *shop) do(act func(d *driver.Desk) error) error {
	for range 5 {
		err := act(s.till.Load())
		if journal.CodeOf(err) != journal.CodeUnavailable && journal.CodeOf(err) != journal.CodeBusy {
			return err
		}
		time.Sleep(time.Minute)
	}
	return errors.New("the till stays closed")
}

// wait looks at the till until a sale is as the staff wish, or for too long.
func (s *shop) wait(sale journal.SaleID, most time.Duration, wished func(journal.View) bool) bool {
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(2 * time.Second) {
		if v, held := s.till.Load().Sale(sale); held && wished(v) {
			return true
		}
	}
	return false
}
