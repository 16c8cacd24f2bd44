package adversary

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// kind is what somebody does in a script.
type kind int

// The kinds of acts.
const (
	charge      kind = iota // a new sale
	next                    // what is sensible with a sale as it stands
	flow                    // the same, some times in a row
	pay                     // the customer pays a QR, on any screen or none
	decline                 // or does not want to
	replace                 // a new payment instead of a sale
	both                    // the same by QR, and the customer pays both
	switchRoute             // from a QR to an account, and the like
	crossed                 // the same, and the customer pays the QR and gives the code
	wrongCode
	repeatCode // a manager repeats the code, or tries another
	codeAgain  // another code is asked for
	setAside
	toManager
	resolve
	acknowledge
	check
	watchNow
	rest
	restart
	putBack // an older journal is put back
	confirm // by a manager
	misbehave
	purge   // the gateway forgets a payment
	network // goes, comes back
	kinds
)

var kindNames = [kinds]string{"charge", "next", "flow", "pay", "decline", "replace", "both", "switchRoute", "crossed", "wrongCode", "repeatCode", "codeAgain",
	"setAside", "toManager", "resolve", "acknowledge", "check", "watchNow", "rest", "restart", "putBack", "confirm", "misbehave", "purge", "network"}

// act is one step of a script. Everything in it is drawn beforehand, so that a
// script can be played again without some of its acts.
type act struct {
	wait time.Duration
	kind kind
	sale int
	seed uint64
	rule *rule
}

func (a act) String() string {
	text := fmt.Sprintf("after %v %s", a.wait.Round(time.Millisecond), kindNames[a.kind])
	switch {
	case a.rule != nil:
		return text + ": " + a.rule.String()
	case a.kind != watchNow && a.kind != rest && a.kind != restart && a.kind != putBack && a.kind != confirm && a.kind != network && a.kind != charge:
		text += fmt.Sprintf(" sale %d", a.sale)
	}
	return text
}

// ending is what comes after the acts.
type ending int

// The endings.
const (
	calmly ending = iota // the gateway tells the truth: two hours, then the laws
	never                // it goes on as it is: two hours, then a manager goes on
	atLast               // as calmly, and then until every watch must have ended
	endings
)

var endingNames = [endings]string{"calmly", "never", "atLast"}

// script is one day.
type script struct {
	seed uint64
	acts []act
	end  ending
}

// The tags of the sources of chance, one for each who chooses.
const (
	tagScript uint64 = iota + 1
	tagPayment
	tagJitter
	tagEnd
)

func source(seed, tag, n uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed*0x9e3779b97f4a7c15+tag, n*0xbf58476d1ce4e5b9+tag))
}

// write draws the script of a seed.
func write(seed uint64) script {
	r := source(seed, tagScript, 0)
	s := script{seed: seed}
	switch n := r.IntN(40); {
	case n < 23:
		s.end = calmly
	case n < 36:
		s.end = never
	default:
		s.end = atLast
	}
	sales := 1 + r.IntN(4)
	for range r.IntN(4) {
		s.add(r, misbehave, sales, 0)
	}
	s.add(r, charge, sales, 0)
	if r.IntN(12) == 0 {
		for _, u := range plot(r) {
			s.acts = append(s.acts, act{kind: misbehave, rule: u})
		}
		s.add(r, both, sales, time.Second)
	}
	for range 5 + r.IntN(24) {
		s.add(r, pickKind(r), sales, drawWait(r))
	}
	if s.end != calmly && r.IntN(3) == 0 {
		s.add(r, purge, sales, 0)
	}
	return s
}

func (s *script) add(r *rand.Rand, k kind, sales int, wait time.Duration) {
	a := act{wait: wait, kind: k, sale: r.IntN(sales), seed: r.Uint64()}
	if k == misbehave {
		a.rule = drawRule(r, sales)
	}
	s.acts = append(s.acts, a)
}

// weights are how often each kind is drawn.
var weights = [kinds]int{charge: 8, next: 12, flow: 20, pay: 9, decline: 2, replace: 7, both: 3, switchRoute: 4, crossed: 4, wrongCode: 2,
	repeatCode: 3, codeAgain: 1, setAside: 3, toManager: 1, resolve: 1, acknowledge: 1, check: 5, watchNow: 1, restart: 4, putBack: 2,
	confirm: 2, misbehave: 8, purge: 2, network: 2}

func pickKind(r *rand.Rand) kind {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	n := r.IntN(sum)
	for k, w := range weights {
		if n -= w; n < 0 {
			return kind(k)
		}
	}
	return next
}

func drawWait(r *rand.Rand) time.Duration {
	limit := time.Duration(0)
	switch n := r.IntN(40); {
	case n < 14:
		limit = time.Second
	case n < 32:
		limit = 12 * time.Second
	case n < 37:
		limit = 6 * time.Minute
	case n < 39:
		limit = 40 * time.Minute
	default:
		limit = 5 * time.Hour
	}
	return time.Duration(r.Int64N(int64(limit)))
}
