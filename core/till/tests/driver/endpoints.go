package driver

import (
	"strings"

	"sanduq/core"
	"sanduq/core/practice/sandbox"
)

// Endpoints are the paths of the contract, below its prefix, and what they are
// called on both sides.
var Endpoints = map[string]struct {
	Op    core.Operation
	Serve sandbox.Operation
}{
	"/web-payment/initiate":                        {core.OpInitiate, sandbox.OpInitiate},
	"/web-payment/bank/merchant-qr":                {core.OpGenerateQR, sandbox.OpQRBank},
	"/web-payment/wallet/merchant-qr":              {core.OpGenerateQR, sandbox.OpQRWallet},
	"/web-payment/initiate-payment-request":        {core.OpValidateAccount, sandbox.OpValidateBank},
	"/web-payment/wallet/initiate-payment-request": {core.OpValidateAccount, sandbox.OpValidateWallet},
	"/payment-request":                             {core.OpSubmitOTP, sandbox.OpSubmitBank},
	"/web-payment/wallet/process-payment-request":  {core.OpSubmitOTP, sandbox.OpSubmitWallet},
	"/web-payment/check-status":                    {core.OpFetchStatus, sandbox.OpStatus},
	"/get-institution-list":                        {core.OpInstitutions, sandbox.OpInstitutions},
}

// Operation is what a request's path asks for; blank for none of the contract's.
func Operation(path string) core.Operation {
	return Endpoints[strings.TrimPrefix(path, sandbox.Prefix)].Op
}
