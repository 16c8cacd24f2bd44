package crash

import (
	"encoding/json"
	"os"
	"sync"

	"sanduq/core"
	"sanduq/core/journal"
)

// orders are what the parent asks of a process that it starts, as JSON in the
// environment variable envOrders.
type orders struct {
	Mode    string `json:"mode"`
	Dir     string `json:"dir"`
	BaseURL string `json:"baseUrl"`
	APIKey  string `json:"apiKey"`
	Secret  string `json:"secret"`
	Names   bool   `json:"names,omitempty"` // each status answer names the payment
	Seed    uint64 `json:"seed"`
	Journal string `json:"journal,omitempty"` // a deliberately wrong one
	Aside   bool   `json:"aside,omitempty"`   // examine the file in a process of its own, as the application does
	Wait    int    `json:"wait,omitempty"`    // milliseconds to wait for the store's lock
	Hold    int    `json:"hold,omitempty"`    // milliseconds to hold the store
	Witness string `json:"witness,omitempty"` // file in which holders of the store say so
}

const envOrders = "SANDUQ_KILL_ORDERS"

// What a process is started for.
const (
	modeSell   = "sell"   // sell until killed
	modeSettle = "settle" // bring every sale to its end, pass by pass
	modeHold   = "hold"   // hold the store for a while
)

// What the parent tells a process, one word a line.
const (
	sayGo   = "go"   // what lies on the disk was looked at: open the till
	sayPass = "pass" // take every open sale one step on
	sayAsk  = "ask"  // ask the gateway about every open sale
	sayEnd  = "end"  // close everything properly
)

// What a process tells its parent.
const (
	toldFound  = "found"  // a sale lies on the disk like this
	toldLooked = "looked" // that was all
	toldOpen   = "open"   // the till works
	toldShown  = "shown"  // a sale is on the screen like this
	toldPassed = "passed" // the pass is done
	toldReady  = "ready"  // about to open the store
	toldLocked = "locked" // another process holds the store
	toldSold   = "sold"   // a sale was made while the store was held
	toldWrong  = "wrong"  // something that must not happen on a sound machine
)

// line is one line from a process to its parent.
type line struct {
	Say  string `json:"say"`
	Text string `json:"text,omitempty"`
	Sale *state `json:"sale,omitempty"`
}

// state is where a sale stands, as far as the checks need it.
type state struct {
	ID         journal.SaleID   `json:"id"`
	Order      string           `json:"order"`
	Version    uint64           `json:"version"`
	Status     journal.Status   `json:"status"`
	Step       journal.Step     `json:"step"`
	State      core.State       `json:"state"`
	Minor      int64            `json:"minor"`
	Receipt    uint64           `json:"receipt,omitempty"`
	QR         bool             `json:"qr,omitempty"`
	Named      bool             `json:"named,omitempty"` // an account or wallet was validated
	Unresolved bool             `json:"unresolved,omitempty"`
	Aside      bool             `json:"aside,omitempty"`
	Late       bool             `json:"late,omitempty"`
	Twice      journal.SaleID   `json:"twice,omitempty"`
	Instead    []journal.SaleID `json:"instead,omitempty"`
	Route      core.Route       `json:"route,omitempty"`
}

func stateOf(s journal.Sale) *state {
	return &state{ID: s.ID, Order: s.OrderID, Version: s.Version, Status: s.Status(), Step: s.Step, State: s.Session.State,
		Minor: s.Amount.Minor, Receipt: s.ReceiptSeq, QR: s.Session.QRPayload != "", Named: s.Session.MaskedAccount != "",
		Unresolved: s.Session.OTPUnresolved, Aside: s.SetAside != nil, Late: s.Session.Late, Twice: s.PaidTwiceWith,
		Instead: s.Instead, Route: s.Session.Route}
}

// teller writes lines to the parent, each whole or not at all: one write to a
// pipe, shorter than the pipe's atomic size.
type teller struct{ mu sync.Mutex }

func (t *teller) writeLine(say, text string, sale *state) {
	b, err := json.Marshal(line{say, text, sale})
	if err != nil {
		panic(err) // a struct of plain fields
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	_, _ = os.Stdout.Write(append(b, '\n')) // without a parent there is nobody to tell
}
