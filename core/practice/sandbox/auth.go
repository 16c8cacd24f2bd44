package sandbox

import "net/http"

// checkMerchant verifies Api-Key and Secret-Key. Both are always compared, so that the time taken does not tell which
// one was wrong.
func (s *service) checkMerchant(r *http.Request) *apiError {
	keys, secrets := r.Header.Values("Api-Key"), r.Header.Values("Secret-Key")
	if len(keys) != 1 || len(secrets) != 1 {
		return refuse(http.StatusUnauthorized, codeInvalidCredentials, "one Api-Key and one Secret-Key are needed")
	}
	keyOK, secretOK := same(keys[0], s.ledger.APIKey), same(secrets[0], s.ledger.SecretKey)
	if !keyOK || !secretOK {
		return refuse(http.StatusUnauthorized, codeInvalidCredentials, "Api-Key or Secret-Key is wrong")
	}
	return nil
}

// authorise checks what a row of the endpoint table asks for and fills in the payment that the token names.
func (s *service) authorise(c *call) *apiError {
	if c.op.auth == merchantAuth || (c.op.name == OpStatus && s.opts.StatusRequiresMerchantAuth) {
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
