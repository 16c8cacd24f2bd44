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
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// gallery is every screen of this package in a state that a picture shows.
func gallery(r *harness) map[string]screen.Screen {
	d := r.deps
	draft := pay.NewDraft("LYD")
	draft.Amount = amount.EntryOf(lyd(12500))
	half := pay.NewDraft("LYD")
	half.Amount = typed("LYD", "1234.5")
	quick := d
	quick.Shop = quickShop("LYD", "5 10 20 50 100 2.5", true)
	again := pay.NewDraft("LYD")
	again.Amount, again.Last = amount.EntryOf(lyd(20000)), lyd(12500)
	live := d
	live.Practice = false
	printing := d
	printing.Offer.Printer = withPrinter(true)
	kept := live
	kept.Offer.Printer, kept.Offer.Save = withPrinter(true), saved("Downloads/T-0412.pdf", nil)
	kept.Customer = &fakeCustomer{sees: sale().ID, takes: true}
	refused := func(op core.Operation, code string, s journal.Step) func(*journal.View) {
		return func(v *journal.View) {
			v.Step, v.Live = s, journal.LiveStatus{}
			v.Refusal = &journal.Refusal{Operation: op, Code: code, At: noon}
		}
	}
	view := func(change ...func(*journal.View)) pay.Screen {
		v := sale(change...)
		return New(d, KindOf(v, r.now), v)
	}
	says := NewQR(d, sale())
	says.customerSays()
	return map[string]screen.Screen{
		"sale": NewSale(d, draft), "sale-empty": NewSale(d, pay.NewDraft("LYD")), "sale-half": NewSale(d, half),
		"sale-quick": NewSale(quick, again),
		"route":      NewRoute(d, draft),
		"choose":     view(refused(core.OpGenerateQR, "NO_ANSWER", journal.StepCreated)),
		"opening": view(func(v *journal.View) {
			v.Step, v.Session, v.Live = journal.StepIntent, core.PaymentSession{}, journal.LiveStatus{}
		}),
		"qr": view(), "qr-says": says,
		"qr-silent": view(func(v *journal.View) { v.Live.Unanswered = true }),
		"waiting":   view(state(core.StateWaitingPayment)),
		"aside": view(func(v *journal.View) {
			v.SetAside = &journal.Decision{At: noon, Reason: pay.ReasonWrongAmount}
			v.Live = journal.LiveStatus{}
			v.Watch = journal.Watch{Last: noon, Next: noon.Add(30 * time.Minute)}
		}),
		"paid-practice": view(paid),
		"paid-live":     NewEnd(live, sale(paid)),
		"paid-keep":     NewEnd(kept, sale(paid, slipState(journal.PrintDone, ""))),
		"failed": NewEnd(live, sale(state(core.StateFailed), func(v *journal.View) {
			v.Refusal = &journal.Refusal{Code: "INSUFFICIENT_FUNDS"}
			v.Live.LastWord = "FAILED"
		})),
		"declined":       view(state(core.StateFailed), func(v *journal.View) { v.Live.LastWord = "FAILED" }),
		"expired":        view(state(core.StateExpired), func(v *journal.View) { v.Live.LastWord = "EXPIRED" }),
		"not-sent":       view(refused(core.OpInitiate, journal.RefusalNotSent, journal.StepNotSent)),
		"rejected":       view(refused(core.OpInitiate, "LIMIT_EXCEEDED", journal.StepRejected)),
		"create-unknown": view(refused(core.OpInitiate, journal.RefusalNoAnswer, journal.StepCreateUnknown)),
		"unknown":        view(state(core.StateWaitingPayment), capped),
		"unknown-slip":   NewUnknown(printing, sale(state(core.StateWaitingPayment), capped)),
		"unknown-code":   view(unanswered),
		"unknown-given":  view(state(core.StateWaitingPayment), capped, given),
		"waiting-given":  view(state(core.StateWaitingPayment), given),
		"resolved": view(capped, func(v *journal.View) {
			v.ResolvedOutside = &journal.Decision{At: noon, By: "Huda", Reason: "The customer paid by transfer on Thursday"}
		}),
		"late":  NewEnd(live, sale(paid, func(v *journal.View) { v.Session.Late = true })),
		"twice": NewEnd(live, sale(paid, func(v *journal.View) { v.PaidTwiceWith = "20261120-000013" })),
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
			r := newHarness(t)
			r.deps.Words = words.MustLoad(c.lang)
			r.apply(c.look)
			if c.look.Small {
				r.size.Width, r.size.Height = 928, 560
			}
			for name, s := range gallery(r) {
				r.picture(name+"-"+c.name, s)
				for _, key := range untranslated(s.Object()) {
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
				r := newHarness(t)
				_ = r.deps.Words.Use(lang)
				r.apply(theme.Look{RTL: r.deps.Words.RTL(), Small: size.Width < 1000})
				r.size = size
				c := NewCode(r.deps, sale(coded, refusedBy(core.OpSubmitOTP, code, noon)))
				win := r.window(c)
				c.Shown()
				for _, f := range overflow.Faults(win.Canvas()) {
					t.Errorf("%s, %s, %.0f: %s", lang, code, size.Width, f)
				}
				c.Hidden()
			}
		}
	}
}
