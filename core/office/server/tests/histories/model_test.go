//go:build linux

package histories

import (
	"fmt"
	"math"
	"slices"

	"github.com/anishathalye/porcupine"
)

// verb is what somebody did.
type verb string

// The verbs. One that is not acknowledged may have had its effect, or may have it
// later, or never.
const (
	charges  verb = "charge"    // a cashier opens a payment of the order
	submits  verb = "code"      // a cashier hands in the customer's code
	setAside verb = "set aside" // a cashier sets a payment aside
	views    verb = "view"      // somebody looks at a payment on the till's screen
	restarts verb = "restart"   // the till's process is killed, and a new one is open
	approves verb = "approve"   // the customer pays what the QR asks for
	declines verb = "decline"   // the customer refuses it
	counts   verb = "debits"    // the statement of the customer's bank: how often money was taken
	sends    verb = "send"      // the till's agent sends a payment's record to head office
	asks     verb = "ask"       // an owner reads a payment at head office
	rests    verb = "rest"      // long after the last act
)

// onlyLooks reports whether an operation changes nothing.
func (v verb) onlyLooks() bool { return v == views || v == counts || v == asks || v == rests }

// The words of the records that the law is about. What is none of them is open.
const (
	paid      = "paid"
	failed    = "failed"
	expired   = "expired"
	notOpened = "notOpened"
)

// The endings of amounts that the practice bank acts upon, see its test numbers.
const (
	refusedByBank = 41 // an approval is answered with FAILED
	endsByBank    = 42 // with EXPIRED
	paysAfterEnd  = 45 // with EXPIRED, and a minute later with SUCCESS
)

// input is an operation of one of the payments of an order: the first is 0, and the
// one that was opened instead of it 1.
type input struct {
	Verb    verb
	Payment int
	Ending  int    // of the amount: approve
	Record  record // that is sent
}

// record is a payment as somebody was shown it. Version 0 is none.
type record struct {
	Version uint64
	Status  string
	Late    bool // the till says that the money came after another end
	Aside   bool // it was set aside
}

// output is what came of an operation.
type output struct {
	Lost    bool // no reply: it may have been done, and may yet be
	Refused bool // it was not done, and will not be
	Record  record
	Debits  int
	Owed    bool // the till says that money of the order is to go back
}

// payment is what the law knows of one. What happens by itself, such as a debit after
// an approval, is known when somebody has seen it, and at once where no order of the
// acts would allow it to be otherwise.
type payment struct {
	Agreed bool // the customer may be debited
	Ended  bool // the bank has called it failed or expired
	Debits int  // at least so many
	Aside  bool

	Disk, Shown, Held word // the newest record on the till's disk, on its screen, at head office
}

// word is a version of a record, and what it says.
type word struct {
	Version uint64
	Status  string
}

// order is the state of the model: the two payments that an order may have.
type order [2]payment

// law is the model of an order.
func law() porcupine.Model {
	model := porcupine.NondeterministicModel{
		Init: func() []any { return []any{order{}} },
		Step: func(state, in, out any) (next []any) {
			for _, o := range step(state.(order), in.(input), out.(output)) {
				next = append(next, o)
			}
			return next
		},
		DescribeOperation: describe,
	}
	return model.ToModel()
}

func describe(in, out any) string {
	i, o := in.(input), out.(output)
	text := fmt.Sprintf("%-9s %d", i.Verb, i.Payment+1)
	switch i.Verb {
	case approves:
		text += fmt.Sprintf(" (amount …%02d)", i.Ending)
	case sends:
		text += fmt.Sprintf(" %+v", i.Record)
	}
	switch {
	case o.Lost:
		return text + ": no reply"
	case o.Refused:
		return text + ": refused"
	case i.Verb == counts:
		return text + fmt.Sprintf(": %d", o.Debits)
	case i.Verb == charges, i.Verb == views, i.Verb == asks:
		return text + fmt.Sprintf(": %+v", o.Record)
	case i.Verb == rests:
		return text + fmt.Sprintf(": money is to go back: %v", o.Owed)
	}
	return text + ": done"
}

// step returns the states that may follow; none where the law forbids what was seen.
func step(o order, in input, out output) []order {
	if out.Refused || out.Lost && in.Verb.onlyLooks() {
		return []order{o}
	}
	done, legal := o.do(in, out)
	switch {
	case out.Lost && legal:
		return []order{o, done}
	case out.Lost:
		return []order{o}
	case !legal:
		return nil
	case in.Verb == charges && in.Payment == 1: // the first need not have been open any more
		alone := done
		alone[0].Aside = o[0].Aside
		return []order{alone, done}
	}
	return []order{done}
}

