package sandbox

type qrData struct {
	QRCode string `json:"qrCode"`
}

// merchantQR makes the QR of a payment once per rail and replays it ever after: two different codes for one payment
// on two screens would be two chances to pay. Who switches from an account back to the QR may do so until the code
// was accepted.
func merchantQR(rail string) func(*Server, *call) (*reply, error) {
	return func(s *Server, c *call) (*reply, error) {
		var payload string
		err := s.change(func(tx *ledgerTx) error {
			p, err := c.named(tx)
			if err != nil {
				return err
			}
			if payload = p.QR[rail]; payload != "" {
				return nil
			}
			l := &p.Shared
			if e := p.open(l); e != nil {
				return e
			}
			if p.QR == nil {
				p.QR = map[string]string{}
			}
			payload = qrPayload(p, s.opts.MerchantCity, s.pageLink(p))
			p.QR[rail] = payload
			if l.Route == "" {
				l.Route = RouteQR
				if err := s.planAmount(tx, p, l); err != nil {
					return err
				}
			}
			return s.touch(tx, p)
		})
		if err != nil {
			return nil, err
		}
		return ok("QR made", qrData{payload}), nil
	}
}

// pageLink is the address of a payment's page at the customer's bank.
func (s *Server) pageLink(p *record) string { return s.linkBase() + "/b/" + p.ID }
