package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core/ledger"
	"sanduq/core/wire"
)

// legs makes status answers depend on which leg is asked about.
func (d *desk) legs(account, rest answer) {
	d.g.onStatus(func(byAccount bool) answer {
		if byAccount {
			return account
		}
		return rest
	})
}

// codeBesideQR opens a payment, shows its QR and has a bank account's code leave, which
// the gateway takes.
func (d *desk) codeBesideQR() {
	d.t.Helper()
	d.open()
	d.showQR()
	d.legs(isPending, isPending)
	d.validate(bankAccount())
	d.must(StateWaitingPayment)(d.SubmitOTP(d.t.Context(), otp()))
}

var (
	noOrder   = answer{body: `{"success":false,"code":"ORDER_NOT_FOUND"}`}
	noOrder4  = answer{status: 404, body: `{"success":false,"code":"ORDER_NOT_FOUND"}`}
	isSuccess = answer{body: successReply}
	isFailed  = answer{body: failedReply}
	isExpired = answer{body: expiredReply}
	isPending = answer{body: pendingReply}
	isNothing = answer{status: 503}
)

// Each leg is asked on its own: a refusal of one in words never hides what the
// other says, and an end needs an answer from both.
func TestOneLegNeverHidesTheOther(t *testing.T) {
	for _, c := range []struct {
		name          string
		account, rest answer
		want          State
	}{
		{"account refused, QR paid", noOrder, isSuccess, StateSuccess},
		{"account refused by 404, QR paid", noOrder4, isSuccess, StateSuccess},
		{"account paid, QR refused", isSuccess, noOrder, StateSuccess},
		{"account failed, QR refused", isFailed, noOrder, StateFailed},
		{"account refused, QR failed", noOrder, isFailed, StateFailed},
		{"account expired, QR failed", isExpired, isFailed, StateExpired},
		{"account failed, QR paid", isFailed, isSuccess, StateSuccess},
		{"account failed, QR silent", isFailed, isNothing, StateWaitingPayment},
		{"account silent, QR failed", isNothing, isFailed, StateWaitingPayment},
		{"account silent, QR paid", isNothing, isSuccess, StateSuccess},
		{"account refused, QR silent", noOrder, isNothing, StateWaitingPayment},
		{"both refused", noOrder, noOrder, StateWaitingPayment},
		{"account pending, QR failed", isPending, isFailed, StateWaitingPayment},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.codeBesideQR()
				d.legs(c.account, c.rest)
				time.Sleep(4 * time.Second)
				if s, _ := d.CurrentSession(); s.State != c.want {
					t.Errorf("%+v", s)
				}
				d.StopStatusPolling()
			})
		})
	}
}

func TestARefusedQRLegDoesNotStopTheSwitch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		d.legs(noOrder, noOrder)
		d.validate(bankAccount())
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		d.StopStatusPolling()
	})
}

// A payment or a transaction that the program knows to be another order's is
// no settlement of this one, and the question is asked again.
func TestASettlementIsVerifiedBeforeItIsBelieved(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		var mu sync.Mutex
		var asked []ledger.Settlement
		verdict := fmt.Errorf("%w: the transaction is another sale's", ErrConflict)
		rule := func(err error) {
			mu.Lock()
			defer mu.Unlock()
			verdict = err
		}
		d.Ledger().VerifySettlements(func(_ context.Context, s ledger.Settlement) error {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, s)
			if s.TransactionID == "" {
				return nil
			}
			return verdict
		})
		d.g.on(pathStatus, isSuccess)
		d.open()
		d.showQR()
		time.Sleep(4 * time.Second)
		if s, _ := d.CurrentSession(); s.State != StateQRGenerated || s.Conflict == "" {
			t.Fatalf("%+v", s)
		}
		rule(errors.New("the disk does not answer"))
		time.Sleep(3 * time.Second)
		if s, _ := d.CurrentSession(); s.State != StateQRGenerated {
			t.Fatalf("%+v", s)
		}
		rule(nil)
		time.Sleep(3 * time.Second)
		if s, _ := d.CurrentSession(); s.State != StateSuccess {
			t.Fatalf("%+v", s)
		}
		mu.Lock()
		defer mu.Unlock()
		if len(asked) != 5 || asked[0].PaymentID != "P1" || asked[1].QRPayload == "" || asked[4].TransactionID == "" {
			t.Fatalf("%+v", asked)
		}
	})
}

