package harness

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
)

// Noon is when every test begins.
var Noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

// Name is a press of a named key.
func Name(n fyne.KeyName) screen.KeyPress { return screen.KeyPress{Name: n} }

// LYD is a sum in dirhams.
func LYD(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }

// Sale is #12 of 12.500 LYD with a QR on show.
func Sale(change ...func(*journal.View)) journal.View {
	v := journal.View{Sale: journal.Sale{ID: "20261120-000012", OrderID: "o12", Amount: LYD(12500), Environment: core.Sandbox,
		CreatedAt: Noon.Add(-2 * time.Minute), UpdatedAt: Noon.Add(-4 * time.Second), Step: journal.StepSession, Route: core.RouteQR,
		Session: core.PaymentSession{PaymentID: "p12", State: core.StateQRGenerated, Route: core.RouteQR, RawStatus: "PENDING",
			QRPayload: strings.Repeat("00020101021226", 12), UpdatedAt: Noon.Add(-4 * time.Second)}}}
	v.Live = journal.LiveStatus{LastAnswer: Noon.Add(-4 * time.Second), LastWord: "PENDING", Asked: 12,
		PollingSince: Noon.Add(-192 * time.Second), PollingUntil: Noon.Add(108 * time.Second)}
	for _, c := range change {
		c(&v)
	}
	return v
}

// State is a session in a state.
func State(s core.State) func(*journal.View) { return func(v *journal.View) { v.Session.State = s } }

// Paid is #12 paid, with receipt 412.
func Paid(v *journal.View) {
	v.Session.State, v.ReceiptSeq, v.SettledAt = core.StateSuccess, 412, Noon
	v.Session.TransactionID, v.Live = "8F2K-71QD-0446", journal.LiveStatus{}
}

// Capped is #12 of which nobody knows after five minutes.
func Capped(v *journal.View) {
	v.Capped = true
	v.Watch = journal.Watch{Since: Noon, Next: Noon.Add(6 * time.Minute)}
	v.Live = journal.LiveStatus{LastAnswer: Noon.Add(-4 * time.Second), LastWord: "PROCESSING", Asked: 37, PollingUntil: Noon}
	v.History = []journal.HistoryEvent{{At: Noon.Add(-5 * time.Minute), Code: journal.HistoryQRShown}, {At: Noon, Code: journal.HistoryCapped}}
}

// Given is #12 with the manager.
func Given(v *journal.View) {
	v.WithManager = &journal.Decision{At: Noon, By: "Samira", Reason: pay.ReasonNoAnswer}
}

// Cashed is what becomes of a draft that is taken in cash.
func Cashed(v *journal.View) {
	v.Step, v.CashSeq, v.Route, v.Session = journal.StepCash, 15, journal.RouteCash, journal.View{}.Session
}

// Entry is #12 with its payment open and an account to be entered.
func Entry(v *journal.View) {
	v.Step, v.Route = journal.StepCreated, core.RouteAccount
	v.Session = core.PaymentSession{PaymentID: "p12", State: core.StatePending}
	v.Live = journal.LiveStatus{}
}

// Validating is the step on disk while a code is being asked for.
func Validating(v *journal.View) {
	v.Step, v.Live.Busy, v.Refusal = journal.StepValidateIntent, core.OpValidateAccount, nil
}

// RefusedBy is the refusal of a call at a time.
func RefusedBy(op core.Operation, code string, at time.Time) func(*journal.View) {
	return func(v *journal.View) { v.Refusal = &journal.Refusal{Operation: op, Code: code, At: at} }
}

// Coded is #12 with a code on the customer's phone.
func Coded(v *journal.View) {
	v.Step, v.Route, v.Institution = journal.StepSession, core.RouteAccount, "First Practice Bank"
	v.Session = core.PaymentSession{PaymentID: "p12", State: core.StateOTPRequired, Route: core.RouteAccount, Rail: core.RailBank,
		MaskedAccount: "•••• 4417", MaskedCustomer: "A••• B•••", InstitutionCode: "FPB", DPHReference: "d1", UpdatedAt: Noon.Add(-6 * time.Second)}
	v.History = []journal.HistoryEvent{{At: Noon.Add(-6 * time.Second), Code: journal.HistoryCodeSent}}
	v.Live = journal.LiveStatus{}
}

// Submitting is the step while a code is handed over.
func Submitting(v *journal.View) { v.Step, v.Live.Busy = journal.StepOTPIntent, core.OpSubmitOTP }

// Unanswered is #12 after its code went out, five minutes without a word.
func Unanswered(v *journal.View) {
	Coded(v)
	Capped(v)
	v.Session.OTPUnresolved = true
}

// SlipState is how far the slip is, and what ails the printer.
func SlipState(p journal.PrintState, fault string) func(*journal.View) {
	return func(v *journal.View) { v.Print, v.Live.Paper = p, fault }
}

// WithPrinter tells whether there is a printer.
func WithPrinter(there bool) func() bool { return func() bool { return there } }
