package core

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestALongCustomerNameIsCut: what is kept of it goes into every record of the
// sale.
func TestALongCustomerNameIsCut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathBankAcc, `{"success":true,"data":{"otpSent":true,"dphReference":"DPH1","customerName":"`+strings.Repeat("A ", 400_000)+`"}}`)
		d.open()
		s := d.validate(bankAccount())
		if n := utf8.RuneCountInString(s.MaskedCustomer); n == 0 || n > 4*maxName {
			t.Errorf("%d characters of a customer's name are kept", n)
		}
	})
}

// TestAPaymentNamedWithSpacesIsItsOwn: both sides of the comparison are trimmed.
func TestAPaymentNamedWithSpacesIsItsOwn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathInitiate, `{"success":true,"data":{"paymentId":" P 1 ","token":"`+secretToken+`"}}`)
		d.g.reply(pathBankQR, `{"success":true,"data":{"qrCode":"QR","paymentId":" P 1 "}}`)
		d.g.reply(pathStatus, `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T1","paymentId":" P 1 "}}`)
		d.open()
		d.showQR()
		time.Sleep(5 * time.Second)
		if s, _ := d.CurrentSession(); s.State != StateSuccess || s.Conflict != "" {
			t.Errorf("state %s, conflict %q", s.State, s.Conflict)
		}
	})
}
