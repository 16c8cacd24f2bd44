package sandbox

import "net/http"

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
	handle func(*service, *call) (*reply, error)
}

// operations is the whole endpoint table, relative to Prefix. The wallet's last step is spelt in two ways by those who
// write about it, so both are served.
func operations() []operation {
	return []operation{
		{OpInitiate, http.MethodPost, []string{"/web-payment/initiate"}, merchantAuth, (*service).initiate},
		{OpQRBank, http.MethodPost, []string{"/web-payment/bank/merchant-qr"}, bearerAuth, merchantQR("bank")},
		{OpQRWallet, http.MethodPost, []string{"/web-payment/wallet/merchant-qr"}, bearerAuth, merchantQR("wallet")},
		{OpValidateBank, http.MethodPost, []string{"/web-payment/initiate-payment-request"}, bearerAuth, (*service).validateBank},
		{OpValidateWallet, http.MethodPost, []string{"/web-payment/wallet/initiate-payment-request"}, bearerAuth, (*service).validateWallet},
		{OpSubmitBank, http.MethodPost, []string{"/payment-request"}, bearerAuth, (*service).submitBank},
		{OpSubmitWallet, http.MethodPost, []string{"/web-payment/wallet/process-payment-request",
			"/wallet/process-payment-request"}, bearerAuth, (*service).submitWallet},
		{OpStatus, http.MethodPost, []string{"/web-payment/check-status"}, bearerAuth, (*service).checkStatus},
		{OpInstitutions, http.MethodGet, []string{"/get-institution-list"}, bearerAuth, (*service).listInstitutions},
	}
}
