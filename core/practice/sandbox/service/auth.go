package service

import (
	"net/http"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/secret"
)

// checkMerchant verifies Api-Key and Secret-Key. Both are always compared, so that the time taken does not tell which
// one was wrong.
func (s *Service) checkMerchant(r *http.Request) *contract.Refusal {
	keys, secrets := r.Header.Values("Api-Key"), r.Header.Values("Secret-Key")
	if len(keys) != 1 || len(secrets) != 1 {
		return contract.Refuse(http.StatusUnauthorized, contract.CodeInvalidCredentials, "one Api-Key and one Secret-Key are needed")
	}
	keyOK, secretOK := secret.Same(keys[0], s.ledger.APIKey), secret.Same(secrets[0], s.ledger.SecretKey)
	if !keyOK || !secretOK {
		return contract.Refuse(http.StatusUnauthorized, contract.CodeInvalidCredentials, "Api-Key or Secret-Key is wrong")
	}
	return nil
}

// authorise checks what a row of the endpoint table asks for and fills in the payment that the token names.
func (s *Service) authorise(c *call) *contract.Refusal {
	if c.op.auth == merchantAuth || (c.op.name == contract.OpStatus && s.opts.StatusRequiresMerchantAuth) {
		if e := s.checkMerchant(c.r); e != nil {
			return e
		}
	}
	if c.op.auth == bearerAuth {
		id, e := s.tokens.payment(c.r)
		if e != nil {
			return e
		}
		c.paymentID = id
	}
	return s.checkSignature(c)
}
