//go:build linux

package page

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestThreeSalesOfTheLargestAmount are an attack on anyone who reads: no sum of them fits
// into what holds one. The page, the totals and the reports answer all the same, the
// other till's sums are to be seen, and an alarm names the till.
func TestThreeSalesOfTheLargestAmount(t *testing.T) {
	p := newPlace(t)
	honest, hostile := p.till("Harbour", "H1", core.Live), p.till("Garden", "G1", core.Live)
	p.person("Huda")
	honest(sale("20261120", 1, 12_500, journal.StatusPaid))
	for _, status := range []journal.Status{journal.StatusPaid, journal.StatusUnknown} { // in one batch
		var three []office.Sale
		for n := range 3 {
			number := n + 1
			if status == journal.StatusUnknown {
				number += 10
			}
			s := sale("20261120", number, math.MaxInt64, status)
			s.Cashier = "Nobody"
			three = append(three, s)
		}
		hostile(three...)
	}
	for n := range 3 { // and one by one
		hostile(sale("20261120", 20+n, math.MaxInt64, journal.StatusPaid))
	}
	honest(sale("20261120", 2, 500, journal.StatusPaid)) // the same day's totals go on
	b := p.browser()
	status, body := p.signsIn(b, "Huda", password)
	if want := "55340232221128654.842"; status != http.StatusOK || !strings.Contains(strings.ReplaceAll(body, "\u00a0", ""), want) || !strings.Contains(body, "13.000") {
		t.Errorf("the page answers %d, and shows %s: %t, %s", status, want, strings.Contains(strings.ReplaceAll(body, "\u00a0", ""), want), body)
	}
	ask := func(path, question string, into any) {
		t.Helper()
		status, text := p.read(b.Get(p.web.URL + path + "?q=" + url.QueryEscape(question)))
		if status != http.StatusOK {
			t.Errorf("%s answers %d", path, status)
		} else if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Error(err)
		}
	}
	for _, question := range []string{`{}`, `{"owed":false,"cashier":"Nobody"}`} { // from the totals, and from the sales
		var sums []office.Sum
		ask("/office/api/totals", question, &sums)
		beyond := 0
		for _, s := range sums {
			if s.Beyond {
				beyond++
			}
			if s.Beyond != (s.Minor == office.MaxSum) {
				t.Errorf("%+v", s)
			}
		}
		if beyond != 2 {
			t.Errorf("%s: of %+v two are beyond", question, sums)
		}
	}
	for _, counted := range []int64{office.MaxCounted, 0} { // from the sales, and from the totals
		was := mostCounted
		mostCounted = counted
		var figures office.Figures
		ask("/office/api/figures", `{"from":"20261101","to":"20261130"}`, &figures)
		mostCounted = was
		if len(figures.Figures) == 0 {
			t.Error("no figures")
		}
	}
	var named []string
	rows, err := p.cfg.DB.Query(t.Context(), "SELECT format('%s %s: %s', s.name, t.name, a.kind) FROM alerts a JOIN tills t ON t.id = a.till_id JOIN shops s ON s.id = t.shop_id WHERE a.kind = 'amount'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		named = append(named, one)
	}
	if fmt.Sprint(named) != "[Garden G1: amount]" {
		t.Errorf("alerts %v", named)
	}
	r, err := p.Collector.Verify(t.Context())
	if err != nil || len(r.Faults) != 0 {
		t.Errorf("verify: %v, %v", r.Faults, err)
	}
}
