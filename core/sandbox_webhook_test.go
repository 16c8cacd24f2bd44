package core_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/webhook"
)

// verdict is what became of one webhook.
type verdict struct {
	notice webhook.Notice
	err    error
}

// listen has the practice bank's webhooks verified by the SDK: each side has the
// signature from the contract alone.
func listen(t *testing.T, p *pair) <-chan verdict {
	t.Helper()
	verifier, err := webhook.New(core.NewSecret(p.service.Webhooks().Secret().Reveal()), nil)
	if err != nil {
		t.Fatal(err)
	}
	verdicts := make(chan verdict, 16)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		notice, err := verifier.Verify(r.Header, body)
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
		}
		verdicts <- verdict{notice, err}
	}))
	t.Cleanup(web.Close)
	if err := p.service.Webhooks().Add(web.URL); err != nil {
		t.Fatal(err)
	}
	return verdicts
}

func TestThePracticeBanksWebhooks(t *testing.T) {
	p := meet(t)
	verdicts := listen(t, p)
	next := func(want error) webhook.Notice {
		t.Helper()
		select {
		case v := <-verdicts:
			if !errors.Is(v.err, want) {
				t.Fatalf("%+v, %v; want %v", v.notice, v.err, want)
			}
			return v.notice
		case <-time.After(10 * time.Second):
			t.Fatal("no webhook came")
			return webhook.Notice{}
		}
	}
	p.service.Faults().Inject(faults.Fault{Kind: faults.FalseWebhook, Count: 1})     // SUCCESS while it is processed
	p.service.Faults().Inject(faults.Fault{Kind: faults.DuplicateWebhook, Count: 1}) // of the true SUCCESS
	s := p.open(12500)
	p.want(core.StateQRGenerated)(p.GenerateQR(t.Context(), core.GenerateQRRequest{}))
	p.StopStatusPolling()
	if err := p.service.Bank().Approve(s.PaymentID); err != nil {
		t.Fatal(err)
	}
	p.want(core.StateWaitingPayment)(next(nil).Ask(t.Context(), p.WebSDK))
	p.service.Clock().Advance(2 * time.Second)
	p.want(core.StateSuccess)(next(nil).Ask(t.Context(), p.WebSDK))
	next(webhook.ErrReplayed)
}

func TestThePracticeBanksWebhooksThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(*sandbox.Server)
		want    error
	}{
		"forged":      {func(s *sandbox.Server) { s.Faults().Inject(faults.Fault{Kind: faults.ForgedWebhook}) }, webhook.ErrSignature},
		"clock ahead": {func(s *sandbox.Server) { s.Faults().SetSkew(time.Hour) }, webhook.ErrTime},
		"clock late":  {func(s *sandbox.Server) { s.Faults().SetSkew(-time.Hour) }, webhook.ErrTime},
	} {
		t.Run(name, func(t *testing.T) {
			p := meet(t)
			verdicts := listen(t, p)
			s := p.open(12500)
			p.want(core.StateQRGenerated)(p.GenerateQR(t.Context(), core.GenerateQRRequest{}))
			c.prepare(p.service)
			if err := p.service.Bank().Approve(s.PaymentID); err != nil {
				t.Fatal(err)
			}
			if v := <-verdicts; !errors.Is(v.err, c.want) {
				t.Errorf("%v, want %v", v.err, c.want)
			}
		})
	}
}
