package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/secret"
	"sanduq/core/practice/sandbox/tables"
)

// control answers scripts.
type control struct {
	server *Server
	token  string
}

// addTo serves what the Go interface offers to a script outside the process, under /control. Every call carries
// the installation's control token as a bearer. Replies are plain JSON, not the service's envelope: this is no part of
// the contract.
func (s *control) addTo(mux *http.ServeMux) {
	handle := func(pattern string, h func(*http.Request) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			if !secret.Same(token, s.token) {
				contract.Refused(contract.Refuse(http.StatusUnauthorized, contract.CodeInvalidToken, "the control token is needed"), contract.RequestID(w)).Write(w)
				return
			}
			r.Body = http.MaxBytesReader(w, r.Body, contract.MaxBody)
			v, err := h(r)
			var bad *contract.Refusal
			switch {
			case errors.As(err, &bad):
				contract.Refused(bad, contract.RequestID(w)).Write(w)
			case errors.Is(err, bank.ErrNoPayment):
				contract.Refused(contract.Refuse(http.StatusNotFound, contract.CodeNotFound, err.Error()), contract.RequestID(w)).Write(w)
			case errors.Is(err, bank.ErrNotOpen), errors.Is(err, bank.ErrNothingOpen):
				contract.Refused(contract.Refuse(http.StatusConflict, contract.CodeInProgress, err.Error()), contract.RequestID(w)).Write(w)
			case err != nil:
				contract.Refused(contract.Refuse(http.StatusServiceUnavailable, contract.CodeUnavailable, err.Error()), contract.RequestID(w)).Write(w)
			default:
				contract.JSON(http.StatusOK, v).Write(w)
			}
		})
	}
	handle("GET /control/payments", func(r *http.Request) (any, error) { return s.server.bank.Payments(limitOf(r)) })
	handle("GET /control/orders/{order}", s.controlOrder)
	handle("GET /control/inbox", s.controlInbox)
	handle("GET /control/calls", func(r *http.Request) (any, error) { return s.server.service.Calls.Newest(limitOf(r)), nil })
	handle("GET /control/duplicates", func(*http.Request) (any, error) { return s.server.bank.Duplicates() })
	handle("GET /control/test-numbers", func(*http.Request) (any, error) { return tables.TestNumbers(), nil })
	handle("GET /control/ledger", func(*http.Request) (any, error) { return done, s.server.CheckLedger() })
	handle("POST /control/payments/{id}/{act}", s.controlAct)
	handle("GET /control/faults", func(*http.Request) (any, error) { return s.server.faults.Active(), nil })
	handle("POST /control/faults", s.controlFault)
	handle("DELETE /control/faults", func(*http.Request) (any, error) { s.server.faults.Clear(); return done, nil })
	handle("GET /control/webhooks", func(*http.Request) (any, error) { return s.server.webhooks.Pending() })
	handle("POST /control/webhooks", s.controlWebhook)
	handle("POST /control/clock", s.controlClock)
	handle("POST /control/bank", s.controlBank)
}

var done = map[string]bool{"done": true}

func limitOf(r *http.Request) int {
	n, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || n < 1 || n > 1000 {
		return 100
	}
	return n
}

func readControl(r *http.Request, v any) error {
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return contract.Refuse(http.StatusBadRequest, contract.CodeMalformedJSON, err.Error())
	}
	return nil
}

// duration reads "1.5s" and "6m".
type duration struct{ time.Duration }

func (d *duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

func (s *control) controlOrder(r *http.Request) (any, error) {
	arrived, opened, err := s.server.InitiateCount(r.PathValue("order"))
	if err != nil {
		return nil, err
	}
	p, found, err := s.server.bank.PaymentByOrder(r.PathValue("order"))
	reply := map[string]any{"initiateArrived": arrived, "paymentsOpened": opened}
	if found {
		reply["newest"] = p
	}
	return reply, err
}

// controlInbox is the one place outside the phone that gives the codes away: a script plays the customer.
func (s *control) controlInbox(r *http.Request) (any, error) {
	list, err := s.server.bank.Inbox(limitOf(r))
	out := make([]map[string]any, 0, len(list))
	for _, m := range list {
		out = append(out, map[string]any{"at": m.At, "kind": m.Kind, "paymentId": m.PaymentID, "orderId": m.OrderID,
			"otp": m.OTP.Reveal(), "again": m.Again})
	}
	return out, err
}

func (s *control) controlAct(r *http.Request) (any, error) {
	act, known := map[string]func(string) error{"approve": s.server.bank.Approve, "decline": s.server.bank.Decline, "expire": s.server.bank.Expire}[r.PathValue("act")]
	if !known {
		return nil, contract.Refuse(http.StatusNotFound, contract.CodeNotFound, "approve, decline or expire")
	}
	return done, act(r.PathValue("id"))
}

func (s *control) controlFault(r *http.Request) (any, error) {
	var in struct {
		faults.Fault
		Delay duration `json:"delay"`
	}
	if err := readControl(r, &in); err != nil {
		return nil, err
	}
	if !slices.Contains(faults.Kinds, in.Kind) {
		return nil, contract.Invalid("kind", "no such fault")
	}
	in.Fault.Delay = in.Delay.Duration
	s.server.faults.Inject(in.Fault)
	return s.server.faults.Active(), nil
}

// controlWebhook adds a receiver of webhooks.
func (s *control) controlWebhook(r *http.Request) (any, error) {
	var in struct {
		URL string `json:"url"`
	}
	if err := readControl(r, &in); err != nil {
		return nil, err
	}
	return done, s.server.webhooks.Add(in.URL)
}

func (s *control) controlClock(r *http.Request) (any, error) {
	var in struct {
		Advance duration  `json:"advance"`
		Skew    *duration `json:"skew"`
		Pause   *bool     `json:"pause"`
	}
	if err := readControl(r, &in); err != nil {
		return nil, err
	}
	if in.Skew != nil {
		s.server.faults.SetSkew(in.Skew.Duration)
	}
	if in.Pause != nil {
		map[bool]func(){true: s.server.clock.Pause, false: s.server.clock.Resume}[*in.Pause]()
	}
	s.server.clock.Advance(in.Advance.Duration)
	return map[string]time.Time{"now": s.server.clock.Now()}, nil
}

// controlBank changes how the bank behaves, starts a drill, or takes the network down for a time. The network comes
// back by itself, since no call could reach the service to bring it back.
func (s *control) controlBank(r *http.Request) (any, error) {
	var in struct {
		Behaviour  string     `json:"behaviour"`
		Drill      bank.Drill `json:"drill"`
		NetworkOff duration   `json:"networkOff"`
	}
	if err := readControl(r, &in); err != nil {
		return nil, err
	}
	switch in.Behaviour {
	case "":
	case faults.Answers.String(), faults.Slow.String(), faults.Silent.String():
		s.server.bank.SetBehaviour(map[string]faults.Behaviour{"answers": faults.Answers, "slow": faults.Slow, "silent": faults.Silent}[in.Behaviour])
	default:
		return nil, contract.Invalid("behaviour", "answers, slow or silent")
	}
	if in.NetworkOff.Duration > 0 {
		// Off only after the reply to this call is on its way.
		time.AfterFunc(50*time.Millisecond, func() { s.server.bank.TakeNetworkDown(in.NetworkOff.Duration) })
	}
	if in.Drill != "" {
		return done, s.server.bank.Drill(in.Drill)
	}
	return done, nil
}
