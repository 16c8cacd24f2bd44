package sandbox

import "time"

// record is one payment in the ledger.
type record struct {
	Seq         uint64    `json:"seq"`
	ID          string    `json:"id"`
	OrderID     string    `json:"orderId"`
	Minor       int64     `json:"minor"`
	Currency    string    `json:"currency"`
	Description string    `json:"description,omitempty"`
	Payee       string    `json:"payee"`
	CreatedAt   time.Time `json:"createdAt"`
	ActiveAt    time.Time `json:"activeAt"` // the last thing that merchant or customer did; polling does not count
	ChangedAt   time.Time `json:"changedAt"`

	QR map[string]string `json:"qr,omitempty"` // rail → payload, made once and replayed

	Shared  leg `json:"shared"`  // QR and wallet: byAccountNumber=false
	Account leg `json:"account"` // bank account: byAccountNumber=true

	Drill string `json:"drill,omitempty"` // what the customer was told to practise, shown on the page
}

// leg is one of the two ways that check-status can be asked about a payment.
type leg struct {
	Status        string    `json:"status"`
	Route         string    `json:"route,omitempty"` // empty until something began on this leg
	Reason        string    `json:"reason,omitempty"`
	TransactionID string    `json:"transactionId,omitempty"`
	SettledAt     time.Time `json:"settledAt,omitzero"`
	Plan          []step    `json:"plan,omitempty"`
	Code          *code     `json:"code,omitempty"` // of an account or a wallet
}

// step is a status that a leg takes by itself.
type step struct {
	At     time.Time `json:"at"`
	Status string    `json:"status"`
	Reason string    `json:"reason,omitempty"`
}

// code is a validated account with the one-time code that was sent for it.
type code struct {
	Holder       string    `json:"holder"` // account number or wallet id
	Institution  string    `json:"institution"`
	CustomerName string    `json:"customerName"`
	Reference    string    `json:"reference"` // dphReference
	OTP          string    `json:"otp"`
	SentAt       time.Time `json:"sentAt"`
	Tries        int       `json:"tries"`
	Accepted     bool      `json:"accepted"`
}

func (p *record) info() currencyInfo { return currencies[p.Currency] }
func (p *record) amount() string     { return formatMajor(p.Minor, p.info().digits) }

// leg returns the leg that byAccountNumber asks for.
func (p *record) leg(byAccountNumber bool) *leg {
	if byAccountNumber {
		return &p.Account
	}
	return &p.Shared
}

func (p *record) legs() [2]*leg { return [2]*leg{&p.Shared, &p.Account} }

// paid returns the leg that brought the money, or nil.
func (p *record) paid() *leg {
	for _, l := range p.legs() {
		if l.Status == StatusSuccess {
			return l
		}
	}
	return nil
}

// moving says that a leg is being settled.
func (p *record) moving() *leg {
	for _, l := range p.legs() {
		if l.Status == StatusProcessing {
			return l
		}
	}
	return nil
}

// main is the leg that a person would mean: the one with the money, the moving one, else the one begun last.
func (p *record) main() *leg {
	if l := p.paid(); l != nil {
		return l
	}
	if l := p.moving(); l != nil {
		return l
	}
	if p.Account.Route != "" {
		return &p.Account
	}
	return &p.Shared
}

// orderRecord counts what arrived for one order.
type orderRecord struct {
	Arrivals int      `json:"arrivals"` // initiate calls that were well-formed and authorised, whatever became of them
	Payments []uint64 `json:"payments"`
}

// messageRecord is one message on the customer's phone.
type messageRecord struct {
	Seq      uint64    `json:"seq"`
	At       time.Time `json:"at"`
	Kind     string    `json:"kind"`
	Payment  uint64    `json:"payment"`
	OTP      string    `json:"otp,omitempty"`
	Holder   string    `json:"holder,omitempty"` // masked
	Sender   string    `json:"sender"`
	Replayed bool      `json:"replayed,omitempty"`
}

// holder is whose account a leg debits. Who scans a QR does not say: it is the practice customer.
func (l *leg) holder() string {
	if l.Code != nil {
		return l.Route + ":" + l.Code.Holder
	}
	return RouteQR + ":practice-customer"
}

func (l *leg) maskedHolder() string {
	if l.Code == nil {
		return ""
	}
	return maskNumber(l.Code.Holder)
}

// bank is the name of the institution that a leg's money comes from.
func (l *leg) bank() string {
	if l.Code != nil {
		return institutionName(l.Code.Institution)
	}
	return institutions[0].Name
}
