package truth_test

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
)

// TestAWrongClockDoesNotRefuseEverySale: the till's clock is wrong by ten
// minutes and the gateway checks the time of signatures. It says its own time
// in every answer, so the till knows by how much; still nobody could pay until
// somebody finds the clock.
func TestAWrongClockDoesNotRefuseEverySale(t *testing.T) {
	for _, ahead := range []time.Duration{10 * time.Minute, -10 * time.Minute} {
		t.Run(ahead.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := usual()
				signer, err := wire.NewHMACSigner("client-1", core.NewSecret("hmac-secret"))
				if err != nil {
					t.Fatal(err)
				}
				p.signer, p.gate.ahead = signer, ahead
				for op := range map[core.Operation]bool{core.OpInitiate: true, core.OpGenerateQR: true, core.OpFetchStatus: true} {
					p.gate.script(op, p.gate.timed)
				}
				s := p.open(t)
				var last journal.View
				for range 3 { // the first may be refused: until then nobody knew
					last = s.charge()
					s.pass(time.Minute)
				}
				last = s.want(last.ID, journal.StatusWaiting)
				s.gate.set(last.OrderID, "SUCCESS", "TX-1")
				s.pass(11 * time.Second)
				s.want(last.ID, journal.StatusPaid)
				if !s.Link().ClockWrong() {
					t.Error("nobody is told to set the clock")
				}
			})
		})
	}
}

// timed is honest, and refuses a signature that is five minutes off.
func (g *gateway) timed(q request) reply {
	stamp, err := strconv.ParseInt(q.header.Get("X-Service-Timestamp"), 10, 64)
	if err != nil || time.Unix(stamp, 0).Sub(g.now()).Abs() > 5*time.Minute {
		return refused(401, "INVALID_SIGNATURE")
	}
	return g.honest(q)
}
