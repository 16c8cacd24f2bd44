//go:build linux

package collector

import (
	"crypto/ed25519"
	"fmt"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestAsManySealsAsTravelAtOnce are taken, of days with sales of every state in several currencies: a till that
// joined sends twenty days at a time.
func TestAsManySealsAsTravelAtOnce(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	all, last := office.Seals{Version: 1}, office.SealsAnswer{}
	for n := range office.MaxSeals {
		s := office.Seal{Till: d.number, Epoch: 1, No: last.No + 1, Prev: last.Link, Day: journal.DayOf(noon.AddDate(0, 0, -n)), At: noon, Ends: map[office.Chain]office.End{}}
		for _, chain := range office.Chains() {
			s.Ends[chain] = office.End{Seq: 100_000}
		}
		for i := range 90 {
			s.Sums = append(s.Sums, office.SealSum{Status: journal.StatusNotOpened, Currency: fmt.Sprintf("%c%cX", 'A'+i/26, 'A'+i%26), Sales: 12, Minor: "1250000"})
		}
		signed, err := s.Sign(key)
		if err != nil || len(signed.Text) > office.MaxSeal {
			t.Fatalf("%d bytes, %v", len(signed.Text), err)
		}
		all.Seals, last = append(all.Seals, signed), office.SealsAnswer{No: s.No, Link: signed.Link()}
	}
	var got office.SealsAnswer
	if err := ask(p.url+"/v1/seals", d.key, jsonBody(all), &got); err != nil || got != last {
		t.Errorf("%+v, %v; want number %d", got, err, last.No)
	}
}
