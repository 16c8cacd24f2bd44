//go:build linux

package replicas

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core/checkout"
	"sanduq/core/coretest"
	"sanduq/core/tests/soak"
)

func TestStoreOnPostgreSQL(t *testing.T) { storeOn(t, postgreSQL) }

// Many shops' databases are set to the strictest isolation.
func TestStoreOnSerializablePostgreSQL(t *testing.T) {
	storeOn(t, func(t *testing.T) place {
		p := postgreSQL(t)
		p.database += " default_transaction_isolation=serializable"
		return p
	})
}

func TestStoreOnSQLite(t *testing.T) { storeOn(t, sqlite) }

func storeOn(t *testing.T, on func(*testing.T) place) {
	coretest.CheckoutStore(t, func(t *testing.T) checkout.Store {
		db, store, err := on(t).open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return store
	})
}

const (
	processes = 4
	at        = 5 // posts of one form to each process at once
	together  = 5 // payments at once
)

// TestEachFormOnce posts every form to four processes at once, several times each.
func TestEachFormOnce(t *testing.T) {
	n := soak.N(t, 400)
	row := soak.Begin(t, "one-form", n)
	payments := max(1, n/(2*processes*at*2))
	posts, used, busy := 0, 0, 0
	for name, on := range map[string]func(*testing.T) place{"postgresql": postgreSQL, "sqlite": sqlite} {
		t.Run(name, func(t *testing.T) {
			g, where := startGateway(t), on(t)
			var all [processes]*replica
			for i := range all {
				r, err := startReplica(where, g)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(r.kill)
				all[i] = r
			}
			var counts [3]atomic.Int32
			next := atomic.Int32{}
			var work sync.WaitGroup
			for range together {
				work.Go(func() {
					for i := next.Add(1); int(i) <= payments; i = next.Add(1) {
						if err := onePayment(all[:], fmt.Sprint(name, "-", i), &counts); err != nil {
							t.Errorf("payment %d: %v", i, err)
							return
						}
					}
				})
			}
			work.Wait()
			if wrong := g.count(func(p *payment) int {
				if p.opened == 1 && p.validated == 1 && p.submitted == 1 {
					return 0
				}
				return 1
			}); wrong > 0 || len(g.payments) != payments {
				t.Errorf("of %d payments %d have not been opened once, with one code sent and one submitted: %d codes sent, %d submitted", len(g.payments), wrong,
					g.count(func(p *payment) int { return p.validated }), g.count(func(p *payment) int { return p.submitted }))
			}
			posts, used, busy = posts+int(counts[0].Load()), used+int(counts[1].Load()), busy+int(counts[2].Load())
		})
	}
	row("%d posts to %d processes of each database, %d forms, each once; %d were told that it was used, %d that it is under way", posts, processes, payments*4, used, busy)
}

// onePayment opens a payment at all processes at once, and sends each of its forms
// to all at once.
func onePayment(all []*replica, order string, counts *[3]atomic.Int32) error {
	var paths [processes]string
	var opening sync.WaitGroup
	for i, r := range all {
		opening.Go(func() {
			for range 100 {
				path, err := r.open(order)
				if paths[i] = path; err == nil {
					return
				}
				time.Sleep(20 * time.Millisecond) // it is being opened
			}
		})
	}
	opening.Wait()
	for _, path := range paths {
		if path != paths[0] || path[0] != '/' {
			return fmt.Errorf("its pages are %q", paths)
		}
	}
	b := newBrowser()
	for _, step := range []struct {
		name   string
		fields []string
	}{{"account", []string{"rail", "bank", "bank", "FPB", "number", "0020480000204417"}}, {"code", []string{"code", "481207"}}} {
		for try := 1; ; try++ {
			note, err := oneForm(all, b, paths[0], step.name, step.fields, counts)
			if errors.Is(err, errNoForm) && try > 1 {
				break // it was carried out, and its end was stored late; what the gateway counted says so
			}
			if err != nil {
				return err
			}
			if note == "" {
				break
			}
			if try == 5 { // the database was too slow, and the page said so: a customer tries again
				return fmt.Errorf("%s: five forms in a row end in %q", step.name, note)
			}
		}
	}
	return nil
}

var errNoForm = errors.New("the page has no form")

