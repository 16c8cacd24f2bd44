package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
)

func walkQuick(r *harness, look func(*harness, string)) {
	look(r, "quick-first")
	before := r.quickPlaces()
	r.shell.typed.last = lyd(12500)
	r.shell.typed.begin("LYD")
	r.shell.show(navigation.Place{Location: navigation.Amount})
	look(r, "quick")
	for label, at := range r.quickPlaces() {
		if was, stood := before[label]; stood && was != at {
			r.t.Errorf("quick: %s stands at %v, and stood at %v before there was a last amount", label, at, was)
		}
	}
	r.alt(4)
	look(r, "quick-pressed")
}

func walkPhone(r *harness, look func(*harness, string)) {
	look(r, "phone-sale")
	r.runes("12.5")
	r.keys(fyne.KeyReturn)
	look(r, "phone-route")
	r.at()
	look(r, "phone-qr")
	r.keys(fyne.KeyF7)
	look(r, "phone-set-aside")
	r.keys(fyne.KeyEscape)
	r.keys(fyne.KeyF3)
	look(r, "phone-says-paid")
	r.at(state(core.StateWaitingPayment))
	look(r, "phone-waiting")
	r.at(state(core.StateWaitingPayment), capped)
	look(r, "phone-unknown")
	r.at(aside)
	look(r, "phone-aside")
	r.at(paid)
	look(r, "phone-paid")
	r.at(state(core.StateFailed))
	look(r, "phone-failed")
}

func walkEnds(r *harness, look func(*harness, string)) {
	for _, c := range []struct {
		name   string
		change []func(*journal.View)
	}{
		{"expired", []func(*journal.View){state(core.StateExpired)}},
		{"not-opened", []func(*journal.View){func(v *journal.View) {
			v.Step, v.Session, v.Live = journal.StepRejected, core.PaymentSession{}, journal.LiveStatus{}
			v.Refusal = &journal.Refusal{Operation: core.OpInitiate, Code: "LIMIT_EXCEEDED", At: noon}
		}}},
		{"aside", []func(*journal.View){aside}},
		{"aside-late", []func(*journal.View){aside, paid}},
		{"paid-twice", []func(*journal.View){aside, paid, func(v *journal.View) { v.PaidTwiceWith = "20261120-000011" }}},
		{"resolved", []func(*journal.View){func(v *journal.View) {
			v.ResolvedOutside = &journal.Decision{At: noon, By: "Huda", Reason: "Paid by card in the shop next door"}
		}}},
		{"with-manager", []func(*journal.View){capped, func(v *journal.View) {
			v.WithManager = &journal.Decision{At: noon, By: "Samira", Reason: pay.ReasonNoAnswer}
		}}},
		{"conflict", []func(*journal.View){state(core.StateFailed), func(v *journal.View) { v.Session.Conflict = "SUCCESS" }}},
		{"code-unresolved", []func(*journal.View){silent}},
	} {
		r.at(c.change...)
		look(r, c.name)
		r.pass(time.Second)
	}
}

func walkForms(r *harness, look func(*harness, string)) {
	wallet := func(v *journal.View) { v.Route = core.RouteWallet }
	r.at(entry)
	look(r, "account")
	r.keys(fyne.KeyDown)
	r.runes("123456789012")
	look(r, "account-typed")
	r.at(entry, refused(core.OpValidateAccount, "INVALID_ACCOUNT"))
	look(r, "account-refused")
	r.at(entry, validating)
	look(r, "account-asking")
	r.at(entry, wallet)
	look(r, "wallet")
	r.at(coded)
	look(r, "code")
	r.runes("123")
	look(r, "code-half")
	r.at(coded, refused(core.OpSubmitOTP, "WRONG_OTP"))
	look(r, "code-wrong")
	r.at(coded, refused(core.OpSubmitOTP, "OTP_EXPIRED"))
	look(r, "code-expired")
	r.runes("123456")
	look(r, "code-sending")
	r.keys(fyne.KeyBackspace)
	r.at(func(v *journal.View) {
		v.Step, v.Session.State, v.Session.QRPayload, v.Route, v.Live = journal.StepCreated, core.StatePending, "", "", journal.LiveStatus{}
		v.Refusal = &journal.Refusal{Operation: core.OpGenerateQR, Code: "LIMIT_EXCEEDED", At: noon}
	})
	look(r, "choose")
}

