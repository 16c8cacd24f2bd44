package wire

import "slices"

// State is where a payment session stands. The words are the service's own.
type State string

// The states of a session. Success is the only one that nothing ever leaves.
const (
	StatePending        State = "pending"
	StateQRGenerated    State = "qrGenerated"
	StateOTPRequired    State = "otpRequired"
	StateWaitingPayment State = "waitingPayment"
	StateAuthorized     State = "authorized"
	StateSuccess        State = "success"
	StateFailed         State = "failed"
	StateExpired        State = "expired"
)

// Ended reports whether the gateway has given its final word for now: success,
// failed or expired. Money may still arrive late after failed and expired.
func (s State) Ended() bool {
	return s == StateSuccess || s == StateFailed || s == StateExpired
}

// Rail is the network that a call uses on the gateway's side.
type Rail string

// The rails.
const (
	RailBank   Rail = "bank"
	RailWallet Rail = "wallet"
)

// Route is the way in which the customer pays.
type Route string

// The routes.
const (
	RouteQR      Route = "qr"
	RouteAccount Route = "account"
	RouteWallet  Route = "wallet"
)

// way is a row of the table of routes.
type way struct {
	route           Route
	rail            Rail // of its calls; blank for a QR, which a customer of either rail scans
	byAccountNumber bool // by which its status is asked for
}

// routes is the one table of what differs between them, in the order in which they
// are offered.
var routes = [...]way{
	{RouteQR, "", false},
	{RouteAccount, RailBank, true},
	{RouteWallet, RailWallet, false},
}

// RouteCount is how many Routes there are.
const RouteCount = len(routes)

// Routes returns all of them, in the order in which they are offered.
func Routes() []Route {
	all := make([]Route, RouteCount)
	for i, r := range routes {
		all[i] = r.route
	}
	return all
}

// Known reports whether it is one of Routes.
func (r Route) Known() bool { return slices.Contains(Routes(), r) }

// Rail returns the rail on which an account of this route is; blank for a QR and
// for what is no route.
func (r Route) Rail() Rail {
	for _, known := range routes {
		if known.route == r {
			return known.rail
		}
	}
	return ""
}

// ByAccountNumber reports how the status of a payment by this route is asked for.
func (r Route) ByAccountNumber() bool {
	return slices.ContainsFunc(routes[:], func(known way) bool { return known.route == r && known.byAccountNumber })
}

// Known reports whether accounts of a route are on it.
func (r Rail) Known() bool {
	return r != "" && slices.ContainsFunc(Routes(), func(one Route) bool { return one.Rail() == r })
}

// Coded reports whether the customer names an account and confirms with a code.
func (r Route) Coded() bool { return r.Rail() != "" }

// Scanned reports whether the customer scans a QR.
func (r Route) Scanned() bool { return r == RouteQR }

// Institution is a bank or wallet provider that the customer can choose.
type Institution struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Rail Rail   `json:"rail"`
}

// Operation names a call of the service.
type Operation string

// The operations.
const (
	OpInitiate        Operation = "initiate"
	OpGenerateQR      Operation = "generateQr"
	OpValidateAccount Operation = "validateAccount"
	OpSubmitOTP       Operation = "submitOtp"
	OpFetchStatus     Operation = "fetchStatus"
	OpInstitutions    Operation = "fetchInstitutions"
)
