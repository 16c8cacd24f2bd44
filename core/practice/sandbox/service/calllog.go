package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/secret"
)

const (
	keptCalls  = 500
	keptDetail = 2 << 10
)

// Call is one request as the log keeps it: no header, and no secret in its bodies.
type Call struct {
	At        time.Time          `json:"at"`
	Op        contract.Operation `json:"op"`
	Method    string             `json:"method"`
	Path      string             `json:"path"`
	Status    int                `json:"status"` // zero if the connection was dropped
	RequestID string             `json:"requestId"`
	Took      time.Duration      `json:"took"`
	Request   string             `json:"request,omitempty"`
	Reply     string             `json:"reply,omitempty"`
}

// CallLog keeps the last calls and counts them all. The zero value is ready.
type CallLog struct {
	mu     sync.Mutex
	calls  []Call
	counts map[contract.Operation]int
}

func (l *CallLog) add(c Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts == nil {
		l.counts = map[contract.Operation]int{}
	}
	l.counts[c.Op]++
	if len(l.calls) == keptCalls {
		l.calls = append(l.calls[:0], l.calls[1:]...)
	}
	l.calls = append(l.calls, c)
}

// Count returns how often an operation was called since the start, refused and dropped calls included.
func (l *CallLog) Count(op contract.Operation) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts[op]
}

// Newest returns the last calls, at most limit of them, oldest first.
func (l *CallLog) Newest(limit int) []Call {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Call{}, l.calls[max(0, len(l.calls)-limit):]...)
}

// secretNames are the members whose values never reach the log. Numbers of accounts keep their last four characters.
var secretNames = map[string]bool{"token": true, "otp": true, "customername": true}
var numberNames = map[string]bool{"accountnumber": true, "walletid": true, "debitoraccnumber": true}

// redactBody returns a body fit to be shown. What is not JSON is not shown at all: nobody knows what it holds.
func redactBody(body []byte) string {
	if len(body) == 0 {
		return ""
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return fmt.Sprintf("(%d bytes)", len(body))
	}
	out, _ := json.Marshal(redactValue(v))
	if len(out) > keptDetail {
		return fmt.Sprintf("(%d bytes)", len(body))
	}
	return string(out)
}

func redactValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, each := range v {
			switch lower := strings.ToLower(name); {
			case secretNames[lower]:
				v[name] = secret.Redacted
			case numberNames[lower]:
				number, _ := each.(string)
				v[name] = secret.Mask(number)
			default:
				v[name] = redactValue(each)
			}
		}
	case []any:
		for i := range v {
			v[i] = redactValue(v[i])
		}
	}
	return v
}
