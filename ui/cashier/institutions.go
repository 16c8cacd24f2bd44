package cashier

import (
	"slices"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/preferences"
)

// fetch asks the till for the institutions and shows them, the one used last
// in front and chosen.
func (a *Account) fetch() {
	w, id := a.deps.Words, a.view.ID
	a.lost = false
	a.list.wait(w.T(a.key("loading")))
	a.deps.Go(func() {
		list, err := a.deps.Desk.Institutions(a.deps.Life, id, a.route)
		a.deps.Post(func() { a.fetched(list, err) })
	})
}

func (a *Account) fetched(list []core.Institution, err error) {
	if !a.shown {
		return
	}
	w := a.deps.Words
	switch {
	case till.CodeOf(err) == till.CodeDenied:
		a.lost = true
		a.list.tell(w.T("error.denied"), "", nil)
	case err != nil:
		a.lost = true
		a.list.tell(w.T(a.key("noAnswer")), w.T("account.reload"), a.fetch)
	case len(list) == 0:
		a.lost = true
		a.list.tell(w.T(a.key("none")), "", nil)
	default:
		a.offer(list)
		if a.form.institution.code == "" && a.form.number == "" {
			a.toList()
		}
	}
	a.paint()
}

func (a *Account) offer(list []core.Institution) {
	last := a.deps.lastUsed(a.route)
	var all []option
	for _, i := range list {
		o := option{code: i.Code, text: i.Name}
		if o.text == "" {
			o.text = i.Code
		}
		if i.Code == last {
			o.note = a.deps.Words.T("account.lastUsed")
			all = slices.Insert(all, 0, o)
			continue
		}
		all = append(all, o)
	}
	if chosen := a.firstChoice(all, last); chosen.code != "" {
		a.form.institution = chosen
	}
	a.list.chosen = a.form.institution.code
	a.list.set(all, a.deps.Words.N(a.key("search"), len(all)))
}

// firstChoice is what the form begins with: what was chosen in it before, the
// account that is to be corrected, the one used last, or the only one.
func (a *Account) firstChoice(all []option, last string) option {
	for _, code := range []string{a.form.institution.code, a.view.Session.InstitutionCode, last} {
		if i := slices.IndexFunc(all, func(o option) bool { return o.code == code }); i >= 0 && code != "" {
			return all[i]
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return option{}
}

func (d Deps) lastUsed(route core.Route) string {
	return d.Preferences.Get().Institutions.Last(route)
}

func (d Deps) used(route core.Route, code string) {
	if code != "" {
		d.Preferences.Update(func(v *preferences.Values) { v.Institutions.Used(route, code) })
	}
}

// numbers are the practice numbers of a route; none where real money moves.
func (d Deps) numbers(route core.Route) []PracticeNumber {
	if d.Numbers == nil || !d.Practice {
		return nil
	}
	return d.Numbers(route)
}

func (d Deps) practiceOptions(numbers []PracticeNumber) []option {
	var all []option
	for _, n := range numbers {
		o := option{code: n.Number, text: n.Number, note: d.Words.T("outcome.pays")}
		if n.Outcome != "" {
			if o.note = n.Outcome; d.Words.Has("outcome." + n.Outcome) {
				o.note = d.Words.T("outcome." + n.Outcome)
			}
		}
		all = append(all, o)
	}
	return all
}

func (a *Account) togglePractice() {
	if a.practice == nil || a.send.busy() {
		return
	}
	a.practising = !a.practising
	a.practice.root.Hidden = !a.practising
	a.pad.Hidden = a.practising
	a.practice.choose(a.form.number)
	if a.practising {
		a.practice.stop.focus()
		a.paint()
		return
	}
	a.toNumber()
}

func (a *Account) pickPractice(number string) {
	a.form.number = number
	a.edited()
	if a.practising {
		a.togglePractice()
	}
}
