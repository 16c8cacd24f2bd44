package core

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestRestoreContinuesWhereTheSnapshotStopped(t *testing.T) {
	bubble(t, func(t *testing.T) {
		first := newDesk(t)
		first.open()
		first.showQR()
		first.StopStatusPolling()
		first.validate(bankAccount())
		snapshot, err := first.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		want, _ := first.CurrentSession()
		time.Sleep(time.Hour)

		d := newDesk(t)
		if err := d.RestoreSession(snapshot); err != nil {
			t.Fatal(err)
		}
		events := d.events()
		if len(events) != 1 || events[0].Kind != EventRestored || events[0].After != want || events[0].Seq != 1 {
			t.Fatalf("%+v", events)
		}
		if got, ok := d.CurrentSession(); !ok || got != want {
			t.Fatalf("\n got %+v\nwant %+v", got, want)
		}
		if token, ok := d.ReadClientToken(); !ok || token.Reveal() != secretToken {
			t.Fatal("the token was lost")
		}
		if d.Health().Polling || d.g.total() != 0 {
			t.Fatal("restoring did more than restore")
		}
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		if body := bodyOf(t, d.g.seen(pathBankOTP)[0]); body["debitorAccNumber"] != secretAccount || body["dphReference"] != "DPH1" {
			t.Fatalf("%v", body)
		}
		d.StopStatusPolling()
	})
}

func TestRestoreNeverOverwritesASuccess(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		early, _ := d.Snapshot()
		d.g.reply(pathStatus, successReply)
		d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
		late, _ := d.Snapshot()
		other := Snapshot{Public: bytes.ReplaceAll(late.Public, []byte(`"P1"`), []byte(`"P2"`)), Secret: late.Secret}
		empty := Snapshot{Public: []byte(`{"version":1,"keys":[{"key":"k","orderId":"o","fingerprint":"f","outcome":"unknown"}]}`)}
		for _, s := range []Snapshot{early, other, empty} {
			isAll(t, d.RestoreSession(s), ErrSnapshot)
		}
		if d.state() != StateSuccess {
			t.Fatal(d.state())
		}
		if err := d.RestoreSession(late); err != nil {
			t.Fatal(err)
		}
	})
}

func TestRestoreIsNoTransition(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		for _, state := range (PaymentStateMachine{}).States() {
			snapshot, _ := d.Snapshot()
			s := Snapshot{Public: replaceState(snapshot.Public, state), Secret: snapshot.Secret}
			if err := d.RestoreSession(s); err != nil || d.state() != state {
				t.Fatalf("%s: %v", state, err)
			}
			if state == StateSuccess {
				return
			}
		}
	})
}

func replaceState(public []byte, state State) []byte {
	var open publicState
	_ = json.Unmarshal(public, &open)
	open.Session.State = state
	out, _ := json.Marshal(open)
	return out
}

func TestRestoreStopsAPollerThatMustNotRun(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		snapshot, _ := d.Snapshot()
		if err := d.RestoreSession(snapshot); err != nil || !d.Health().Polling {
			t.Fatalf("the same state was restored: %v", err)
		}
		if err := d.RestoreSession(Snapshot{Public: replaceState(snapshot.Public, StateOTPRequired)}); err != nil || d.Health().Polling {
			t.Fatalf("polling during code entry: %v", err)
		}
	})
}

