package service

import (
	"hash/fnv"
	"net/http"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/practice/sandbox/secret"
	"sanduq/core/practice/sandbox/tables"
)

type codeSent struct {
	OTPSent      bool   `json:"otpSent"`
	DphReference string `json:"dphReference"`
	CustomerName string `json:"customerName"`
	TriesLeft    int    `json:"triesLeft"`
}

// validate looks an account or wallet up, on its rail's leg, and sends a one-time code to its holder. It replays the
// one that is out: the same account while its code is good gets the same code and the same reference. Another
// account, which corrects the first, gets new ones, and the old reference is dead.
func validate(r rail) func(*Service, *call) (*contract.Reply, error) {
	return func(s *Service, c *call) (*contract.Reply, error) {
		holder, e := r.number(c.fields, r.validates)
		if e != nil {
			return nil, e
		}
		bank, e := readInstitution(c.fields, r.name)
		if e != nil {
			return nil, e
		}
		return s.sendCode(c, r, holder, bank)
	}
}

func (s *Service) sendCode(c *call, r rail, holder, bank string) (*contract.Reply, error) {
	var data codeSent
	err := s.payments.Change(func(tx *ledger.Tx) error {
		p, err := c.named(tx)
		if err != nil {
			return err
		}
		l := p.Leg(r.own)
		old := l.Code
		again := old != nil && old.Holder == holder && old.Institution == bank && l.Route == r.name
		if again && old.Accepted {
			data = codeSent{true, old.Reference, old.CustomerName, maxTries - old.Tries}
			return nil // the settlement is under way or over: nothing is sent again
		}
		if e := payments.Open(p, l); e != nil {
			return e
		}
		if l.Status == contract.StatusProcessing {
			return contract.Refuse(http.StatusConflict, contract.CodeInProgress, "the payment is being settled")
		}
		switch tables.OutcomeFor(r.name, holder) {
		case contract.CodeInvalidAccount:
			return contract.Refuse(http.StatusUnprocessableEntity, contract.CodeInvalidAccount, "there is no such account")
		case contract.CodeAccountBlocked:
			return contract.Refuse(http.StatusUnprocessableEntity, contract.CodeAccountBlocked, "the account is blocked")
		}
		now := s.clock.Now()
		if replay := again && now.Sub(old.SentAt) < s.payments.Times().Code; !replay {
			tries := 0
			if old != nil {
				tries = old.Tries // a new code is no new set of tries
			}
			l.Code = &ledger.Code{Holder: holder, Institution: bank, CustomerName: customerName(holder),
				Reference: "DPH-" + secret.ID(8), OTP: s.opts.OTPs(), SentAt: now, Tries: tries}
		}
		l.Route, l.Plan = r.name, nil
		data = codeSent{true, l.Code.Reference, l.Code.CustomerName, maxTries - l.Code.Tries}
		if err := tx.AddMessage(ledger.Message{At: now, Kind: ledger.MessageOTP, Payment: p.Seq, OTP: l.Code.OTP,
			Holder: secret.Mask(holder), Sender: l.Bank(), Replayed: l.Code == old}); err != nil {
			return err
		}
		return s.payments.Touch(tx, p)
	})
	if err != nil {
		return nil, err
	}
	return contract.OK("code sent", data), nil
}

var (
	firstNames = []string{"Amal", "Basim", "Dalia", "Farid", "Hana", "Idris", "Karima", "Mazen", "Nadia", "Omar", "Rania", "Salem", "Tarek", "Yusra", "Zahra"}
	lastNames  = []string{"Al-Numan", "Ben Yusuf", "Darwish", "El-Hadi", "Fakhri", "Haddad", "Karam", "Mansour", "Najjar", "Qasim", "Sabri", "Tahir", "Zaydan"}
)

// customerName invents the holder's name, the same each time for one number.
func customerName(holder string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(holder))
	n := int(h.Sum32() & 0xFFFF)
	return firstNames[n%len(firstNames)] + " " + lastNames[n/len(firstNames)%len(lastNames)]
}
