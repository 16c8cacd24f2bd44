package service

import (
	"hash/fnv"
	"net/http"
	"regexp"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/practice/sandbox/secret"
	"sanduq/core/practice/sandbox/tables"
)

var (
	accountForm = regexp.MustCompile(`^[0-9A-Z]{4,34}$`) // a local number or an IBAN
	walletForm  = regexp.MustCompile(`^\+?[0-9A-Za-z@._-]{3,40}$`)
)

type codeSent struct {
	OTPSent      bool   `json:"otpSent"`
	DphReference string `json:"dphReference"`
	CustomerName string `json:"customerName"`
}

// validateBank begins the account leg: it looks the account up and sends a one-time code to its holder.
func (s *Service) validateBank(c *call) (*contract.Reply, error) {
	number, e := accountNumber(c.fields, "accountNumber")
	if e != nil {
		return nil, e
	}
	return s.validate(c, contract.RouteBank, number)
}

// validateWallet does the same for a wallet, on the leg that wallet and QR share.
func (s *Service) validateWallet(c *call) (*contract.Reply, error) {
	id, e := walletID(c.fields)
	if e != nil {
		return nil, e
	}
	return s.validate(c, contract.RouteWallet, id)
}

func accountNumber(f contract.Fields, name string) (string, *contract.Refusal) {
	number, e := f.Text(name, 34)
	if e == nil && !accountForm.MatchString(number) {
		e = contract.Refuse(http.StatusUnprocessableEntity, contract.CodeInvalidAccount, "this is not an account number")
	}
	return number, e
}

func walletID(f contract.Fields) (string, *contract.Refusal) {
	id, e := f.Text("walletId", 40)
	if e == nil && !walletForm.MatchString(id) {
		e = contract.Refuse(http.StatusUnprocessableEntity, contract.CodeInvalidAccount, "this is not a wallet id")
	}
	return id, e
}

// validate sends a code, or replays the one that is out: the same account while its code is good gets the same code
// and the same reference. Another account, which corrects the first, gets new ones, and the old reference is dead.
func (s *Service) validate(c *call, route, holder string) (*contract.Reply, error) {
	bank, e := readInstitution(c.fields, route)
	if e != nil {
		return nil, e
	}
	var data codeSent
	err := s.payments.Change(func(tx *ledger.Tx) error {
		p, err := c.named(tx)
		if err != nil {
			return err
		}
		l := p.Leg(route == contract.RouteBank)
		old := l.Code
		again := old != nil && old.Holder == holder && old.Institution == bank && l.Route == route
		if again && old.Accepted {
			data = codeSent{true, old.Reference, old.CustomerName}
			return nil // the settlement is under way or over: nothing is sent again
		}
		if e := payments.Open(p, l); e != nil {
			return e
		}
		if l.Status == contract.StatusProcessing {
			return contract.Refuse(http.StatusConflict, contract.CodeInProgress, "the payment is being settled")
		}
		switch tables.OutcomeFor(route, holder) {
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
		l.Route, l.Plan = route, nil
		data = codeSent{true, l.Code.Reference, l.Code.CustomerName}
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
