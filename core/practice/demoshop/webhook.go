package demoshop

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/webhook"
)

// maxWebhook is far more than a webhook has.
const maxWebhook = 64 << 10

// takeWebhook lets the bank say that there is something to ask about. What it
// says of the payment is not read: the order is paid when the answer to our own
// question says so. A question without an answer is an error to the bank, which
// then sends its webhook again.
func (s *Shop) takeWebhook(w http.ResponseWriter, r *http.Request) {
	if s.webhooks == nil {
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWebhook))
	if err != nil {
		http.Error(w, "too long", http.StatusRequestEntityTooLarge)
		return
	}
	notice, err := s.webhooks.Verify(r.Header, body)
	switch {
	case errors.Is(err, webhook.ErrReplayed): // taken before: nothing is done twice, and it need not come again
		w.WriteHeader(http.StatusNoContent)
		return
	case err != nil:
		s.log.Warn("a webhook was refused", "err", err)
		http.Error(w, "refused", http.StatusUnauthorized)
		return
	}
	if err := s.askAbout(r.Context(), notice); err != nil {
		s.webhooks.Forget(notice)
		s.log.Warn("a webhook's payment could not be asked about", "order", notice.OrderID, "err", err)
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// askAbout asks for the outcome of the order that a webhook names. An order or
// payment that is not the shop's is none of its business.
func (s *Shop) askAbout(ctx context.Context, n webhook.Notice) error {
	o, err := s.orders.get(n.OrderID)
	if errors.Is(err, os.ErrNotExist) || err == nil && o.PaymentID != "" && o.PaymentID != n.PaymentID {
		return nil
	}
	if err == nil && o.State == orderOpening {
		err = errors.New("the order is being opened")
	}
	if err == nil && o.State == orderPaid { // it may be about a second debit
		if err = s.checkout.Notice(ctx, n); errors.Is(err, core.ErrConflict) || errors.Is(err, checkout.ErrNotStored) {
			return nil
		}
	}
	if err != nil || o.State != orderOpen {
		return err
	}
	out, err := s.checkout.Outcome(ctx, o.PaymentID)
	if err != nil || out.Session.State != core.StateSuccess {
		return err
	}
	return s.onOutcome(ctx, out)
}
