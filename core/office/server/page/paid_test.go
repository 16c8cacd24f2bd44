//go:build linux

package page

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestCashStandsBesideWhatWasPaid, and no word calls the one or the other all that was taken. A shop that had
// cash alone is shown too; what was given in cash a week ago is in no figure.
func TestCashStandsBesideWhatWasPaid(t *testing.T) {
	p := newPlace(t)
	harbour, garden := p.till("Harbour", "H1", core.Live), p.till("Garden", "G1", core.Live)
	harbour(sale("20261120", 1, 12_500, journal.StatusPaid), sale("20261120", 2, 7_000, journal.StatusCash), sale("20261113", 1, 99_000, journal.StatusCash))
	garden(sale("20261120", 1, 3_000, journal.StatusCash))
	p.person("Huda")
	b := p.browser()
	p.signsIn(b, "Huda", password)
	cell := regexp.MustCompile(`<th>(?:<bdi>)?([^<]*)(?:</bdi>)?</th><td data-label="([^"]*)"><b dir="ltr">([^<]*)</b><br><small>([^<]*)</small>(?:<br><small class="cash">([^<]*)<span dir="ltr">([^<]*)</span></small>)?</td>`)
	for language, want := range map[string]string{
		"en": "All shops|Paid, without cash|12.500 LYD|1 sale|Cash |10.000 LYD; Garden|Paid, without cash|0.000 LYD|0 sales|Cash |3.000 LYD; " +
			"Harbour|Paid, without cash|12.500 LYD|1 sale|Cash |7.000 LYD; What was returned is not taken off.",
		"fr": "Tous les magasins|Payé, hors espèces|12,500 LYD|1 vente|Espèces |10,000 LYD; Garden|Payé, hors espèces|0,000 LYD|0 vente|Espèces |3,000 LYD; " +
			"Harbour|Payé, hors espèces|12,500 LYD|1 vente|Espèces |7,000 LYD; Ce qui a été remboursé n’est pas déduit.",
		"ar": "كل المتاجر|المدفوع دون النقد|12.500 LYD|عملية واحدة|نقدًا |10.000 LYD; Garden|المدفوع دون النقد|0.000 LYD|لا عمليات|نقدًا |3.000 LYD; " +
			"Harbour|المدفوع دون النقد|12.500 LYD|عملية واحدة|نقدًا |7.000 LYD; لم يُخصم المبلغ المردود.",
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.web.URL+"/office/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Language", language)
		_, body := p.read(b.Do(r))
		body = strings.ReplaceAll(body, "\u00a0", " ")
		got := ""
		for _, m := range cell.FindAllStringSubmatch(body, -1) {
			got += strings.Join(m[1:], "|") + "; "
		}
		if strings.Contains(body, words[language]["notOff"]) {
			got += words[language]["notOff"]
		}
		if got != want {
			t.Errorf("%s: the page says\n%s\nwant\n%s", language, got, want)
		}
		if today, _, _ := strings.Cut(body, "</table>"); strings.Contains(today, "99.000") || strings.Contains(today, "99,000") {
			t.Errorf("%s: cash of a week ago stands among what was paid", language)
		}
	}
}
