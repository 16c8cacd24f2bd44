package journal

import (
	"testing"
	"time"

	"sanduq/core"
)

// TestWhenASaleWasClarified: from the record alone, and only for what somebody had
// to settle.
func TestWhenASaleWasClarified(t *testing.T) {
	began := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	minute := func(n int) time.Time { return began.Add(time.Duration(n) * time.Minute) }
	in := func(state core.State, codes ...string) Sale {
		s := Sale{Step: StepSession}
		s.Session.State = state
		if state == core.StateSuccess {
			s.ReceiptSeq = 7
		}
		for i, code := range codes {
			s.Record(minute(i), code, "")
		}
		return s
	}
	with := func(s Sale, change func(*Sale)) Sale { change(&s); return s }
	for name, c := range map[string]struct {
		sale Sale
		want time.Time // zero for not settled
	}{
		"paid at once":               {in(core.StateSuccess, HistoryCharged, HistoryPaid), time.Time{}},
		"failed at once":             {in(core.StateFailed, HistoryCharged, HistoryFailed), time.Time{}},
		"waiting":                    {in(core.StateWaitingPayment, HistoryCharged), time.Time{}},
		"not known":                  {with(in(core.StateWaitingPayment, HistoryCharged, HistoryCapped), func(s *Sale) { s.Capped = true }), time.Time{}},
		"not known, then paid":       {in(core.StateSuccess, HistoryCharged, HistoryCapped, HistoryPaid), minute(2)},
		"not known, then expired":    {in(core.StateExpired, HistoryCharged, HistoryDenied, HistoryRestored, HistoryExpired), minute(3)},
		"failed, then watched":       {in(core.StateFailed, HistoryCharged, HistoryFailed, HistoryWatchEnded), time.Time{}},
		"resolved":                   {with(in(core.StateWaitingPayment, HistoryCapped), func(s *Sale) { s.ResolvedOutside = &Decision{At: minute(9)} }), minute(9)},
		"late, nobody has read it":   {with(in(core.StateSuccess, HistoryFailed, HistoryPaidLate), func(s *Sale) { s.Session.Late = true }), time.Time{}},
		"late, read":                 {with(in(core.StateSuccess, HistoryPaidLate), func(s *Sale) { s.Session.Late, s.LateAlertRead = true, minute(8) }), minute(8)},
		"paid twice, nobody has":     {with(in(core.StateSuccess, HistoryCapped, HistoryPaid), func(s *Sale) { s.PaidTwiceWith = "x" }), time.Time{}},
		"paid twice, read":           {with(in(core.StateSuccess, HistoryPaid), func(s *Sale) { s.PaidTwiceWith, s.LateAlertRead = "x", minute(6) }), minute(6)},
		"resolved, then late, read":  {with(in(core.StateSuccess, HistoryPaidLate), func(s *Sale) { s.ResolvedOutside, s.LateAlertRead = &Decision{At: minute(1)}, minute(5) }), minute(5)},
		"cash, in place of anything": {Sale{Step: StepCash, CashSeq: 3}, time.Time{}},
	} {
		at, ok := c.sale.ResolvedAt()
		if ok == c.want.IsZero() || !at.Equal(c.want) {
			t.Errorf("%s: %v, %v; want %v", name, at, ok, c.want)
		}
	}
}
