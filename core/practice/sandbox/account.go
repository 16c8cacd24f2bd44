package sandbox

import (
	"hash/fnv"
	"net/http"
	"regexp"
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
func (s *service) validateBank(c *call) (*reply, error) {
	number, e := accountNumber(c.fields, "accountNumber")
	if e != nil {
		return nil, e
	}
	return s.validate(c, RouteBank, number)
}

// validateWallet does the same for a wallet, on the leg that wallet and QR share.
func (s *service) validateWallet(c *call) (*reply, error) {
	id, e := walletID(c.fields)
	if e != nil {
		return nil, e
	}
	return s.validate(c, RouteWallet, id)
}

func accountNumber(f fields, name string) (string, *apiError) {
	number, e := f.text(name, 34)
	if e == nil && !accountForm.MatchString(number) {
		e = refuse(http.StatusUnprocessableEntity, codeInvalidAccount, "this is not an account number")
	}
	return number, e
}

func walletID(f fields) (string, *apiError) {
	id, e := f.text("walletId", 40)
	if e == nil && !walletForm.MatchString(id) {
		e = refuse(http.StatusUnprocessableEntity, codeInvalidAccount, "this is not a wallet id")
	}
	return id, e
}

// validate sends a code, or replays the one that is out: the same account while its code is good gets the same code
// and the same reference. Another account, which corrects the first, gets new ones, and the old reference is dead.
func (s *service) validate(c *call, route, holder string) (*reply, error) {
	bank, e := readInstitution(c.fields, route)
	if e != nil {
		return nil, e
	}
	var data codeSent
	err := s.payments.change(func(tx *ledgerTx) error {
		p, err := c.named(tx)
		if err != nil {
			return err
		}
		l := p.leg(route == RouteBank)
		old := l.Code
		again := old != nil && old.Holder == holder && old.Institution == bank && l.Route == route
		if again && old.Accepted {
			data = codeSent{true, old.Reference, old.CustomerName}
			return nil // the settlement is under way or over: nothing is sent again
		}
		if e := openLeg(p, l); e != nil {
			return e
		}
		if l.Status == StatusProcessing {
			return refuse(http.StatusConflict, codeInProgress, "the payment is being settled")
		}
		switch outcomeFor(route, holder) {
		case codeInvalidAccount:
			return refuse(http.StatusUnprocessableEntity, codeInvalidAccount, "there is no such account")
		case codeAccountBlocked:
			return refuse(http.StatusUnprocessableEntity, codeAccountBlocked, "the account is blocked")
		}
		now := s.clock.Now()
		if replay := again && now.Sub(old.SentAt) < s.payments.times().Code; !replay {
			tries := 0
			if old != nil {
				tries = old.Tries // a new code is no new set of tries
			}
			l.Code = &code{Holder: holder, Institution: bank, CustomerName: customerName(holder),
				Reference: "DPH-" + randomID(8), OTP: s.opts.OTPs(), SentAt: now, Tries: tries}
		}
		l.Route, l.Plan = route, nil
		data = codeSent{true, l.Code.Reference, l.Code.CustomerName}
		if err := tx.addMessage(messageRecord{At: now, Kind: MessageOTP, Payment: p.Seq, OTP: l.Code.OTP,
			Holder: maskNumber(holder), Sender: l.bank(), Replayed: l.Code == old}); err != nil {
			return err
		}
		return s.payments.touch(tx, p)
	})
	if err != nil {
		return nil, err
	}
	return ok("code sent", data), nil
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
