package truth_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// multiply writes a sale down n times more, each as an order of its own.
func multiply(s *shop, v journal.View, n int) {
	s.t.Helper()
	sealed, err := s.memory.SaleSecrets(s.t.Context(), v.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	var snap core.Snapshot
	if err := json.Unmarshal(sealed.Reveal(), &snap); err != nil {
		s.t.Fatal(err)
	}
	for i := range n {
		next := v.Sale
		next.ID = journal.NewSaleID(v.ID.Day(), v.ID.Number()+1+i)
		next.Version = 1
		next.OrderID = fmt.Sprintf("%s-%d", v.OrderID, i)
		next.Session.OrderID = next.OrderID
		next.Session.PaymentID = fmt.Sprintf("%s-%d", v.Session.PaymentID, i)
		public := bytes.ReplaceAll(snap.Public, []byte(v.OrderID), []byte(next.OrderID))
		public = bytes.ReplaceAll(public, []byte(`"`+v.Session.PaymentID+`"`), []byte(`"`+next.Session.PaymentID+`"`))
		raw, err := json.Marshal(core.Snapshot{Public: public, Secret: snap.Secret})
		if err != nil {
			s.t.Fatal(err)
		}
		secrets := journal.NewSecrets(raw)
		if err := s.memory.Commit(s.t.Context(), journal.Change{Sale: &next, Secrets: &secrets}); err != nil {
			s.t.Fatal(err)
		}
	}
}

// wantPace wants so many sales to have been asked about, and never more than a
// few questions in ten seconds.
func wantPace(t *testing.T, calls []request, sales int) {
	t.Helper()
	orders := map[string]bool{}
	for i, q := range calls {
		orders[q.order] = true
		if i >= 15 && q.at.Sub(calls[i-15].at) < 10*time.Second {
			t.Fatalf("16 questions in %v, the last at %v", q.at.Sub(calls[i-15].at), q.at)
		}
	}
	if len(orders) < sales {
		t.Errorf("%d sales were asked about, want %d", len(orders), sales)
	}
}
