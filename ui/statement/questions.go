package statement

import (
	"slices"

	"fyne.io/fyne/v2"

	bank "sanduq/core/report/statement"
	"sanduq/core/report/statement/record"
	"sanduq/ui/popover"
	"sanduq/ui/toolkit/control"
)

// What a file does not say is asked, once per bank: in which currency its amounts
// are, and which way one went that has no sign. Which of several accounts is read is asked
// with each file. Nothing is chosen beforehand.

// question is what the file leaves open, and where the mapping keeps the answer.
type question struct {
	doubt  bank.Doubt
	key    string // of the words, with {answer}
	answer func(*bank.Mapping) string
	moot   func(*bank.Mapping) bool // a column says it
}

var questions = []question{
	{bank.DoubtSign, "statement.plain", func(m *bank.Mapping) string { return string(m.Plain) }, func(m *bank.Mapping) bool { return m.Sign != "" || m.Amount == "" }},
	{bank.DoubtMinus, "statement.minus", func(m *bank.Mapping) string { return string(m.Minus) }, func(m *bank.Mapping) bool { return m.Debit == "" }},
	{bank.DoubtAccount, "statement.account", accountOf, func(*bank.Mapping) bool { return false }},
	{bank.DoubtCurrency, "statement.always", func(m *bank.Mapping) string { return m.Currency }, func(m *bank.Mapping) bool { return m.Money != "" }},
}

// oneAccount is the answer that all rows are of one account.
const oneAccount = "one"

func accountOf(m *bank.Mapping) string {
	if m.OneAccount {
		return oneAccount
	}
	return m.Account
}

// nearby are the currencies that are offered beside the till's.
var nearby = []string{"LYD", "USD", "EUR", "GBP", "TND", "EGP", "DZD", "MAD", "AED", "SAR", "TRY"}

func (p *columnsPage) newQuestions() (objects []fyne.CanvasObject) {
	for _, q := range questions {
		var chip *control.Chip
		chip = control.NewChip("", "", true, func() { p.ask(chip, q) })
		p.asked = append(p.asked, chip)
		objects = append(objects, chip)
	}
	return objects
}

// concerns reports whether a question is about the file that is open.
func (p *columnsPage) concerns(q question) bool {
	return slices.Contains(p.opened.doubts, q.doubt) || q.answer(&p.opened.mapping) != ""
}

// open reports whether a question has no answer yet.
func (p *columnsPage) open() bool {
	m := &p.opened.mapping
	return slices.ContainsFunc(questions, func(q question) bool {
		return p.concerns(q) && q.answer(m) == "" && !(p.opened.file.Table() && q.moot(m))
	})
}

func (p *columnsPage) paintQuestions() {
	w, m := p.opened.env.Words, &p.opened.mapping
	for i, q := range questions {
		answer := q.answer(m)
		p.asked[i].Hidden = !p.concerns(q) || p.opened.file.Table() && q.moot(m)
		p.asked[i].SetSelected(answer != "")
		switch {
		case answer == "":
			answer = w.T("statement.which")
		case q.doubt == bank.DoubtAccount && answer == oneAccount:
			answer = w.T("statement.account.one")
		case q.doubt == bank.DoubtAccount:
			answer = record.MaskNumbers(answer)
		case q.doubt != bank.DoubtCurrency:
			answer = w.T("statement.way." + answer)
		}
		p.asked[i].SetLabel(w.T(q.key, "answer", answer))
	}
}

func (p *columnsPage) ask(chip *control.Chip, q question) {
	w, m := p.opened.env.Words, &p.opened.mapping
	var list []popover.Choice
	at := -1
	offer := func(label, value string, set func()) {
		if value == q.answer(m) {
			at = len(list)
		}
		list = append(list, popover.Choice{Label: label, Pick: func() {
			set()
			p.opened.popover.Close()
			p.doubts()
			p.paint()
		}})
	}
	switch q.doubt {
	case bank.DoubtCurrency:
		codes := append([]string{p.opened.deps.Currency}, slices.DeleteFunc(slices.Clone(nearby), func(c string) bool { return c == p.opened.deps.Currency })...)
		for _, code := range codes {
			offer(code, code, func() { m.Currency = code })
		}
	case bank.DoubtAccount:
		several := *m
		several.OneAccount = false
		for _, account := range p.opened.file.Accounts(several) {
			offer(record.MaskNumbers(account), account, func() { m.Account, m.OneAccount = account, false })
		}
		if p.opened.file.Table() { // another column; all other formats name it for certain
			offer(w.T("statement.account.one"), oneAccount, func() { m.Account, m.OneAccount = "", true })
		}
	default:
		to := &m.Plain
		if q.doubt == bank.DoubtMinus {
			to = &m.Minus
		}
		for _, way := range []bank.Way{bank.WayIn, bank.WayOut} {
			offer(w.T("statement.way."+string(way)), string(way), func() { *to = way })
		}
	}
	p.opened.popover.Toggle(chip, popover.NewChoices(list, at, 1+len(list)/9))
}
