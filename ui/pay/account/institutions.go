package account

import (
	"cmp"
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// fetch asks the till for the institutions and shows them, the one used last
// in front and proposed.
func (a *Account) fetch() {
	w, id := a.env.Words, a.view.ID
	a.arrival.lost, a.arrival.loading, a.arrival.early = false, true, ""
	if a.first() {
		a.toList()
	} else {
		a.toNumber()
	}
	a.list.wait(w.T(a.key("loading")))
	a.env.Go(func() {
		list, err := a.deps.Till.Institutions(a.env.Life, id, a.route)
		a.env.Post(func() { a.fetched(list, err) })
	})
}

func (a *Account) fetched(list []core.Institution, err error) {
	if !a.shown {
		return
	}
	w, early := a.env.Words, a.arrival.early
	a.arrival.loading, a.arrival.early = false, ""
	switch {
	case journal.CodeOf(err) == journal.CodeDenied:
		a.arrival.lost = true
		a.list.showMessage(w.T("error.denied"), "", nil)
	case err != nil:
		a.arrival.lost = true
		a.list.showMessage(w.T(a.key("noAnswer")), w.T("account.reload"), a.fetch)
	case len(list) == 0:
		a.arrival.lost = true
		a.list.showMessage(w.T(a.key("none")), "", nil)
	default:
		a.offer(list)
		if a.first() {
			a.toList()
		}
		a.replay(early)
	}
	if a.arrival.lost {
		a.toNumber()
	}
	a.paint()
}

// first reports whether the next thing to be said is whose number it is: unless it
// was said, or a number stands there.
func (a *Account) first() bool {
	return a.form.institution.code == "" && a.form.number == "" && a.view.Session.InstitutionCode == ""
}

// agreed stands for Enter in what was typed early.
const agreed = "\n"

// replay does what was typed before the institutions were there. Nothing is sent
// by it: who pressed Enter then had not seen what for.
func (a *Account) replay(early string) {
	for _, r := range early {
		switch {
		case string(r) != agreed:
			a.rune(r)
		case a.agreeing():
			a.agree()
		}
	}
}

// offer shows the institutions. A number belongs to its institution: hands learn
// it, and it stays when another one comes to the front.
func (a *Account) offer(list []core.Institution) {
	last := a.env.Preferences.Get().Institutions.Last(a.route)
	var all []option
	for _, i := range list {
		all = append(all, option{code: i.Code, text: cmp.Or(i.Name, i.Code)})
	}
	numberedOptions(all)
	if at := slices.IndexFunc(all, func(o option) bool { return o.code == last }); at >= 0 {
		o := all[at]
		o.note = a.env.Words.T("account.lastUsed")
		all = slices.Insert(slices.Delete(all, at, at+1), 0, o)
	}
	a.firstChoice(all, last)
	a.list.chosen = a.form.institution.code
	a.list.set(all, a.env.Words.N(a.key("search"), len(all)))
}

// firstChoice is what the form begins with: what was chosen in it before, or the
// account that is to be corrected; else it proposes the only one, or the one used
// last.
func (a *Account) firstChoice(all []option, last string) {
	a.form.proposal = option{}
	for _, code := range []string{a.form.institution.code, a.view.Session.InstitutionCode} {
		if i := slices.IndexFunc(all, func(o option) bool { return o.code == code }); i >= 0 && code != "" {
			a.form.institution = all[i]
			return
		}
	}
	if len(all) == 1 || len(all) > 0 && last != "" && all[0].code == last {
		a.form.proposal = all[0]
	}
}

func practiceOptions(env screen.Env, numbers []PracticeNumber) []option {
	var all []option
	for _, n := range numbers {
		o := option{code: n.Number, text: n.Number, note: env.Words.T("outcome.pays")}
		if n.Outcome != "" {
			if o.note = n.Outcome; env.Words.Has("outcome." + n.Outcome) {
				o.note = env.Words.T("outcome." + n.Outcome)
			}
		}
		all = append(all, o)
	}
	return numberedOptions(all)
}

func (a *Account) togglePractice() {
	if a.practice.list == nil || a.send.Busy() {
		return
	}
	a.practice.on = !a.practice.on
	a.practice.list.root.Hidden = !a.practice.on
	a.pad.Hidden = a.practice.on
	a.practice.list.choose(a.form.number)
	if a.practice.on {
		a.practice.list.stop.focus()
		a.paint()
		return
	}
	a.toNumber()
}

func (a *Account) pickPractice(number string) {
	a.form.number, a.form.digit = number, 0
	a.edited()
	if a.practice.on {
		a.togglePractice()
	}
}
