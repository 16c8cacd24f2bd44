package core

import (
	"fmt"
	"testing"

	"sanduq/core/wire"
)

// TestTriesAreWhatTheBankOrTheProfileSays: from the validation on, down with each
// wrong code, over a restart, and again with a code that is another.
func TestTriesAreWhatTheBankOrTheProfileSays(t *testing.T) {
	sent := func(reference, tries string) answer {
		return answer{body: fmt.Sprintf(`{"success":true,"data":{"otpSent":true,"dphReference":%q,"customerName":"Amal"%s}}`, reference, tries)}
	}
	refused := func(code, tries string) answer {
		return answer{status: 422, body: fmt.Sprintf(`{"success":false,"message":"no","code":%q%s}`, code, tries)}
	}
	for name, c := range map[string]struct {
		profile func(*wire.Profile)
		first   string // what the validation says
		codes   []answer
		left    []int
		again   answer // another validation
		then    int
	}{
		"the bank": {func(p *wire.Profile) { p.OTPTriesField = "triesLeft" }, `,"triesLeft":3`,
			[]answer{refused("WRONG_OTP", `,"triesLeft":2`), refused("WRONG_OTP", `,"data":{"triesLeft":"1"}`)}, []int{3, 2, 1}, sent("D2", `,"triesLeft":3`), 3},
		"the bank, of the same code again": {func(p *wire.Profile) { p.OTPTriesField = "triesLeft" }, `,"triesLeft":3`,
			[]answer{refused("WRONG_OTP", `,"triesLeft":2`)}, []int{3, 2}, sent("D1", `,"triesLeft":2`), 2},
		"the profile": {func(p *wire.Profile) { p.OTPTries = 3 }, "",
			[]answer{refused("invalid-otp", ""), refused("INSUFFICIENT_FUNDS", ""), refused("WRONG_OTP", "")}, []int{3, 2, 0, 1}, sent("D1", ""), 1},
		"the profile, of another code": {func(p *wire.Profile) { p.OTPTries = 3 }, "",
			[]answer{refused("WRONG_OTP", "")}, []int{3, 2}, sent("D2", ""), 3},
		"nobody": {func(*wire.Profile) {}, `,"triesLeft":3`, []answer{refused("WRONG_OTP", `,"triesLeft":2`)}, []int{0, 0}, sent("D2", `,"triesLeft":3`), 0},
		"a bank that says what nobody believes": {func(p *wire.Profile) { p.OTPTriesField = "triesLeft" }, `,"triesLeft":-2`,
			[]answer{refused("WRONG_OTP", `,"triesLeft":1e9`), refused("WRONG_OTP", `,"triesLeft":{"a":1}`)}, []int{0, 0, 0}, sent("D2", `,"triesLeft":100`), 0},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t, func(cfg *ClientConfig, _ *[]Option) {
					cfg.Profile = wire.DefaultProfile()
					c.profile(&cfg.Profile)
				})
				d.g.on(pathBankAcc, sent("D1", c.first), c.again)
				d.g.on(pathBankOTP, c.codes...)
				d.ready(bankAccount())
				if s, _ := d.CurrentSession(); s.OTPTries != c.left[0] {
					t.Errorf("%d tries at the start, want %d", s.OTPTries, c.left[0])
				}
				for _, want := range c.left[1:] {
					_, err := d.SubmitOTP(t.Context(), otp())
					refusal, ok := asError[*PaymentAPIError](err)
					if !ok || refusal.TriesLeft != want {
						t.Errorf("%v, %+v: want %d left", err, refusal, want)
					}
					snap, err := d.Snapshot()
					if err != nil {
						t.Fatal(err)
					}
					if err := d.RestoreSession(snap); err != nil {
						t.Fatal(err)
					}
				}
				d.validate(bankAccount())
				if s, _ := d.CurrentSession(); s.OTPTries != c.then {
					t.Errorf("%d tries of the next code, want %d", s.OTPTries, c.then)
				}
			})
		})
	}
}