// do is an operation that has its effect. o is a copy.
func (o order) do(in input, out output) (order, bool) {
	p := &o[in.Payment]
	switch in.Verb {
	case charges:
		if in.Payment == 1 {
			o[0].Aside = true
		}
		return o, out.Lost || p.seen(out.Record)
	case submits:
		p.Agreed = true
	case setAside:
		p.Aside = true
	case views:
		return o, p.seen(out.Record)
	case restarts:
		for i := range o {
			o[i].Shown = o[i].Disk
		}
	case approves:
		p.Agreed = p.Agreed || in.Ending != refusedByBank && in.Ending != endsByBank
		p.Ended = p.Ended || in.Ending == refusedByBank || in.Ending == endsByBank || in.Ending == paysAfterEnd
	case declines:
		p.Ended = true
		return o, p.Debits == 0
	case counts:
		legal := out.Debits >= p.Debits && (out.Debits == 0 || p.Agreed && p.Disk.Status != notOpened)
		p.Debits = out.Debits
		return o, legal
	case sends:
		return o, p.sent(in.Record)
	case asks:
		return o, p.Held == word{out.Record.Version, out.Record.Status}
	case rests:
		twice := o[0].Debits > 1 || o[1].Debits > 1 || o[0].Shown.Status == paid && o[1].Shown.Status == paid
		return o, out.Owed || !twice
	}
	return o, true
}

// seen is a record on the till's screen.
func (p *payment) seen(r record) bool {
	to := word{r.Version, r.Status}
	switch {
	case r.Version < p.Shown.Version, r.Version == p.Shown.Version && to != p.Shown, r.Version > 0 && r.Aside != p.Aside:
		return false
	case !p.goes(p.Shown, r):
		return false
	}
	p.Shown = to
	return p.written(r)
}

// written is a record of which somebody has seen that it is on the till's disk.
func (p *payment) written(r record) bool {
	to := word{r.Version, r.Status}
	if r.Version <= p.Disk.Version {
		return r.Version < p.Disk.Version || to == p.Disk
	}
	legal := p.goes(p.Disk, r)
	p.Disk = to
	return legal
}

// sent is a record that head office takes: it holds the newest that it was sent.
func (p *payment) sent(r record) bool {
	legal := p.written(r)
	if r.Version > p.Held.Version {
		legal = legal && p.goes(p.Held, r)
		p.Held = word{r.Version, r.Status}
	}
	return legal
}

// goes reports whether a record may follow another.
func (p *payment) goes(from word, to record) bool {
	switch {
	case from.Status == paid: // and stays so
		return to.Status == paid
	case from.Status == notOpened && to.Status != notOpened: // nobody could have paid it
		return false
	}
	over := from.Status == failed || from.Status == expired
	switch to.Status {
	case paid:
		p.Debits = max(p.Debits, 1)
		return p.Agreed && (to.Late || !over)
	case failed, expired:
		return p.Ended
	case notOpened:
		return p.Debits == 0
	}
	return !over
}

// shortest returns a part of a history that cannot be linearized: the shortest
// beginning, of which everything is left out that only looks and without which it
// still cannot be. Operations of the beginning that had not returned have no reply.
func shortest(model porcupine.Model, history []porcupine.Operation) []porcupine.Operation {
	illegal := func(h []porcupine.Operation) bool { return !porcupine.CheckOperations(model, h) }
	low, high := int64(0), int64(0)
	for _, o := range history {
		if o.Return != math.MaxInt64 {
			high = max(high, o.Return)
		}
	}
	for low < high {
		if middle := (low + high) / 2; illegal(until(history, middle)) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	short := until(history, high)
	for i := len(short) - 1; i >= 0; i-- {
		if !short[i].Input.(input).Verb.onlyLooks() {
			continue
		}
		if without := slices.Delete(slices.Clone(short), i, i+1); illegal(without) {
			short = without
		}
	}
	return short
}

// until is what had been seen of a history at a moment.
func until(history []porcupine.Operation, moment int64) (part []porcupine.Operation) {
	for _, o := range history {
		if o.Call > moment {
			continue
		}
		if o.Return > moment {
			o.Return, o.Output = math.MaxInt64, output{Lost: true}
		}
		part = append(part, o)
	}
	return part
}
