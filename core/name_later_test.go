package core

import (
	"testing"

	"sanduq/core/wire"
)

// TestTheNameIsShownAfterTheCode: where the profile says so, the masked name comes with the code that is
// taken, over a restart too. A code that is refused, and a QR that is paid instead, do not bring it.
func TestTheNameIsShownAfterTheCode(t *testing.T) {
	later := func(cfg *ClientConfig, _ *[]Option) {
		cfg.Profile = wire.DefaultProfile()
		cfg.Profile.CustomerNameAfterCode = true
	}
	named := func(d *desk, want string) {
		t.Helper()
		if s, _ := d.CurrentSession(); s.MaskedCustomer != want {
			t.Errorf("in state %s the name is %q, want %q", s.State, s.MaskedCustomer, want)
		}
	}
	wrong := answer{status: 422, body: `{"success":false,"message":"no","code":"WRONG_OTP"}`}
	for name, c := range map[string]struct {
		req  ValidateAccountRequest
		path string
		good string
		want string
	}{
		"account": {bankAccount(), pathBankOTP, `{"success":true,"data":"accepted"}`, "A••• B••• A•••"},
		"wallet":  {walletAccount(), pathWalletOTP, `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T1"}}`, "S•••"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t, later)
				d.g.on(c.path, wrong, answer{body: c.good})
				d.ready(c.req)
				named(d, "")
				if _, err := d.SubmitOTP(t.Context(), otp()); err == nil {
					t.Fatal("a wrong code was taken")
				}
				named(d, "")
				snap, err := d.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				restored := NewWebSDK(d.client, d.tokens)
				defer restored.Close()
				if err := restored.RestoreSession(snap); err != nil {
					t.Fatal(err)
				}
				d.WebSDK.Close()
				d.WebSDK = restored
				named(d, "")
				if _, err := d.SubmitOTP(t.Context(), otp()); err != nil {
					t.Fatal(err)
				}
				named(d, c.want)
			})
		})
	}
	t.Run("QR", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			d := newDesk(t, later)
			d.open()
			d.showQR()
			d.validate(bankAccount())
			d.legs(isPending, isSuccess)
			if _, err := d.RefreshStatus(t.Context(), "P1"); err != nil {
				t.Fatal(err)
			}
			named(d, "")
		})
	})
}
