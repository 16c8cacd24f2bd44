package crash

import (
	"context"
	"time"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/tests/soak"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/othergateway"
)

// openGateway opens the practice bank, or with SOAK_GATEWAY=other another one,
// whose payments all end within minutes, by words that the SDK knows: the proof
// waits for the end of every sale. It settles within milliseconds, and its
// one-time codes are all the same.
func openGateway(ctx context.Context, dir string, seed uint64) (driver.Gateway, error) {
	code := func() string { return rightCode }
	if !soak.Other() {
		return driver.Practice(ctx, sandbox.Options{Dir: dir, Addr: "127.0.0.1:0", Seed: seed, OTPs: code,
			Timing: payments.Timing{Settle: 5 * time.Millisecond, Auto: 4 * time.Millisecond, Late: 40 * time.Millisecond}})
	}
	with := driver.OtherOptions(seed)
	with.Codes = code
	with.Speech.Words.Declined, with.Speech.TransactionAfter, with.Habits.DateOff = "", 0, 0
	law := &with.Law
	law.TokenLife, law.Keep, law.QRGrace, law.Ceiling = 0, 0, 0, 0
	law.SettleMin, law.SettleMax, law.SlowSpan = 0, 8*time.Millisecond, time.Minute
	if law.UnknownLeg == othergateway.LegNoWord { // that counts as no answer, which is a fault here
		law.UnknownLeg = othergateway.LegPending
	}
	law.QRLife, law.SessionLife, law.CodeLife = 10*time.Minute, 12*time.Minute, 0
	return driver.OtherAt(with)
}
