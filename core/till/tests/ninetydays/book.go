package ninetydays

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"sanduq/core/journal"
)

// What the till may do, by its design.
const (
	ticks   = 37     // of one poller
	planned = 6 + 72 // questions of a watch: six in the first hour, then one each hour for 72 hours
	// longest is how long after its opening a sale may be in hand. Its watch takes
	// three days; while the till or the network is off none of it is used up.
	longest = 5 * 24 * time.Hour
	// unheard is the same for a sale about which the gateway never answers, which
	// is asked about for thirty days.
	unheard = 32 * 24 * time.Hour
	// patience is how long it may take the till to hear of money by itself.
	patience = 2 * time.Hour
	// away is how long the gateway must have answered nobody, and more than one sale
	// asked, for its next answer to be a reason to ask about everything; returnPause is
	// the least time between two such rounds.
	away, returnPause = 30 * time.Second, time.Hour
)

// Figures are what was measured of one day.
type Figures struct {
	Day, Sales       int // since the first
	InHand, Watched  int // at five in the morning
	Ticks, Questions int // of the day: of pollers, and what nobody at the till asked for
	Steps            int // of the day: questions that belong to a step of the cashier's
	Minute           int // the most questions in a minute of the day
	Goroutines       int
	Heap             uint64        // bytes in use after a collection
	Start            time.Duration // of the newest start, in real time
	StartOpen        int           // open sales that it found
	Most             int           // the most questions about one leg of a sale so far
}

// tally counts the questions about one sale, by leg: QR and wallet, account.
type tally struct {
	ticks, questions [2]uint16
	pollers          uint8
	since            time.Time // of the newest poller
	known            bool
	rounds           int // that there had been when the first question came
}

// book keeps account of one run, in memory that does not grow with it.
type book struct {
	s        *shop
	mu       sync.Mutex
	tallies  []tally
	recent   [61]time.Time // the newest questions, as a ring
	next     int
	today    Figures
	starts   []start
	rounds   int // in which everything is asked about, beside the plans: starts, ends of days, the network's and the gateway's returns
	silence  silence
	held     int // sales in hand when the till was closed
	days     []Figures
	problems []string
	broken   map[string]int // laws, how often
}

// silence is what the gateway leaves without an answer.
type silence struct {
	about    map[int]bool // numbers of the payments since the newest answer
	since    time.Time    // of the first of them
	returned time.Time    // of the newest round after a silence
}

type start struct {
	day  int
	took time.Duration
}

func newBook(s *shop, most int) *book {
	return &book{s: s, tallies: make([]tally, most), days: make([]Figures, 0, s.o.Days), starts: make([]start, 0, s.o.Days), held: -1,
		broken: map[string]int{}, silence: silence{about: map[int]bool{}}}
}

func (b *book) problem(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.problemLocked(format, args...)
}

func (b *book) problemLocked(format string, args ...any) {
	law, _, _ := strings.Cut(format, ":")
	if b.broken[law]++; b.broken[law] <= 3 { // what goes on breaking tells no more
		b.problems = append(b.problems, fmt.Sprintf("day %d: ", len(b.days)+1)+fmt.Sprintf(format, args...))
	}
}

// round takes in that everything is asked about once.
func (b *book) round() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rounds++
}

// heard takes in whether a call was answered. By the till's design an answer after a
// silence that more than one sale met is a reason for a round.
func (b *book) heard(number int, answered bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, now := &b.silence, time.Now()
	switch {
	case !answered && len(s.about) == 0:
		s.since = now
		fallthrough
	case !answered:
		s.about[number] = true
	default:
		if len(s.about) > 1 && now.Sub(s.since) > away && now.Sub(s.returned) >= returnPause {
			s.returned = now
			b.rounds++
		}
		clear(s.about)
	}
}

func (b *book) stopped(inHand int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held = inHand
}

// started takes in a start and demands that it finds what the till had in hand.
func (b *book) started(took time.Duration, open int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.starts = append(b.starts, start{len(b.days) + 1, took})
	b.rounds++
	b.today.Start, b.today.StartOpen = took, open
	if b.held >= 0 && open > b.held {
		b.problemLocked("STARTS WITH MORE: %d open sales, where %d were in hand", open, b.held)
	}
}

