package sidebar

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/screen"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

// sale has a QR on show.
func sale(change ...func(*journal.View)) journal.View {
	v := journal.View{Sale: journal.Sale{ID: "20261120-000012", Version: 1, Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Environment: core.Sandbox,
		CreatedAt: noon.Add(-time.Minute), Step: journal.StepSession, Route: core.RouteQR,
		Session: core.PaymentSession{State: core.StateQRGenerated, Route: core.RouteQR, QRPayload: "00020101021226"}},
		Live: journal.LiveStatus{LastAnswer: noon.Add(-4 * time.Second), LastWord: "PENDING", Asked: 12}}
	for _, c := range change {
		c(&v)
	}
	return v
}

func state(s core.State) func(*journal.View) { return func(v *journal.View) { v.Session.State = s } }

func paid(v *journal.View) { v.Session.State, v.ReceiptSeq, v.SettledAt = core.StateSuccess, 412, noon }

func aside(v *journal.View) { v.SetAside = &journal.Decision{At: noon, Reason: "wrongAmount"} }

func capped(v *journal.View) { v.Capped = true }

// everyStatus is a sale of each word that a tile can show.
func everyStatus() map[string]journal.View {
	step := func(s journal.Step, route core.Route) func(*journal.View) {
		return func(v *journal.View) { v.Step, v.Route, v.Session = s, route, core.PaymentSession{} }
	}
	mark := &journal.Decision{At: noon}
	return map[string]journal.View{
		"state.waiting": sale(), "state.paid": sale(paid), "state.failed": sale(state(core.StateFailed)),
		"state.expired": sale(state(core.StateExpired)), "state.unknown": sale(capped), "state.aside": sale(aside),
		"state.notOpened": sale(step(journal.StepNotSent, core.RouteQR)), "state.opening": sale(step(journal.StepIntent, core.RouteQR)),
		"state.choosing": sale(step(journal.StepCreated, "")), "state.entry": sale(step(journal.StepCreated, core.RouteAccount)),
		"state.code":     sale(state(core.StateOTPRequired)),
		"late.word":      sale(paid, func(v *journal.View) { v.Session.Late = true }),
		"state.resolved": sale(capped, func(v *journal.View) { v.ResolvedOutside = mark }),
		"state.manager":  sale(capped, func(v *journal.View) { v.WithManager = mark }),
	}
}

// TestEveryWordStandsWholeOnItsTile: a status that is cut on the sidebar may be
// read as another one.
func TestEveryWordStandsWholeOnItsTile(t *testing.T) {
	for _, lang := range []string{words.English, words.Arabic, words.French} {
		for _, scale := range []float32{1, 1.5, 2} {
			uitest.NewApp(t)
			t.Cleanup(func() { theme.Use(theme.Look{}) })
			w, at := words.MustLoad(lang), navigation.New()
			c := &column{env: screen.Env{Words: w, Zone: time.UTC, Practice: true}, deps: Deps{Place: &at}}
			theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, TextScale: scale, RTL: lang == words.Arabic})
			for key, v := range everyStatus() {
				spec := c.spec(v, nil)
				if want := w.T(key); spec.Word != want {
					t.Errorf("%s: the tile says %q, want %q", key, spec.Word, want)
				}
				tile := list.NewSaleTile(spec, func() {})
				tile.Resize(fyne.NewSize(theme.SidebarWidth()-2*theme.S3-theme.Border(), tile.MinSize().Height))
				got := uitest.Words(tile)
				for _, word := range append(strings.Fields(spec.Word), spec.Number) {
					if !strings.Contains(got, word) || strings.Contains(got, "…") {
						t.Errorf("%s at %v: the tile of %s shows %q, not %q", lang, scale, key, got, spec.Word)
					}
				}
			}
		}
	}
}
