package sandbox

import "net/http"

func (s *service) listInstitutions(c *call) (*reply, error) {
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

func readInstitution(f fields, rail string) (string, *apiError) {
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
