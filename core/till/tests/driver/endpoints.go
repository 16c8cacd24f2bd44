package driver

import (
	"strings"

	"sanduq/core"
	"sanduq/core/practice/sandbox/contract"
)

// Endpoints are the paths of the contract, below its prefix, and what they are
// called on both sides.
var Endpoints = map[string]struct {
	Op    core.Operation
	Serve contract.Operation
}{
	"/web-payment/initiate":                        {core.OpInitiate, contract.OpInitiate},
	"/web-payment/bank/merchant-qr":                {core.OpGenerateQR, contract.OpQRBank},
	"/web-payment/wallet/merchant-qr":              {core.OpGenerateQR, contract.OpQRWallet},
	"/web-payment/initiate-payment-request":        {core.OpValidateAccount, contract.OpValidateBank},
	"/web-payment/wallet/initiate-payment-request": {core.OpValidateAccount, contract.OpValidateWallet},
	"/payment-request":                             {core.OpSubmitOTP, contract.OpSubmitBank},
	"/web-payment/wallet/process-payment-request":  {core.OpSubmitOTP, contract.OpSubmitWallet},
	"/web-payment/check-status":                    {core.OpFetchStatus, contract.OpStatus},
	"/get-institution-list":                        {core.OpInstitutions, contract.OpInstitutions},
}

// Operation is what a request's path asks for; blank for none of the contract's.
func Operation(path string) core.Operation {
	return Endpoints[strings.TrimPrefix(path, contract.Prefix)].Op
}
