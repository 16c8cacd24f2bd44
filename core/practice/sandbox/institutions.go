package sandbox

import "net/http"

// institution is a bank or a wallet on the list. All names are invented.
type institution struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Rail string `json:"rail"` // bank or wallet
}

var institutions = []institution{
	{"FPB", "First Practice Bank", RouteBank},
	{"SRB", "Sample River Bank", RouteBank},
	{"DCB", "Demo Coast Bank", RouteBank},
	{"TTB", "Training Trust Bank", RouteBank},
	{"EXB", "Example Oasis Bank", RouteBank},
	{"PWL", "Practice Wallet", RouteWallet},
	{"DWL", "Demo Pocket", RouteWallet},
}

func (s *Server) listInstitutions(c *call) (*reply, error) {
	// The list is the same for all, but only the holder of a payment may read it.
	err := s.ledger.view(func(tx *ledgerTx) error {
		_, err := tx.paymentByID(c.paymentID)
		return err
	})
	if err == errNoPayment {
		return nil, refuse(http.StatusUnauthorized, codeInvalidToken, "the token's payment is not known here")
	}
	if err != nil {
		return nil, err
	}
	return ok("institutions", institutions), nil
}

func (f fields) institution(rail string) (string, *apiError) {
	code, e := f.text("institutionCode", 16)
	if e != nil {
		return "", e
	}
	for _, i := range institutions {
		if i.Code == code && i.Rail == rail {
			return code, nil
		}
	}
	return "", refuse(http.StatusUnprocessableEntity, codeInvalidInstitution, "no such institution on this rail")
}
