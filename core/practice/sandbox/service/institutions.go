package service

import (
	"net/http"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/tables"
)

func (s *Service) listInstitutions(c *call) (*contract.Reply, error) {
	// The list is the same for all, but only the holder of a payment may read it.
	err := s.ledger.View(func(tx *ledger.Tx) error {
		_, err := tx.PaymentByID(c.paymentID)
		return err
	})
	if err == ledger.ErrNoPayment {
		return nil, contract.Refuse(http.StatusUnauthorized, contract.CodeInvalidToken, "the token's payment is not known here")
	}
	if err != nil {
		return nil, err
	}
	return contract.OK("institutions", tables.Institutions), nil
}

func readInstitution(f contract.Fields, rail string) (string, *contract.Refusal) {
	code, e := f.Text("institutionCode", 16)
	if e != nil {
		return "", e
	}
	for _, i := range tables.Institutions {
		if i.Code == code && i.Rail == rail {
			return code, nil
		}
	}
	return "", contract.Refuse(http.StatusUnprocessableEntity, contract.CodeInvalidInstitution, "no such institution on this rail")
}
