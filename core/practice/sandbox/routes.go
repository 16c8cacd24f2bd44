package sandbox

import "net/http"

// Operation names a row of the service's endpoint table.
type Operation string

// The operations, for faults and for counting calls. OpSettlement is no endpoint: it is the moment money moves. Nor
// is OpWebhook: it is what the service sends.
const (
	OpInitiate       Operation = "initiate"
	OpQRBank         Operation = "qrBank"
	OpQRWallet       Operation = "qrWallet"
	OpValidateBank   Operation = "validateBank"
	OpValidateWallet Operation = "validateWallet"
	OpSubmitBank     Operation = "submitBank"
	OpSubmitWallet   Operation = "submitWallet"
	OpStatus         Operation = "status"
	OpInstitutions   Operation = "institutions"
	OpSettlement     Operation = "settlement"
	OpWebhook        Operation = "webhook"
)

type authKind int

const (
	merchantAuth authKind = iota // Api-Key and Secret-Key
	bearerAuth                   // the payment's JWT
)

// operation is one row: what arrives where, who may call it, and who answers.
type operation struct {
	name   Operation
	method string
	paths  []string
	auth   authKind
	handle func(*Server, *call) (*reply, error)
}

// operations is the whole endpoint table, relative to Prefix. The wallet's last step is spelt in two ways by those who
// write about it, so both are served.
func operations() []operation {
	return []operation{
		{OpInitiate, http.MethodPost, []string{"/web-payment/initiate"}, merchantAuth, (*Server).initiate},
		{OpQRBank, http.MethodPost, []string{"/web-payment/bank/merchant-qr"}, bearerAuth, merchantQR("bank")},
		{OpQRWallet, http.MethodPost, []string{"/web-payment/wallet/merchant-qr"}, bearerAuth, merchantQR("wallet")},
		{OpValidateBank, http.MethodPost, []string{"/web-payment/initiate-payment-request"}, bearerAuth, (*Server).validateBank},
		{OpValidateWallet, http.MethodPost, []string{"/web-payment/wallet/initiate-payment-request"}, bearerAuth, (*Server).validateWallet},
		{OpSubmitBank, http.MethodPost, []string{"/payment-request"}, bearerAuth, (*Server).submitBank},
		{OpSubmitWallet, http.MethodPost, []string{"/web-payment/wallet/process-payment-request",
			"/wallet/process-payment-request"}, bearerAuth, (*Server).submitWallet},
		{OpStatus, http.MethodPost, []string{"/web-payment/check-status"}, bearerAuth, (*Server).checkStatus},
		{OpInstitutions, http.MethodGet, []string{"/get-institution-list"}, bearerAuth, (*Server).listInstitutions},
	}
}

// Handler is the whole service as an http.Handler: endpoints, contract, bank page and control calls, behind the checks
// that every request passes.
func (s *Server) Handler() http.Handler {
	exact := map[string]http.HandlerFunc{}
	for _, op := range operations() {
		for _, path := range op.paths {
			exact[Prefix+path] = s.serve(op)
		}
	}
	outer := http.NewServeMux()
	s.addPages(outer)
	s.addControl(outer)
	return s.guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Looked up by the exact path: no cleaning, no redirect. A client that followed one would carry its keys along.
		if h, found := exact[r.URL.Path]; found && r.URL.RawPath == "" {
			h(w, r)
			return
		}
		if _, pattern := outer.Handler(r); pattern == "" {
			errorReply(refuse(http.StatusNotFound, codeNotFound, "no such path"), requestID(w)).write(w)
			return
		}
		outer.ServeHTTP(w, r)
	}))
}
