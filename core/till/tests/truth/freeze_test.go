package truth_test

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// putBack opens a shop again on the backup of a journal with one QR on show.
func putBack(t *testing.T, with setup, prepare func(g *gateway, v journal.View)) (*shop, journal.View) {
	t.Helper()
	s := with.open(t)
	v := s.charge()
	s.close()
	s.memory = s.memory.Crash()
	if err := s.memory.Commit(t.Context(), journal.Change{Freeze: &journal.Freeze{Cause: journal.FreezeRestored, Since: time.Now(), At: time.Now()}}); err != nil {
		t.Fatal(err)
	}
	prepare(s.gate, v)
	return s.open(t), v
}

// wantThawed wants that a manager can confirm now, and that the till then
// charges again.
func wantThawed(s *shop) {
	s.t.Helper()
	if err := s.ConfirmRecovery(s.t.Context(), "Huda"); err != nil {
		s.t.Fatalf("the manager cannot go on: %v; still waiting for %v", err, s.Recovery().Waiting)
	}
	s.gate.script(core.OpFetchStatus, nil)
	fresh := s.charge()
	s.gate.set(fresh.OrderID, "SUCCESS", "TX-FRESH")
	s.pass(11 * time.Second)
	s.want(fresh.ID, journal.StatusPaid)
}

// TestAPurgedOrderDoesNotFreezeTheTill: the backup holds one order that the
// gateway has forgotten; the shop could never charge again.
func TestAPurgedOrderDoesNotFreezeTheTill(t *testing.T) {
	for name, answer := range map[string]reply{
		"200 ORDER_NOT_FOUND": refused(200, "ORDER_NOT_FOUND"),
		"404 ORDER_NOT_FOUND": refused(404, "ORDER_NOT_FOUND"),
		"422 ORDER_ARCHIVED":  refused(422, "ORDER_ARCHIVED"),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, _ := putBack(t, usual(), func(g *gateway, _ journal.View) { g.script(core.OpFetchStatus, always(answer)) })
				s.pass(time.Minute)
				wantThawed(s)
			})
		})
	}
}

// TestALegThatIsRefusedDoesNotFreezeTheTill: nobody knows by which way an old
// sale went on, so both are asked; the gateway has no account for a QR payment
// and says so.
func TestALegThatIsRefusedDoesNotFreezeTheTill(t *testing.T) {
	for name, refusal := range map[string]reply{
		"200": refused(200, "NO_SUCH_ACCOUNT"), "404": refused(404, "NO_SUCH_ACCOUNT"), "422": refused(422, "NO_SUCH_ACCOUNT"),
	} {
		for word, status := range map[string]journal.Status{"PENDING": journal.StatusWaiting, "EXPIRED": journal.StatusExpired,
			"FAILED": journal.StatusFailed, "SUCCESS": journal.StatusPaid} {
			t.Run(name+", QR "+word, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s, v := putBack(t, usual(), func(g *gateway, _ journal.View) {
						g.script(core.OpFetchStatus, func(q request) reply {
							if q.byAccount {
								return refusal
							}
							return says(word, "")
						})
					})
					s.pass(time.Minute)
					s.want(v.ID, status)
					wantThawed(s)
				})
			})
		}
	}
}

// TestASilentGatewayDoesNotFreezeTheTillForEver: it will never answer for the
// old sale; after a day at the latest a manager may go on, by name.
func TestASilentGatewayDoesNotFreezeTheTillForEver(t *testing.T) {
	for name, answer := range map[string]reply{
		"no reply": {lost: true}, "500 in words": refused(500, "TRY_LATER"), "401": refused(401, "TOKEN_EXPIRED"),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, _ := putBack(t, practice(), func(g *gateway, _ journal.View) { g.script(core.OpFetchStatus, always(answer)) })
				s.pass(24 * time.Hour)
				wantThawed(s)
			})
		})
	}
}
