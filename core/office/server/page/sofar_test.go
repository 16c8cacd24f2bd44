//go:build linux

package page

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestTodayIsHeldAgainstTheSameHours of the day a week ago, of each shop and of all
// together; live, practice and currencies apart.
func TestTodayIsHeldAgainstTheSameHours(t *testing.T) {
	p := newPlace(t)
	harbour, garden, practice := p.till("Harbour", "H1", core.Live), p.till("Garden", "G1", core.Live), p.till("Harbour", "P1", core.Sandbox)
	at := func(day journal.Day, number, hour int, minor int64) office.Sale {
		s := sale(day, number, minor, journal.StatusPaid)
		s.CreatedAt = day.Time(time.UTC).Add(time.Duration(hour)*time.Hour - time.Minute)
		s.SettledAt = s.CreatedAt.Add(30 * time.Second)
		return s
	}
	failed := at("20261113", 9, 10, 500_000)
	failed.Status = journal.StatusFailed
	harbour(at("20261113", 1, 10, 5_000), at("20261113", 2, 14, 7_000), failed, at("20261120", 1, 11, 2_000))
	garden(at("20261113", 1, 11, 1_000), at("20261120", 1, 10, 3_000))
	practice(at("20261113", 1, 9, 80_000), at("20261120", 1, 9, 90_000))
	p.person("Huda")
	p.person("Samira", "Garden")
	shown := func(who string) string {
		t.Helper()
		b := p.browser()
		p.signsIn(b, who, password)
		_, body := p.read(b.Get(p.web.URL + "/office/"))
		_, body, _ = strings.Cut(body, "<tbody>")
		body, _, _ = strings.Cut(body, "</tbody>")
		return strings.Join(strings.Fields(strings.ReplaceAll(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " "), " LYD", "")), " ")
	}
	if got, want := shown("Huda"), "All shops 5.000 2 sales 6.000 2 sales whole day 13.000 "+
		"Garden 3.000 1 sale 1.000 1 sale whole day 1.000 Harbour 2.000 1 sale 5.000 1 sale whole day 12.000 "+
		"Harbour PRACTICE 90.000 1 sale 80.000 1 sale whole day 80.000"; got != want {
		t.Errorf("at noon the owner sees\n%s, want\n%s", got, want)
	}
	if got, want := shown("Samira"), "Garden 3.000 1 sale 1.000 1 sale whole day 1.000"; got != want {
		t.Errorf("somebody of one shop sees\n%s, want\n%s", got, want)
	}
	p.later(2*time.Hour + time.Minute)
	if got := shown("Huda"); !strings.HasPrefix(got, "All shops 5.000 2 sales 13.000 3 sales whole day 13.000 ") {
		t.Errorf("two hours later the owner sees\n%s", got)
	}
	if _, err := p.cfg.DB.Exec(t.Context(), "UPDATE shops SET zone = 'America/New_York' WHERE name = 'Harbour'"); err != nil { // where it is five hours earlier
		t.Fatal(err)
	}
	p.later(31 * time.Minute) // what was counted is counted again
	if got := shown("Huda"); !strings.Contains(got, "Harbour 2.000 1 sale 12.000 2 sales whole day 12.000") {
		t.Errorf("in another zone the owner sees\n%s", got)
	}
}