// What stands in the transaction's place before the settlement, be it a real
// one or not, settles nothing: the receipt has none until an answer that
// settles brings it.
func TestATransactionIsTheSettlements(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathStatus, `{"success":true,"data":{"paymentStatus":"PROCESSING","transactionId":"T9"}}`,
			`{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"N/A"}}`)
		d.open()
		d.showQR()
		time.Sleep(4 * time.Second)
		if s, _ := d.CurrentSession(); s.TransactionID != "T9" {
			t.Errorf("%+v", s)
		}
		time.Sleep(3 * time.Second)
		if s, _ := d.CurrentSession(); s.State != StateSuccess || s.TransactionID != "" {
			t.Errorf("%+v", s)
		}
		d.g.reply(pathStatus, successReply)
		if s, err := d.RefreshStatus(t.Context(), "P1"); err != nil || s.TransactionID != "T1" {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

func TestPlaceholdersAreNoTransaction(t *testing.T) {
	for given, want := range map[string]string{`"0"`: "", `0`: "", `"000000"`: "", `"N/A"`: "", `"n.a."`: "", `"null"`: "", `"None"`: "", `"-"`: "",
		`" "`: "", `"unknown"`: "", `"TX-0"`: "TX-0", `7`: "7", `"N/A-7"`: "N/A-7"} {
		p := codec{wire.DefaultProfile()}
		got, err := p.readStatus(json.RawMessage(`{"paymentStatus":"SUCCESS","transactionId":`+given+`}`), wire.StatusCall{}, p.meanings())
		if err != nil || got.TransactionID != want {
			t.Errorf("%s: %q, %v", given, got.TransactionID, err)
		}
	}
}

func TestAPaymentOfAnotherOrderIsNotOpened(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.Ledger().VerifySettlements(func(context.Context, ledger.Settlement) error { return ErrConflict })
		_, err := d.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrOutcomeUnknown, ErrConflict)
		if _, exists := d.CurrentSession(); exists {
			t.Fatal("a session of another order's payment")
		}
		if _, saved := d.ReadClientToken(); saved {
			t.Fatal("its token was kept")
		}
	})
}

// A response that lies on the connection before the request was written ends
// it; one that follows the request is taken.
func TestAnUnsolicitedResponseIsNotTaken(t *testing.T) {
	ours, theirs := net.Pipe()
	var closed atomic.Bool
	conn := newSolicitedConn(closing{ours, &closed})
	go func() { _, _ = theirs.Write([]byte("HTTP/1.1 200 OK\r\n")) }()
	buffer := make([]byte, 64)
	if n, err := conn.Read(buffer); n != 0 || !errors.Is(err, errUnsolicited) || !closed.Load() || buffer[0] != 0 {
		t.Fatalf("%d bytes, %v, closed %t", n, err, closed.Load())
	}
	ours, theirs = net.Pipe()
	conn = newSolicitedConn(ours)
	go func() {
		_, _ = io.ReadFull(theirs, make([]byte, 4))
		_, _ = theirs.Write([]byte("OK"))
	}()
	if _, err := conn.Write([]byte("GET ")); err != nil {
		t.Fatal(err)
	}
	if n, err := conn.Read(buffer); n != 2 || err != nil {
		t.Fatalf("%d bytes, %v", n, err)
	}
}

type closing struct {
	net.Conn
	closed *atomic.Bool
}

func (c closing) Close() error {
	c.closed.Store(true)
	return c.Conn.Close()
}

// What people are told of the last answer is what was believed of it: not the word of an answer about another payment,
// nor that of the leg that decides nothing.
func TestTheLastWordIsTheOneThatCounts(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.codeBesideQR()
		d.StopStatusPolling()
		d.legs(answer{body: confirmReply}, isFailed)
		d.must(StateWaitingPayment)(d.RefreshStatus(t.Context(), "P1"))
		if word := d.Health().LastStatus; word != "PROCESSING" {
			t.Errorf("the account's leg is processing, and the last word is %q", word)
		}
		anothers := answer{body: `{"success":true,"data":{"paymentStatus":"SUCCESS","orderId":"ORDER-2"}}`}
		d.legs(anothers, anothers)
		s, err := d.RefreshStatus(t.Context(), "P1")
		isAll(t, err, ErrConflict)
		if word := d.Health().LastStatus; word != "" || s.State != StateWaitingPayment {
			t.Errorf("after an answer about another order: %s, and the last word is %q", s.State, word)
		}
	})
}
