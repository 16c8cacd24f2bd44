package journal

// NameKind is what a name that the gateway gave stands for.
type NameKind byte

// The kinds of names that no two sales may bear.
const (
	NamePayment NameKind = iota
	NameTransaction
	NameQR // the payload of a QR
)

// NameKinds lists every kind.
func NameKinds() []NameKind { return []NameKind{NamePayment, NameTransaction, NameQR} }

// String is the kind in words, for logs.
func (k NameKind) String() string {
	switch k {
	case NamePayment:
		return "payment"
	case NameTransaction:
		return "transaction"
	case NameQR:
		return "QR"
	}
	return "name"
}

// GatewayName is the name of a kind that the gateway gave the sale; blank while it
// has none.
func (s *Sale) GatewayName(kind NameKind) string {
	switch kind {
	case NamePayment:
		return s.Session.PaymentID
	case NameTransaction:
		return s.Session.TransactionID
	case NameQR:
		return s.Session.QRPayload
	}
	return ""
}