func TestUnusableSnapshots(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		good, _ := d.Snapshot()
		swap := func(old, new string) Snapshot {
			if !bytes.Contains(good.Public, []byte(old)) {
				t.Fatalf("%s has no %s", good.Public, old)
			}
			return Snapshot{Public: bytes.Replace(good.Public, []byte(old), []byte(new), 1), Secret: good.Secret}
		}
		for name, s := range map[string]Snapshot{
			"nothing":           {},
			"empty object":      {Public: []byte(`{}`)},
			"no content":        {Public: []byte(`{"version":1}`)},
			"newer":             swap(`"version":1`, `"version":2`),
			"no version":        swap(`"version":1`, `"v":1`),
			"newer secret":      {Public: good.Public, Secret: []byte(`{"version":2}`)},
			"damaged secret":    {Public: good.Public, Secret: []byte(`{"version":1`)},
			"truncated":         {Public: good.Public[:len(good.Public)-5], Secret: good.Secret},
			"state":             swap(`"state":"pending"`, `"state":"paid"`),
			"no state":          swap(`"state":"pending"`, `"state":""`),
			"no payment":        swap(`"paymentId":"P1"`, `"paymentId":""`),
			"no order":          swap(`"orderId":"ORDER-1"`, `"orderId":""`),
			"currency":          swap(`"currency":"LYD"`, `"currency":"XXX"`),
			"rail":              swap(`"state":"pending"`, `"state":"pending","rail":"x"`),
			"route":             swap(`"state":"pending"`, `"state":"pending","route":"x"`),
			"unresolved":        swap(`"state":"pending"`, `"state":"pending","otpUnresolved":true`),
			"key without":       swap(`"key":"key-1"`, `"key":""`),
			"key outcome":       swap(`"outcome":"created"`, `"outcome":"maybe"`),
			"created of nobody": swap(`"outcome":"created","session"`, `"outcome":"created","was"`),
		} {
			if err := d.RestoreSession(s); !errorsIs(err, ErrSnapshot) {
				t.Errorf("%s: %v", name, err)
			}
			if _, _, err := DecodeSnapshot(s); !errorsIs(err, ErrSnapshot) {
				t.Errorf("%s: decoded with %v", name, err)
			}
		}
		if session, secret, err := DecodeSnapshot(good); err != nil || session.PaymentID != "P1" || secret.Token.Reveal() != secretToken {
			t.Errorf("%+v, %v", session, err)
		}
		if d.state() != StatePending || len(d.events()) != 1 {
			t.Error("a refused snapshot left a trace")
		}
	})
}

func TestASnapshotsPublicHalfHoldsNoSecret(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathBankOTP, answer{drop: true})
		d.open()
		d.validate(bankAccount())
		_, _ = d.SubmitOTP(t.Context(), otp())
		d.StopStatusPolling()
		snapshot, _ := d.Snapshot()
		for _, secret := range allSecrets {
			if strings.Contains(string(snapshot.Public), secret) {
				t.Errorf("the public half holds %s", secret)
			}
		}
		if strings.Contains(string(snapshot.Secret), secretOTP) {
			t.Error("the code was kept")
		}
	})
}

func TestSnapshotBeforeOTPRefusesWhatSubmitOTPWould(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		_, err := d.SnapshotBeforeOTP(otp())
		isAll(t, err, ErrNoSession)
		d.open()
		_, err = d.SnapshotBeforeOTP(otp())
		asStep(t, err)
		d.validate(bankAccount())
		_, err = d.SnapshotBeforeOTP(SubmitOTPRequest{OTP: NewSecret("1")})
		isAll(t, err, ErrInvalidRequest)
	})
}

func FuzzDecodeSnapshot(f *testing.F) {
	session := PaymentSession{PaymentID: "P", OrderID: "O", Amount: invoice().Amount, State: StateOTPRequired, OTPUnresolved: true}
	public, _ := json.Marshal(publicState{Version: 1, Session: &session, Keys: []keyRecord{{Key: "k", Fingerprint: "f", Outcome: keyCreated, Session: &session}}})
	secret, _ := json.Marshal(secretState{Version: 1, Token: "T", Account: "A", OTP: newOTPMark(NewSecret("123456"), "D")})
	f.Add(public, secret)
	f.Add(public, []byte(nil))
	f.Add([]byte(`{"version":1}`), []byte(`{}`))
	f.Fuzz(func(t *testing.T, public, secret []byte) {
		s, _, err := DecodeSnapshot(Snapshot{Public: public, Secret: secret})
		if err != nil {
			if !errorsIs(err, ErrSnapshot) {
				t.Fatal(err)
			}
			return
		}
		if s.PaymentID != "" && (s.State == "" || s.Amount.Valid() != nil) {
			t.Fatalf("%+v", s)
		}
	})
}
