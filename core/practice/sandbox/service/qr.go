package service

import (
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/emv"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/payments"
)

// merchantCity stands in the QR.
const merchantCity = "Tripoli"

type qrData struct {
	QRCode string `json:"qrCode"`
}

// merchantQR makes the QR of a payment once per rail and replays it ever after: two different codes for one payment
// on two screens would be two chances to pay. Who switches from an account back to the QR may do so until the code
// was accepted.
func merchantQR(rail string) func(*Service, *call) (*contract.Reply, error) {
	return func(s *Service, c *call) (*contract.Reply, error) {
		var payload string
		err := s.payments.Change(func(tx *ledger.Tx) error {
			p, err := c.named(tx)
			if err != nil {
				return err
			}
			if payload = p.QR[rail]; payload != "" {
				return nil
			}
			l := &p.Shared
			if e := payments.Open(p, l); e != nil {
				return e
			}
			if p.QR == nil {
				p.QR = map[string]string{}
			}
			payload = emv.Payload(emv.Payment{Payee: p.Payee, City: merchantCity, Country: p.Info().Country, Currency: p.Info().Numeric,
				Amount: p.Amount(), Order: p.OrderID, Link: s.pageOf(p.ID)})
			p.QR[rail] = payload
			if l.Route == "" {
				l.Scanned()
				if err := s.payments.PlanAmount(tx, p, l); err != nil {
					return err
				}
			}
			return s.payments.Touch(tx, p)
		})
		if err != nil {
			return nil, err
		}
		return contract.OK("QR made", qrData{payload}), nil
	}
}
