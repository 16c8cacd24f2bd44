//go:build linux

package page

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestTakenIsBankAndCashLessWhatWasReturned, and the parts stand below it. A shop that had cash alone is
// shown too; a second debit that was given back is no part of it.
func TestTakenIsBankAndCashLessWhatWasReturned(t *testing.T) {
	p := newPlace(t)
	harbour, garden := p.till("Harbour", "H1", core.Live), p.till("Garden", "G1", core.Live)
	owed := sale("20261120", 1, 12_500, journal.StatusPaid)
	owed.OwedSince = noon
	harbour(owed, sale("20261120", 2, 7_000, journal.StatusCash), sale("20261113", 1, 99_000, journal.StatusCash))
	garden(sale("20261120", 1, 3_000, journal.StatusCash))
	p.person("Huda")
	b := p.browser()
	p.signsIn(b, "Huda", password)
	shown := func(language string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.web.URL+"/office/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Language", language)
		_, body := p.read(b.Do(r))
		_, body, _ = strings.Cut(body, "<thead>")
		body, _, _ = strings.Cut(body, "</table>")
		body = regexp.MustCompile(`</(?:td|th|small)>`).ReplaceAllString(strings.ReplaceAll(body, "\u00a0", " "), "|")
		return strings.ReplaceAll(strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " ")), " "), " |", "|")
	}
	const second = "Harbour| 19.500 LYD 2 sales| Without cash 12.500 LYD| Cash 7.000 LYD|| 99.000 LYD 1 sale| whole day 99.000 LYD||"
	if got, want := shown("en"), "Shop| Taken| A week ago, by now| All shops| 22.500 LYD 3 sales| Without cash 12.500 LYD| Cash 10.000 LYD|| 99.000 LYD 1 sale| whole day 99.000 LYD|| "+
		"Garden| 3.000 LYD 1 sale| Without cash 0.000 LYD| Cash 3.000 LYD|| 0.000 LYD 0 sales| whole day 0.000 LYD|| "+second; got != want {
		t.Errorf("the page says\n%s\nwant\n%s", got, want)
	}
	if _, err := p.cfg.DB.Exec(t.Context(), "UPDATE debts SET cause = 'late'"); err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]string{
		"en": "Harbour| 18.500 LYD 2 sales| Without cash 12.500 LYD| Cash 7.000 LYD| Returned −1.000 LYD||",
		"fr": "Harbour| 18,500 LYD 2 ventes| Hors espèces 12,500 LYD| Espèces 7,000 LYD| Remboursé −1,000 LYD||",
		"ar": "Harbour| 18.500 LYD عمليتان| دون النقد 12.500 LYD| نقدًا 7.000 LYD| المردود −1.000 LYD||",
	} {
		if got := shown(language); !strings.Contains(got, want) || !strings.Contains(got, strings.NewReplacer("21.500", "21"+words[language]["point"]+"500").Replace("21.500 LYD")) {
			t.Errorf("%s: the page says\n%s\nwant\n%s", language, got, want)
		}
	}
}

// TestWhatWasReturnedStaysAtItsShop, as its sale does, when the till goes to another one.
func TestWhatWasReturnedStaysAtItsShop(t *testing.T) {
	p := newPlace(t)
	owed := sale("20261120", 1, 12_500, journal.StatusPaid)
	owed.OwedSince = noon
	p.till("Harbour", "H1", core.Live)(owed)
	p.till("Garden", "G1", core.Live)(sale("20261120", 1, 3_000, journal.StatusCash))
	for _, sql := range []string{"UPDATE debts SET cause = 'late'", "UPDATE tills SET shop_id = (SELECT id FROM shops WHERE name = 'Garden')"} {
		if _, err := p.cfg.DB.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for shop, want := range map[string]int64{"Harbour": 11_500, "Garden": 3_000} {
		if today, _, _ := p.taken(shop, p.clock()); today != want {
			t.Errorf("%s: taken %d, want %d", shop, today, want)
		}
	}
	p.later(7 * 24 * time.Hour)
	for shop, want := range map[string]int64{"Harbour": 11_500, "Garden": 3_000} {
		if _, before, _ := p.taken(shop, p.clock()); before != want {
			t.Errorf("%s, a week later: taken %d, want %d", shop, before, want)
		}
	}
}

// TestWhatMayBeOwedStandsByItself: nobody knows yet whether it is owed back.
func TestWhatMayBeOwedStandsByItself(t *testing.T) {
	p := newPlace(t)
	owed := sale("20261120", 1, 12_500, journal.StatusPaid)
	owed.OwedSince = noon
	p.till("Harbour", "H1", core.Live)(owed)
	p.person("Huda")
	b := p.browser()
	p.signsIn(b, "Huda", password)
	for cause, want := range map[journal.DebtCause]string{journal.DebtBothLegs: "<h2>Owed back</h2><p>1: <b dir=\"ltr\">11.500 LYD</b></p>",
		journal.DebtMaybeTwice: "<h2>May be owed back: ask the bank</h2><p>1: <b dir=\"ltr\">11.500 LYD</b></p>"} {
		if _, err := p.cfg.DB.Exec(t.Context(), "UPDATE debts SET cause = $1", string(cause)); err != nil {
			t.Fatal(err)
		}
		if _, body := p.read(b.Get(p.web.URL + "/office/")); !strings.Contains(body, want) || strings.Count(body, "owed back")+strings.Count(body, "Owed back") != 1 {
			t.Errorf("%s: the page does not say %s alone:\n%s", cause, want, body)
		}
	}
}

// taken is what the page says of a shop at a moment: of today, and of the day a week ago.
func (p *place) taken(shop string, at time.Time) (today, before int64, day journal.Day) {
	p.Helper()
	p.later(at.Sub(p.clock()))
	o, err := p.look(p.Context(), Person{All: true})
	if err != nil {
		p.Fatal(err)
	}
	i := slices.IndexFunc(o.Shops, func(d shopDay) bool { return d.Shop == shop })
	if i < 0 {
		return 0, 0, journal.DayOf(o.Day)
	}
	d := o.Shops[i]
	if parts := d.Bank.Int64() + d.Cash.Int64() + d.Back.Int64(); parts != d.Taken.Int64() {
		p.Errorf("%s at %v: taken %d, and its parts come to %d", shop, at, d.Taken.Int64(), parts)
	}
	if end := begin(at.In(p.cfg.Zone), 1); at.After(end.Add(-time.Minute)) && d.Taken.Sign() != 0 && d.TakenSoFar.Cmp(&d.TakenBefore.Int) != 0 {
		p.Errorf("%s at %v: a week ago by now %v, the whole day %v", shop, at, &d.TakenSoFar, &d.TakenBefore)
	}
	return d.Taken.Int64(), d.TakenBefore.Int64(), journal.DayOf(d.Day)
}