// oneForm sends one form to all at once, and returns the note by which it was said that nothing was sent; blank
// where the form was carried out.
func oneForm(all []*replica, b *browser, path, step string, fields []string, counts *[3]atomic.Int32) (refused string, err error) {
	address := all[rand.IntN(len(all))].url + path
	if step == "account" {
		address += "?way=account"
	}
	form, busy, err := b.form(address, step)
	const look = 50 * time.Millisecond
	// A step whose end could not be stored is under way until its lease is over.
	for waited := time.Duration(0); err == nil && (busy && waited < time.Minute || form == "" && waited < 2*time.Second); waited += look {
		time.Sleep(look)
		form, busy, err = b.form(address, step)
	}
	if err == nil && form == "" {
		err = errNoForm
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", step, err)
	}
	first := b.Jar.Cookies(mustParse(all[0].url))
	var posts sync.WaitGroup
	var mu sync.Mutex
	for _, r := range all {
		b.Jar.SetCookies(mustParse(r.url), first)
		for range at {
			posts.Go(func() {
				note, failed := b.post(r.url+path+"/"+step, form, fields...)
				mu.Lock()
				defer mu.Unlock()
				counts[0].Add(1)
				switch {
				case failed != nil:
					err = failed
				case note == "used":
					counts[1].Add(1)
				case note == "busy":
					counts[2].Add(1)
				default:
					refused = note
				}
			})
		}
	}
	posts.Wait()
	return refused, err
}

func mustParse(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	return u
}

// TestKilledReplicasTellEverySettlement kills one process after another while
// customers pay, late and after a refusal too, and the merchant fails at times.
func TestKilledReplicasTellEverySettlement(t *testing.T) {
	n := soak.N(t, 10)
	row := soak.Begin(t, "page-kills", n)
	g, where := startGateway(t), postgreSQL(t)
	g.refuse = func() bool { return rand.IntN(3) == 0 }
	const alive = 3
	all := make([]*replica, alive)
	for i := range all {
		r, err := startReplica(where, g)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = r
	}
	defer func() {
		for _, r := range all {
			r.kill()
		}
	}()
	shown, unopened := 0, 0
	var waiting []string // orders whose QR is shown
	for kill := range n {
		var customers sync.WaitGroup
		var mu sync.Mutex
		for c := range 2 {
			customers.Go(func() {
				order := fmt.Sprint("o-", kill, "-", c)
				r := all[rand.IntN(alive)]
				ok := showQR(r, order)
				mu.Lock()
				defer mu.Unlock()
				if ok {
					shown++
					waiting = append(waiting, order)
				} else {
					unopened++
				}
			})
		}
		victim := rand.IntN(alive)
		if rand.IntN(2) == 0 {
			customers.Wait()
		}
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		old := all[victim]
		old.kill()
		customers.Wait()
		r, err := startReplica(where, g)
		if err != nil {
			t.Fatal(err)
		}
		all[victim] = r
		rand.Shuffle(len(waiting), func(i, j int) { waiting[i], waiting[j] = waiting[j], waiting[i] })
		for len(waiting) > 4 {
			order := waiting[len(waiting)-1]
			waiting = waiting[:len(waiting)-1]
			if rand.IntN(4) == 0 {
				g.setStatus(order, "FAILED")
				time.AfterFunc(time.Duration(rand.IntN(2000))*time.Millisecond, func() { g.setStatus(order, "SUCCESS") })
				continue
			}
			g.setStatus(order, "SUCCESS")
		}
	}
	for _, order := range waiting {
		g.setStatus(order, "SUCCESS")
	}
	time.Sleep(2 * time.Second) // until the last refusal was taken back
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) && len(g.untold()) > 0 {
		time.Sleep(50 * time.Millisecond)
	}
	if left := g.untold(); len(left) > 0 {
		t.Errorf("the merchant never heard of %d settlements: %v", len(left), left[:min(5, len(left))])
	}
	g.keys(t)
	if twice := g.count(func(p *payment) int { return max(0, p.opened-1) }); twice > 0 {
		t.Errorf("%d payments were opened twice", twice)
	}
	settled := g.count(func(p *payment) int {
		if p.settled {
			return 1
		}
		return 0
	})
	if settled < n {
		t.Errorf("only %d settlements in %d kills", settled, n)
	}
	calls := 0
	for _, keys := range g.told {
		for _, times := range keys {
			calls += times
		}
	}
	row("%d payments settled, all told, in %d calls; %d orders did not come to their QR; %d questions", settled, calls, unopened, g.count(func(p *payment) int { return p.asked }))
}

// showQR takes a customer to the QR; false where the process was killed before.
// What was shown is settled later; of an order whose page was on its way nobody
// can have paid.
func showQR(r *replica, order string) bool {
	path, err := r.open(order)
	if err != nil {
		return false
	}
	b := newBrowser()
	form, _, err := b.form(r.url+path, "qr")
	if err != nil || form == "" {
		return false
	}
	note, err := b.post(r.url+path+"/qr", form)
	return err == nil && note == ""
}
