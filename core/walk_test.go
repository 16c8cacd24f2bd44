package core

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// move is one random act of a cashier, of the weather or of time.
type move struct {
	act    string
	fate   answer
	lonely bool // no connection can be made
	wait   time.Duration
}

// TestWhateverHappensTheEngineKeepsItsPromises lets a cashier press anything in
// any order under any replies and checks, after every act and over the whole
// stream, what must never be otherwise.
func TestWhateverHappensTheEngineKeepsItsPromises(t *testing.T) {
	statuses := []string{pendingReply, confirmReply, failedReply, expiredReply, successReply,
		`{"success":true,"data":{"paymentStatus":"ODD"}}`, "<html>"}
	oneMove := rapid.Custom(func(rt *rapid.T) move {
		m := move{act: rapid.SampledFrom([]string{"create", "qr", "bank", "wallet", "otp", "again", "refresh", "start", "stop", "restore", "wait", "institutions"}).Draw(rt, "act")}
		m.wait = time.Duration(rapid.SampledFrom([]int{0, 1, 4, 30, 400}).Draw(rt, "wait")) * time.Second
		fate := rapid.SampledFrom([]string{"good", "good", "good", "drop", "500", "400", "401", "slow", "dial"}).Draw(rt, "fate")
		switch fate {
		case "drop":
			m.fate.drop = true
		case "500", "400", "401":
			m.fate = answer{status: int(fate[0]-'0')*100 + int(fate[2]-'0'), body: `{"success":false,"code":"X"}`}
		case "slow":
			m.fate.delay = 30 * time.Second
		case "dial":
			m.lonely = true
		}
		return m
	})
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.SliceOfN(oneMove, 1, 25).Draw(rt, "moves")
		replies := rapid.SliceOfN(rapid.SampledFrom(statuses), 1, 12).Draw(rt, "status replies")
		var broken []string
		bubble(t, func(t *testing.T) { broken = play(t, moves, replies) })
		if len(broken) > 0 {
			rt.Fatal(strings.Join(broken, "\n"))
		}
	})
}

func play(t *testing.T, moves []move, replies []string) (broken []string) {
	d := newDesk(t)
	complain := func(format string, args ...any) { broken = append(broken, fmt.Sprintf(format, args...)) }
	d.g.reply(pathStatus, replies...)
	for _, m := range moves {
		d.g.fail(nil)
		if m.lonely {
			d.g.fail(errRefused)
		}
		for path, ok := range happy() {
			if path == pathStatus {
				continue
			}
			if m.fate.status == 0 && !m.fate.drop {
				a := ok(1)
				a.delay = m.fate.delay
				d.g.on(path, a)
			} else {
				d.g.on(path, m.fate)
			}
		}
		before, codes := d.state(), len(d.g.seen(pathBankOTP))+len(d.g.seen(pathWalletOTP))
		session, _ := d.CurrentSession()
		s, err := d.perform(t, m.act)
		sent := len(d.g.seen(pathBankOTP)) + len(d.g.seen(pathWalletOTP)) - codes
		switch {
		case before == StateSuccess && d.state() != StateSuccess:
			complain("%s led out of success", m.act)
		case sent > 1:
			complain("one act sent %d codes", sent)
		case sent > 0 && session.OTPUnresolved && m.act != "again":
			complain("a code was sent while another was unresolved")
		case err != nil && errorsIs(err, ErrNotSent) && sent > 0:
			complain("a code was sent and called not sent")
		case err != nil && errorsIs(err, ErrOutcomeUnknown) && m.act == "otp" && s.State == StateOTPRequired && !s.OTPUnresolved:
			complain("an unknown outcome is not marked")
		}
		time.Sleep(m.wait)
		synctest.Wait()
		now, _ := d.CurrentSession()
		if d.Health().Polling && (now.State == StateSuccess || now.State == StateOTPRequired && !now.OTPUnresolved) {
			complain("polling in state %s", now.State)
		}
	}
	if n := len(d.g.seen(pathInitiate)); n > 1 {
		complain("the order was opened %d times", n)
	}
	broken = append(broken, checkStream(d.events())...)
	d.StopStatusPolling()
	return broken
}

func (d *desk) perform(t *testing.T, act string) (s PaymentSession, err error) {
	ctx := t.Context()
	switch act {
	case "create":
		return d.CreateInvoice(ctx, invoice())
	case "qr":
		return d.GenerateQR(ctx, GenerateQRRequest{})
	case "bank":
		return d.ValidateAccount(ctx, bankAccount())
	case "wallet":
		return d.ValidateAccount(ctx, walletAccount())
	case "otp":
		return d.SubmitOTP(ctx, otp())
	case "again":
		return d.SubmitOTP(ctx, SubmitOTPRequest{OTP: NewSecret(secretOTP), Again: true})
	case "refresh":
		return d.RefreshStatus(ctx, "P1")
	case "start":
		d.StartStatusPolling("P1", nil)
	case "stop":
		d.StopStatusPolling()
	case "restore":
		if snapshot, err := d.Snapshot(); err == nil {
			return s, d.RestoreSession(snapshot)
		}
	case "institutions":
		_, err = d.FetchInstitutions(ctx)
	}
	return s, err
}

// checkStream holds a whole stream against the contract: numbers without gaps,
// each event following from the one before, every move in the machine's table,
// late exactly after an end, and a success only by a word that means it.
func checkStream(events []PaymentEvent) (broken []string) {
	table := model()
	previous := PaymentSession{}
	for i, e := range events {
		if e.Seq != uint64(i+1) {
			broken = append(broken, fmt.Sprintf("event %d has number %d", i+1, e.Seq))
		}
		if e.Before.State != previous.State || e.Before.PaymentID != previous.PaymentID {
			broken = append(broken, fmt.Sprintf("event %d begins at %q, the one before ended at %q", e.Seq, e.Before.State, previous.State))
		}
		if e.Transition() && e.Before.State != "" && e.Kind != EventRestored {
			possible := false
			for cell, to := range table {
				possible = possible || cell[0] == string(e.Before.State) && to == string(e.After.State)
			}
			if !possible {
				broken = append(broken, fmt.Sprintf("event %d went from %q to %q", e.Seq, e.Before.State, e.After.State))
			}
			ended := e.Before.State == StateFailed || e.Before.State == StateExpired
			if e.After.State == StateSuccess && (e.After.Late != ended || e.RawStatus != "SUCCESS") {
				broken = append(broken, fmt.Sprintf("event %d: a success out of %q by %q, late %t", e.Seq, e.Before.State, e.RawStatus, e.After.Late))
			}
		}
		previous = e.After
	}
	return broken
}
