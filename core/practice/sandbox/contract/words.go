package contract

// Prefix stands before every path of the service.
const Prefix = "/wallet-service/wallet/payment-integration"

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

// Status words of the contract.
const (
	StatusPending    = "PENDING"
	StatusProcessing = "PROCESSING"
	StatusSuccess    = "SUCCESS"
	StatusFailed     = "FAILED"
	StatusExpired    = "EXPIRED"
)

// Rails, on which banks and wallets are.
const (
	RailBank   = "bank"
	RailWallet = "wallet"
)

// Routes by which a payment can be paid: a QR, or an account or wallet of a rail and a code.
const (
	RouteQR     = "qr"
	RouteBank   = RailBank
	RouteWallet = RailWallet
)
