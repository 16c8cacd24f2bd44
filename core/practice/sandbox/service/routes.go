package service

import (
	"net/http"

	"sanduq/core/practice/sandbox/contract"
)

type authKind int

const (
	merchantAuth authKind = iota // Api-Key and Secret-Key
	bearerAuth                   // the payment's JWT
)

// operation is one row: what arrives where, who may call it, and who answers.
type operation struct {
	name   contract.Operation
	method string
	paths  []string
	auth   authKind
	handle func(*Service, *call) (*contract.Reply, error)
}

// operations is the whole endpoint table, relative to Prefix. The wallet's last step is spelt in two ways by those who
// write about it, so both are served.
func operations() []operation {
	return []operation{
		{contract.OpInitiate, http.MethodPost, []string{"/web-payment/initiate"}, merchantAuth, (*Service).initiate},
		{contract.OpQRBank, http.MethodPost, []string{"/web-payment/bank/merchant-qr"}, bearerAuth, merchantQR(contract.RailBank)},
		{contract.OpQRWallet, http.MethodPost, []string{"/web-payment/wallet/merchant-qr"}, bearerAuth, merchantQR(contract.RailWallet)},
		{contract.OpValidateBank, http.MethodPost, []string{"/web-payment/initiate-payment-request"}, bearerAuth, validate(bankRail)},
		{contract.OpValidateWallet, http.MethodPost, []string{"/web-payment/wallet/initiate-payment-request"}, bearerAuth, validate(walletRail)},
		{contract.OpSubmitBank, http.MethodPost, []string{"/payment-request"}, bearerAuth, (*Service).submitBank},
		{contract.OpSubmitWallet, http.MethodPost, []string{"/web-payment/wallet/process-payment-request",
			"/wallet/process-payment-request"}, bearerAuth, (*Service).submitWallet},
		{contract.OpStatus, http.MethodPost, []string{"/web-payment/check-status"}, bearerAuth, (*Service).checkStatus},
		{contract.OpInstitutions, http.MethodGet, []string{"/get-institution-list"}, bearerAuth, (*Service).listInstitutions},
	}
}