// asked counts a question that reached the gateway. A poller's ticks come three
// seconds after its start or later, and the cashier's steps are under way when
// they ask; whatever else is asked keeps the pace.
func (b *book) asked(number int, k kind, byAccount bool) {
	b.s.mu.Lock()
	sale := b.s.ids[number].sale()
	b.s.mu.Unlock()
	var live journal.LiveStatus
	if d := b.s.till.Load(); d != nil {
		v, _ := d.Sale(sale)
		live = v.Live
	}
	leg, now := 0, time.Now()
	if byAccount {
		leg = 1
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	t, since := &b.tallies[number], live.PollingSince
	if !t.known {
		t.known, t.rounds = true, b.rounds
	}
	if !since.IsZero() && !since.Equal(t.since) {
		t.since = since
		t.pollers++
	}
	switch {
	case !since.IsZero() && now.Sub(since) > time.Second:
		b.today.Ticks++
		if t.ticks[leg]++; int(t.ticks[leg]) > ticks*int(t.pollers) {
			b.problemLocked("POLLED TOO OFTEN: %s, %d ticks of %d pollers", sale, t.ticks[leg], t.pollers)
		}
	case live.Busy != "":
		b.today.Steps++
	default:
		b.today.Questions++
		b.pace(now)
		t.questions[leg]++
		most := planned + b.rounds - t.rounds
		if k == unanswered {
			most += 30 * 24
		}
		if int(t.questions[leg]) > most {
			b.problemLocked("ASKED TOO OFTEN: %s, %d questions, where the plan and %d rounds make %d", sale, t.questions[leg], b.rounds-t.rounds, most)
		}
		b.today.Most = max(b.today.Most, int(t.questions[leg]))
	}
}

// pace demands that there is never more than one question a second on average
// over ten of them, nor over a minute. The caller holds mu.
func (b *book) pace(now time.Time) {
	ago := func(n int) time.Duration { return now.Sub(b.recent[(b.next-n+2*len(b.recent))%len(b.recent)]) }
	n := 1
	for n <= len(b.recent) && ago(n) < time.Minute {
		n++
	}
	b.today.Minute = max(b.today.Minute, n)
	if ten, sixty := ago(11), ago(61); ten < 10*time.Second || sixty < time.Minute {
		b.problemLocked("TOO FAST: 12 questions in %v, 62 in %v", ten, sixty)
	}
	b.recent[b.next] = now
	b.next = (b.next + 1) % len(b.recent)
}

// over reports whether the till will not ask about a sale any more, which the
// sale must then say.
func (b *book) over(s journal.Sale) bool {
	switch w := s.Watch; {
	case !w.Next.IsZero():
		return false
	case w.Since.IsZero(): // nobody asks: nothing was shown or handed in that could be paid
		return time.Since(s.CreatedAt) > 12*time.Hour
	}
	b.said(s)
	return true
}

// said demands that a sale whose watch ended without an end says so.
func (b *book) said(s journal.Sale) {
	if s.Watchable() && !slices.ContainsFunc(s.History, func(f journal.HistoryEvent) bool { return f.Code == journal.HistoryWatchEnded }) {
		b.problem("ENDED UNSAID: nobody asks about %s any more (%s after %d answers), and it does not say so", s.ID, s.Status(), s.Watch.Tries)
	}
}

// letGo looks at a sale that the till has let go of.
func (b *book) letGo(number int, sale journal.SaleID) {
	s, err := b.s.store.Sale(context.Background(), sale)
	if err != nil {
		b.problem("%s is not in the store: %v", sale, err)
		return
	}
	if !s.Watch.Since.IsZero() {
		b.said(s)
	}
	b.checkKnownInTime(number, s)
}

// checkKnownInTime demands that money which the gateway has is known in time.
func (b *book) checkKnownInTime(number int, s journal.Sale) {
	settled := b.s.gate.payment(number).settles
	if !settled.IsZero() && time.Since(settled) > patience && s.Status() != journal.StatusPaid {
		b.problem("LOST: %s was paid %v ago and is %s", s.ID, time.Since(settled).Round(time.Minute), s.Status())
	}
}

// measure takes a day's figures, at five in the morning, when nobody is there.
func (b *book) measure(n int) {
	s := b.s
	inHand, watched := 0, 0
	for number, v := range s.inHand() {
		inHand++
		if !v.Watch.Next.IsZero() {
			watched++
		}
		b.checkKnownInTime(number, v.Sale)
		b.inTime(number, v.Sale)
	}
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.mu.Lock()
	defer b.mu.Unlock()
	f := b.today
	f.Day, f.Sales, f.InHand, f.Watched, f.Goroutines, f.Heap = n, s.sold, inHand, watched, runtime.NumGoroutine(), m.HeapInuse
	b.days = append(b.days, f)
	b.today = Figures{Start: f.Start, StartOpen: f.StartOpen, Most: f.Most}
}

// inTime demands that a sale is not in hand for ever.
func (b *book) inTime(number int, s journal.Sale) {
	most, age := longest, time.Since(s.CreatedAt)
	if b.s.gate.payment(number).kind == unanswered {
		most = unheard
	}
	switch {
	case age < most:
	case s.Watch.Next.IsZero():
		b.problem("IN HAND FOR EVER: %s is %s after %v", s.ID, s.Status(), age.Round(time.Hour))
	default:
		b.problem("WATCHED FOR EVER: %s is %s after %v and %d answers", s.ID, s.Status(), age.Round(time.Hour), s.Watch.Tries)
	}
}
