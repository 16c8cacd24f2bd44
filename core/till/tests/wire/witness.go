package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"sanduq/core/till/tests/oracle"
)

// Witness knows what was asked and told about each order.
type Witness struct {
	Law    *oracle.Witness // is told what the till is told
	mu     sync.Mutex
	orders map[string]*order
}

type order struct {
	words map[string]bool // payment statuses that reached the till, or may have
	trail []string
}

func newWitness() *Witness { return &Witness{Law: oracle.NewWitness(), orders: map[string]*order{}} }

func orderIn(body []byte) string {
	var in struct{ OrderID string }
	_ = json.Unmarshal(body, &in)
	return in.OrderID
}

func (w *Witness) at(body []byte) *order {
	id := orderIn(body)
	o := w.orders[id]
	if o == nil {
		o = &order{words: map[string]bool{}}
		w.orders[id] = o
	}
	return o
}

// lost takes in a call whose reply does not reach the till whole.
func (w *Witness) lost(path string, body []byte, f Fault) {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.at(body)
	o.trail = append(o.trail, fmt.Sprintf("%s: %s", path[strings.LastIndex(path, "/")+1:], f))
}

// addReply takes in a reply that is sent whole.
func (w *Witness) addReply(path string, body []byte, status int, answer []byte, f Fault) {
	word := wordIn(answer)
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.at(body)
	if word != "" {
		o.words[word] = true
		w.Law.Said(orderIn(body), word)
	}
	o.trail = append(o.trail, fmt.Sprintf("%s: %d %s %s", path[strings.LastIndex(path, "/")+1:], status, word, f))
}

// wordIn is the payment status that a reply carries, in capitals; blank without
// one. Members go by their exact names, as the till reads them: others may
// differ from those by case alone.
func wordIn(answer []byte) string {
	var in, data map[string]json.RawMessage
	var word string
	if json.Unmarshal(answer, &in) == nil && string(in["success"]) == "true" && json.Unmarshal(in["data"], &data) == nil {
		_ = json.Unmarshal(data["paymentStatus"], &word)
	}
	return strings.ToUpper(strings.TrimSpace(word))
}

// Told reports whether a payment status was sent to the till for an order.
func (w *Witness) Told(orderID, word string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.orders[orderID]
	return o != nil && o.words[word]
}

// Trail returns what happened on the wire for an order, oldest first.
func (w *Witness) Trail(orderID string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if o := w.orders[orderID]; o != nil {
		return slices.Clone(o.trail)
	}
	return nil
}
