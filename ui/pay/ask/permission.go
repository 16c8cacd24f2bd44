package ask

import (
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/present"
)

// Permitted goes on at once, or with the name of the manager who allows a new payment
// in place of a sale, where money may be on its way.
func (a Asker) Permitted(v journal.View, then func(manager string)) {
	if !v.NeedsManager() {
		then("")
		return
	}
	a.Replacing(v.ID, then)
}

// Replacing asks who allows a new payment in place of a sale.
func (a Asker) Replacing(old journal.SaleID, then func(name string)) {
	w := a.env.Words
	a.allowed(w.T("manager.allow.title"), w.T("manager.allow.text", "number", present.Number(old)), then)
}

// Amount asks who allows an amount far above the usual.
func (a Asker) Amount(sum money.Amount, then func(name string)) {
	w := a.env.Words
	a.allowed(w.T("guard.manager.title"), w.T("guard.manager.text", "amount", a.env.Sum(sum)), then)
}

// allowed asks who allows something: by their PIN where people sign in, else by name.
func (a Asker) allowed(title, text string, then func(name string)) {
	if a.manager != nil {
		a.manager(title, text, then)
		return
	}
	w := a.env.Words
	a.Ask("user", title, text, w.T("manager.allow"), []string{w.T("manager.name")}, nil, func(answers []string) { then(answers[0]) })
}

// Signed goes on with the name of the manager whose decision it is: proven by
// their PIN where people sign in, else the one that was typed last of the answers.
func (a Asker) Signed(title, text string, typed []string, then func(by string)) {
	if a.manager != nil {
		a.manager(title, text, then)
		return
	}
	then(typed[0])
}
