package sandbox

// merchantCity stands in the QR.
const merchantCity = "Tripoli"

type qrData struct {
	QRCode string `json:"qrCode"`
}

// merchantQR makes the QR of a payment once per rail and replays it ever after: two different codes for one payment
// on two screens would be two chances to pay. Who switches from an account back to the QR may do so until the code
// was accepted.
func merchantQR(rail string) func(*service, *call) (*reply, error) {
	return func(s *service, c *call) (*reply, error) {
		var payload string
		err := s.payments.change(func(tx *ledgerTx) error {
			p, err := c.named(tx)
			if err != nil {
				return err
			}
			if payload = p.QR[rail]; payload != "" {
				return nil
			}
			l := &p.Shared
			if e := openLeg(p, l); e != nil {
				return e
			}
			if p.QR == nil {
				p.QR = map[string]string{}
			}
			payload = qrPayload(emvPayment{Payee: p.Payee, City: merchantCity, Country: p.info().country, Currency: p.info().numeric,
				Amount: p.amount(), Order: p.OrderID, Link: s.pageOf(p.ID)})
			p.QR[rail] = payload
			if l.Route == "" {
				l.Route = RouteQR
				if err := s.payments.planAmount(tx, p, l); err != nil {
					return err
				}
			}
			return s.payments.touch(tx, p)
		})
		if err != nil {
			return nil, err
		}
		return ok("QR made", qrData{payload}), nil
	}
}
