package cashier

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// gallery is every screen of this package in a state that a picture shows.
func gallery(r *fixture) map[string]screen.Screen {
	d := r.all()
	draft := pay.NewDraft("LYD")
	draft.Amount = amount.EntryOf(harness.LYD(12500))
	half := pay.NewDraft("LYD")
	half.Amount = harness.Typed("LYD", "1234.5")
	quick := d
	quick.Shop = func() journal.Settings {
		return journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Quick: "5 10 20 50 100 2.5", Repeat: true}
	}
	again := pay.NewDraft("LYD")
	again.Amount, again.Last = amount.EntryOf(harness.LYD(20000)), harness.LYD(12500)
	live := d
	live.Practice = false
	printing := d
	printing.Offer.Printer = harness.WithPrinter(true)
	kept := live
	kept.Offer.Printer, kept.Offer.Save = harness.WithPrinter(true), saved("Downloads/T-0412.pdf", nil)
	kept.Customer = &harness.Customer{Sees: harness.Sale().ID, MayTake: true}
	refused := func(op core.Operation, code string, s journal.Step) func(*journal.View) {
		return func(v *journal.View) {
			v.Step, v.Live = s, journal.LiveStatus{}
			v.Refusal = &journal.Refusal{Operation: op, Code: code, At: harness.Noon}
		}
	}
	view := func(change ...func(*journal.View)) pay.Screen {
		v := harness.Sale(change...)
		return New(d, KindOf(v, r.Now), v)
	}
	says := NewQR(d, harness.Sale())
	says.customerSays()
	return map[string]screen.Screen{
		"sale": d.Sale(draft), "sale-empty": d.Sale(pay.NewDraft("LYD")), "sale-half": d.Sale(half),
		"sale-quick": quick.Sale(again),
		"route":      NewRoute(d, draft),
		"choose":     view(refused(core.OpGenerateQR, "NO_ANSWER", journal.StepCreated)),
		"opening": view(func(v *journal.View) {
			v.Step, v.Session, v.Live = journal.StepIntent, core.PaymentSession{}, journal.LiveStatus{}
		}),
		"qr": view(), "qr-says": says,
		"qr-silent": view(func(v *journal.View) { v.Live.Unanswered = true }),
		"waiting":   view(harness.State(core.StateWaitingPayment)),
		"aside": view(func(v *journal.View) {
			v.SetAside = &journal.Decision{At: harness.Noon, Reason: pay.ReasonWrongAmount}
			v.Live = journal.LiveStatus{}
			v.Watch = journal.Watch{Last: harness.Noon, Next: harness.Noon.Add(30 * time.Minute)}
		}),
		"paid-practice": view(harness.Paid),
		"paid-live":     NewEnd(live, harness.Sale(harness.Paid)),
		"paid-keep":     NewEnd(kept, harness.Sale(harness.Paid, harness.SlipState(journal.PrintDone, ""))),
		"failed": NewEnd(live, harness.Sale(harness.State(core.StateFailed), func(v *journal.View) {
			v.Refusal = &journal.Refusal{Code: "INSUFFICIENT_FUNDS"}
			v.Live.LastWord = "FAILED"
		})),
		"declined":       view(harness.State(core.StateFailed), func(v *journal.View) { v.Live.LastWord = "FAILED" }),
		"expired":        view(harness.State(core.StateExpired), func(v *journal.View) { v.Live.LastWord = "EXPIRED" }),
		"not-sent":       view(refused(core.OpInitiate, journal.RefusalNotSent, journal.StepNotSent)),
		"rejected":       view(refused(core.OpInitiate, "LIMIT_EXCEEDED", journal.StepRejected)),
		"create-unknown": view(refused(core.OpInitiate, journal.RefusalNoAnswer, journal.StepCreateUnknown)),
		"unknown":        view(harness.State(core.StateWaitingPayment), harness.Capped),
		"unknown-slip":   NewUnknown(printing, harness.Sale(harness.State(core.StateWaitingPayment), harness.Capped)),
		"unknown-code":   view(harness.Unanswered),
		"unknown-given":  view(harness.State(core.StateWaitingPayment), harness.Capped, harness.Given),
		"waiting-given":  view(harness.State(core.StateWaitingPayment), harness.Given),
		"resolved": view(harness.Capped, func(v *journal.View) {
			v.ResolvedOutside = &journal.Decision{At: harness.Noon, By: "Huda", Reason: "The customer paid by transfer on Thursday"}
		}),
		"late":  NewEnd(live, harness.Sale(harness.Paid, func(v *journal.View) { v.Session.Late = true })),
		"twice": NewEnd(live, harness.Sale(harness.Paid, func(v *journal.View) { v.PaidTwiceWith = "20261120-000013" })),
	}
}

func TestEveryScreenCanBeDrawnInEveryLook(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		look       theme.Look
	}{
		{"light", words.English, theme.Look{}},
		{"dark", words.English, theme.Look{Variant: theme.Dark}},
		{"contrast", words.English, theme.Look{Variant: theme.Contrast}},
		{"ar", words.Arabic, theme.Look{RTL: true}},
		{"fr", words.French, theme.Look{}},
		{"small", words.English, theme.Look{Small: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newFixture(t)
			r.Env.Words = words.MustLoad(c.lang)
			r.Apply(c.look)
			if c.look.Small {
				r.Size.Width, r.Size.Height = 928, 560
			}
			for name, s := range gallery(r) {
				r.Picture(name+"-"+c.name, s)
				for _, key := range harness.Untranslated(s.Object()) {
					t.Errorf("%s: no words for %s", name, key)
				}
			}
		})
	}
}

// TestLongRefusalsFit: the longest sentences beside the pad, in each language.
func TestLongRefusalsFit(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, code := range []string{"SWITCH_REPLY_17_OF_THE_OTHER_BANK", "ALREADY_PAID", "PAYMENT_IN_PROGRESS", journal.RefusalCode, "OTP_LOCKED"} {
			for _, size := range []fyne.Size{fyne.NewSize(1134, 610), fyne.NewSize(928, 560)} {
				r := newFixture(t)
				_ = r.Env.Words.Use(lang)
				r.Apply(theme.Look{RTL: r.Env.Words.RTL(), Small: size.Width < 1000})
				r.Size = size
				c := NewCode(r.all(), harness.Sale(harness.Coded, harness.RefusedBy(core.OpSubmitOTP, code, harness.Noon)))
				win := r.Window(c)
				c.Shown()
				for _, f := range overflow.Faults(win.Canvas()) {
					t.Errorf("%s, %s, %.0f: %s", lang, code, size.Width, f)
				}
				c.Hidden()
			}
		}
	}
}
