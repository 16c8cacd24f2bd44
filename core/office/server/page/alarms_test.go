//go:build linux

package page

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office/server/collector"
)

// TestAlarmsStandOnThePage: a cloned key and a till that was put back, in words and in
// every language, until a person who may see them takes note; and again when they come again.
func TestAlarmsStandOnThePage(t *testing.T) {
	p := newPlace(t)
	harbour, garden := p.till("Harbour", "H1", core.Live), p.till("Garden", "G1", core.Live)
	harbour(sale("20261120", 1, 100, journal.StatusPaid))
	garden(sale("20261120", 1, 100, journal.StatusPaid))
	exec := func(sql string) {
		t.Helper()
		if _, err := p.cfg.DB.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{"otherTill", "epoch", "restored"} {
		exec("INSERT INTO alarms (till_id, epoch, kind, about, detail, first_at, last_at) SELECT id, 1, '" + kind + "', '', 'detail that nobody is shown', '2026-11-20 11:00Z', '2026-11-20 11:00Z' FROM tills WHERE name = 'H1'")
	}
	p.person("Huda")
	p.person("Samira", "Garden")
	huda, samira := p.browser(), p.browser()
	p.signsIn(huda, "Huda", password)
	p.signsIn(samira, "Samira", password)
	if _, body := p.read(samira.Get(p.web.URL + "/office/")); strings.Contains(body, "key was copied") {
		t.Error("another shop's alarms are shown")
	}
	_, body := p.read(huda.Get(p.web.URL + "/office/"))
	for _, want := range []string{"a key was copied", "put back from a backup copy", "not the one that it sent before"} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	if strings.Contains(body, "nobody is shown") {
		t.Error("a detail is shown")
	}
	forms := regexp.MustCompile(`name="form" value="([^"]+)"><input type="hidden" name="alarm" value="(\d+)"><input type="hidden" name="times" value="(\d+)"`).FindAllStringSubmatch(body, -1)
	if len(forms) != 3 {
		t.Fatalf("%d forms", len(forms))
	}
	note := func(b *http.Client, form, alarm, times string) int {
		t.Helper()
		status, _ := p.read(b.PostForm(p.web.URL+"/office/seen", url.Values{"form": {form}, "alarm": {alarm}, "times": {times}}))
		return status
	}
	if status := note(huda, "x", forms[0][2], "1"); status != http.StatusForbidden {
		t.Errorf("another form: %d", status)
	}
	note(samira, formOf(t, p, samira), forms[0][2], "1") // not hers
	if _, body := p.read(huda.Get(p.web.URL + "/office/")); strings.Count(body, `action="/office/seen"`) != 3 {
		t.Error("somebody took note of another shop's alarm")
	}
	exec("UPDATE alarms SET times = 2, last_at = last_at + interval '1 minute' WHERE id = " + forms[1][2]) // meanwhile
	for _, f := range forms {
		note(huda, f[1], f[2], f[3])
	}
	if _, body := p.read(huda.Get(p.web.URL + "/office/")); strings.Count(body, `action="/office/seen"`) != 1 || !strings.Contains(body, "2×") {
		t.Errorf("seen, and still there: %d", strings.Count(body, `action="/office/seen"`))
	}
	note(huda, forms[1][1], forms[1][2], "2")
	exec("UPDATE alarms SET times = 3, last_at = '2026-11-20 13:00Z' WHERE id = " + forms[1][2])
	if _, body := p.read(huda.Get(p.web.URL + "/office/")); strings.Count(body, `action="/office/seen"`) != 1 {
		t.Error("one that came again is not shown")
	}
}

func formOf(t *testing.T, p *place, b *http.Client) string {
	t.Helper()
	_, body := p.read(b.Get(p.web.URL + "/office/"))
	found := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(body)
	if found == nil {
		t.Fatal("no form")
	}
	return found[1]
}

// TestAnOfficeThatWasDownWaits for tills to come before it calls them silent.
func TestAnOfficeThatWasDownWaits(t *testing.T) {
	p := newPlace(t)
	p.till("Harbour", "H1", core.Live)(sale("20261120", 1, 12_500, journal.StatusPaid))
	p.person("Huda")
	b := p.browser()
	p.signsIn(b, "Huda", password)
	silent := func() bool {
		t.Helper()
		_, shown := p.read(b.Get(p.web.URL + "/office/"))
		return strings.Contains(shown, "silent since")
	}
	if p.later(10 * time.Minute); !silent() {
		t.Error("ten minutes later nobody is silent")
	}
	c, err := collector.Open(t.Context(), collector.Config{Database: p.database, Now: p.clock})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.Handler()
	if p.later(2 * time.Minute); silent() {
		t.Error("the office has listened for two minutes, and misses a till")
	}
	if p.later(2 * time.Minute); !silent() {
		t.Error("four minutes later nobody is silent")
	}
}