func walkDecisions(r *harness, look func(*harness, string)) {
	w := r.shell.env.Words
	r.at()
	r.keys(fyne.KeyF7)
	for _, reason := range pay.Reasons() {
		for _, b := range r.buttons() {
			if b.Spec().Label == w.T("reason."+reason) {
				test.Tap(b)
				look(r, "set-aside-"+reason)
			}
		}
	}
	r.keys(fyne.KeyEscape)
	r.at(capped)
	r.pressed(w.T("manager.give"))
	look(r, "unknown-given")
	r.at(capped, func(v *journal.View) {
		v.WithManager = &journal.Decision{At: noon, By: "Samira", Reason: pay.ReasonNoAnswer}
	})
	r.pressed(w.T("manager.resolve"))
	look(r, "resolve")
	r.shell.decisions.Close()
	r.shell.askFrozen(putBack())
	look(r, "frozen")
	r.shell.decisions.Close()
	if r.shell.session.Signs() {
		for name, manager := range map[string]bool{"take-over": false, "take-over-manager": true} {
			r.shell.people.AskTakeOver(3, manager)
			look(r, name)
			r.shell.decisions.Close()
		}
		r.shell.people.Ask()
		look(r, "own-card")
		r.shell.decisions.Close()
		r.shell.approvals.Ask([]journal.Right{journal.RightDecide}, "Settings", "A manager’s word is needed.", func(string) {})
		look(r, "approval")
		r.shell.decisions.Close()
	}
	r.shell.input.Help()
	look(r, "help")
	r.shell.decisions.Close()
}

func walkBanners(r *harness, look func(*harness, string)) {
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{LastAnswer: noon.Add(-time.Minute), Down: true}})
	look(r, "banner-sale")
	r.keys(fyne.KeyF2)
	r.at()
	look(r, "banner-qr")
	r.at(coded)
	look(r, "banner-code")
	r.at(entry)
	look(r, "banner-account")
	r.at(capped)
	look(r, "banner-unknown")
	r.at(paid)
	look(r, "banner-paid")
	r.keys(fyne.KeyF4)
	look(r, "banner-receipts")
}

func walkReceipts(r *harness, look func(*harness, string)) {
	r.keys(fyne.KeyF4)
	look(r, "receipts")
	for range 3 {
		r.keys(fyne.KeyDown)
	}
	look(r, "receipts-unknown")
	r.keys(fyne.KeyUp, fyne.KeyUp, fyne.KeyUp)
	for _, f := range uitest.All[*control.Field](r.win.Canvas().Content()) {
		f.SetText("wallet last 7 days paid 40")
		r.pass(time.Second)
		look(r, "receipts-asked")
		f.SetText("")
		r.pass(time.Second)
	}
	r.keys(fyne.KeyReturn)
	look(r, "receipt")
	r.keys(fyne.KeyF3)
	look(r, "happened")
	r.keys(fyne.KeyEscape)
	r.keys(fyne.KeyEscape)
	chips := func() []*control.Chip {
		r.keys(fyne.KeyF4) // again: Esc may have left
		return uitest.All[*control.Chip](r.win.Canvas().Content())
	}
	for i, chip := range chips() {
		name := chip.Label()
		test.Tap(chips()[i])
		look(r, "receipts-chip-"+name)
		if r.walkPopover(look, "receipts-popover-"+name) {
			r.keys(fyne.KeyEscape)
		}
	}
}

func walkGuard(r *harness, look func(*harness, string)) {
	r.till.set.AskAbove = "500"
	r.runes("1250.5")
	r.keys(fyne.KeyReturn)
	look(r, "guard-grey")
	r.pass(time.Second)
	look(r, "guard")
	r.keys(fyne.KeyEscape)
	r.runes("12500")
	r.keys(fyne.KeyReturn)
	r.pass(time.Second)
	look(r, "guard-manager")
	r.keys(fyne.KeyReturn)
	look(r, "guard-manager-pin")
	r.shell.decisions.Close()
}

func walkLock(r *harness, look func(*harness, string)) {
	r.keys(fyne.KeyF12)
	look(r, "lock")
	r.runes("25")
	look(r, "lock-typed")
	r.keys(fyne.KeyDelete)
	r.runes("0000")
	look(r, "lock-wrong")
}
