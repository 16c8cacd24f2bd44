package result

import (
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
)

// verdict is what the screen of an end says. It is derived from the view alone.
type verdict struct {
	word, before string // before stands in front of the amount: practice says "Paid" there
	colour       theme.Colour
	state        graphic.State
	instruction  string
	facts        [4]fact
	quiet        bool // muted: nothing that happened here moved money
	again        bool // the primary tries again
	retype       bool // with an amount that is typed first: that of the sale was a mistake
	primary      string
}

type fact struct{ name, value string }

// asks reports whether more than the facts is another than in a verdict before.
func (v verdict) asks(before verdict) bool {
	v.facts, before.facts = [4]fact{}, [4]fact{}
	return v != before
}

// teller says what an end says.
type teller struct {
	env  screen.Env
	deps Deps
}

// verdictOf says "paid" for the status paid and for no other.
func (d teller) verdictOf(v journal.View) verdict {
	w := d.env.Words
	switch v.Status() {
	case journal.StatusPaid:
		out := verdict{word: w.T("paid.word"), colour: theme.OnPaid, state: graphic.StatePaid, instruction: w.T("paid.instruction"),
			primary: w.T("nav.sale"), facts: [4]fact{
				{w.T("fact.time"), wording.Seconds(d.env, v.SettledAt)},
				{w.T("fact.transaction"), wording.OrDash(v.Session.TransactionID)},
				{w.T("fact.from"), wording.Payer(d.env, v)},
				{d.receiptName(v), d.receipt(v)}}}
		if d.env.Practice {
			out.word, out.before, out.colour = w.T("practice.word"), w.T("practice.paid"), theme.Text
			out.instruction = w.T("practice.instruction")
		}
		switch {
		case v.OwedEnd == journal.DebtKept:
			out.instruction = w.T("paid.kept")
		case v.OwedEnd != "":
			out.instruction = w.T("paid.returned")
		case v.MaybeTwice():
			out.instruction = w.T("paid.maybeTwice")
		case v.PaidTwiceWith == v.ID:
			out.instruction = w.T("paid.twiceHere")
		case v.OwedWith() != "":
			out.instruction = w.T("paid.twice", "number", present.Number(v.OwedWith()))
		case v.AfterCash():
			out.instruction = w.T("paid.afterCash")
		case !d.env.Practice && (v.Session.Late || v.SetAside != nil):
			out.instruction = w.T("paid.late", "time", wording.Clock(d.env, v.SettledAt))
		}
		return out
	case journal.StatusFailed:
		return d.notPaid(v, w.T("failed.word"), wording.Failure(d.env, v), graphic.StateFailed, theme.Failed)
	case journal.StatusExpired:
		return d.notPaid(v, w.T("expired.word"), w.T("expired.instruction"), graphic.StateExpired, theme.Expired)
	case journal.StatusResolved:
		return d.resolved(v)
	case journal.StatusCash:
		return d.taken(v)
	}
	return d.notOpened(v)
}

// notPaid is the shape of every end without money.
func (d teller) notPaid(v journal.View, word, instruction string, s graphic.State, c theme.Colour) verdict {
	w := d.env.Words
	out := verdict{word: word, colour: c, state: s, instruction: instruction, again: true, primary: w.T("end.again"), facts: [4]fact{
		{w.T("fact.time"), wording.Seconds(d.env, v.Session.UpdatedAt)},
		{w.T("fact.answer"), wording.Answer(d.env, v)},
		{w.T("fact.tried"), wording.Payer(d.env, v)},
		{w.T("receipt.sale"), present.Number(v.ID)}}}
	if pay.WrongAmount(v) {
		out.retype, out.primary = true, w.T("aside.new")
	}
	if m := v.SetAside; m != nil && !pay.AsksAgain(m.Reason) { // anyone who paid cash or left owes nothing
		out.again, out.primary = false, w.T("nav.sale")
		out.instruction = w.T("asideScreen.reason", "reason", wording.Reason(d.env, m.Reason))
	}
	return out
}

// resolved is a manager's word, in the manager's words, and says that it is no
// payment.
func (d teller) resolved(v journal.View) verdict {
	w, m := d.env.Words, v.ResolvedOutside
	return verdict{word: w.T("resolved.word"), colour: theme.Expired, state: graphic.StateResolved, quiet: true, primary: w.T("nav.sale"),
		instruction: w.T("resolved.instruction", "reason", wording.Reason(d.env, m.Reason)), facts: [4]fact{
			{w.T("fact.time"), wording.Seconds(d.env, m.At)},
			{w.T("fact.by"), wording.OrDash(m.By)},
			{w.T("fact.answer"), wording.Answer(d.env, v)},
			{w.T("receipt.sale"), present.Number(v.ID)}}}
}

// taken is a person's word that they took cash. It says so, and never that
// anything was paid.
func (d teller) taken(v journal.View) verdict {
	w := d.env.Words
	said := w.T("cash.instruction")
	if d.env.Practice {
		said = w.T("cash.practice")
	}
	return verdict{word: w.T("cash.word"), colour: theme.Text, state: graphic.StateCash, primary: w.T("nav.sale"),
		instruction: said, facts: [4]fact{
			{w.T("fact.time"), wording.Seconds(d.env, v.CreatedAt)},
			{w.T("fact.by"), wording.OrDash(v.Cashier)},
			{w.T("fact.cash"), present.CashReceipt(v.CashSeq)},
			{w.T("receipt.sale"), present.Number(v.ID)}}}
}

// notOpened is an end before there was anything to pay.
func (d teller) notOpened(v journal.View) verdict {
	w := d.env.Words
	out := verdict{word: w.T("notOpened.word"), colour: theme.Expired, state: graphic.StateNotOpened, again: true, primary: w.T("end.again")}
	switch v.Step {
	case journal.StepNotSent:
		out.instruction = w.T("notOpened.notSent")
		if key := replacedWords[refusalCode(v)]; key != "" { // to try again would charge twice
			out.instruction, out.again, out.primary = w.T(key, "number", present.Number(v.Replaces)), false, w.T("nav.sale")
		}
	case journal.StepRejected:
		out.instruction = wording.Refusal(d.env, v)
	default:
		out.instruction, out.primary = w.T("notOpened.unknown"), w.T("end.restart")
		if !v.Route.Scanned() {
			out.instruction = w.T("notOpened.noCode")
		}
	}
	code := "—"
	if v.Refusal != nil {
		code = wording.OrDash(v.Refusal.Code)
	}
	out.facts = [4]fact{
		{w.T("fact.time"), wording.Seconds(d.env, v.UpdatedAt)},
		{w.T("fact.answer"), wording.RefusalWord(d.env, code)},
		{w.T("fact.amount"), present.Major(w, v.Amount) + " " + d.env.CurrencyWord(v.Amount.Currency)},
		{w.T("receipt.sale"), present.Number(v.ID)}}
	return out
}

// replacedWords are for a payment that was not opened because of the one that
// it was to replace.
var replacedWords = map[string]string{
	journal.RefusalPaid: "notOpened.replacedPaid", journal.RefusalManager: "notOpened.replacedMayPay",
}

func refusalCode(v journal.View) string {
	if v.Refusal == nil {
		return ""
	}
	return v.Refusal.Code
}
