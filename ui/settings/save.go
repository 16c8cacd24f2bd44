package settings

import (
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/ui/settings/page"
	"sanduq/ui/settings/shop"
)

// dirty reports whether there is anything to save.
func (s *Screen) dirty() bool {
	return s.memory.drafted && slices.ContainsFunc(s.parts, page.Part.Edited)
}

// store checks what was changed and saves it, for who may.
func (s *Screen) store() {
	if s.saving || !s.dirty() {
		return
	}
	for _, p := range s.pages {
		p.ShowAt("", "")
	}
	var faults []page.Fault
	for _, part := range s.parts {
		faults = append(faults, part.Check()...)
	}
	if len(faults) > 0 { // before anybody is asked for a code: what it grants could be used for something else
		s.refuse(faults)
		return
	}
	var rights []journal.Right
	for _, right := range []journal.Right{journal.RightRecover, journal.RightSettings} {
		if slices.ContainsFunc(s.parts, func(p page.Part) bool { return p.Edited() && p.Right() == right }) {
			rights = append(rights, right)
		}
	}
	host{s}.WithRights(s.saveChanges, rights...)
}

// saveChanges saves what was changed.
func (s *Screen) saveChanges() {
	if !s.memory.drafted || s.saving {
		return
	}
	h := host{s}
	saves := make([]saving, len(s.parts))
	shopToo := slices.ContainsFunc(s.parts, func(p page.Part) bool { return p.Edited() && p.Right() == journal.RightSettings })
	for i, part := range s.parts {
		edited := part.Edited()
		if saves[i] = (saving{Save: part.Begin(), edited: edited}); !shopToo && part.Right() == journal.RightSettings {
			saves[i].Write = nil
		}
	}
	s.saving = true
	s.paint()
	by, before, trial := s.memory.shop.Kept.Cashier, s.memory.shop.Kept, s.env.Preferences.Trial()
	var fault *page.Fault
	h.Act(s.title.Text(), func() { fault = s.write(saves, by) }, func() {
		s.saving = false
		for _, one := range saves {
			one.Done(fault == nil || one.kept)
		}
		if s.saved = fault == nil; s.saved {
			s.read()
			s.here().Paint()
			s.paint()
		}
		now := s.deps.Shop.Settings()
		s.memory.shop.Kept = now
		if now != before {
			h.Saved()
		}
		if fault != nil {
			h.Failed(fault.Err)
			s.read()
			s.refuse([]page.Fault{*fault})
		}
	}, func() string {
		for _, one := range saves {
			one.Done(false)
		}
		if s.deps.Shop.Settings() != before {
			h.Saved()
		}
		if fault == nil {
			s.env.Preferences.Keep(trial)
			return ""
		}
		h.Failed(fault.Err)
		return s.env.Words.T(fault.Key, fault.Args...)
	})
}

// saving is a part of a save under way, with whether it was changed, and was kept.
type saving struct {
	page.Save
	edited, kept bool
}

// denying are the sentences by which nothing was changed.
var denying = []string{"settings.notSaved", "settings.mail.unkept", "settings.files.unkept"}

// write keeps one part after the other, once it is written down who changes the
// gateway, its keys or where copies go: that is one act. It runs off the UI goroutine.
func (s *Screen) write(saves []saving, by string) *page.Fault {
	for _, one := range saves {
		if one.Prepare == nil {
			continue
		}
		if fault := one.Prepare(); fault != nil {
			return fault
		}
	}
	var bank, copies string
	for _, one := range saves {
		bank, copies = bank+one.Gateway, strings.TrimSpace(copies+" "+one.Copies)
	}
	var err error
	switch {
	case bank != "":
		err = s.deps.Shop.GatewayChanging(s.env.Life, by, strings.TrimSpace(bank+" "+copies))
	case copies != "":
		err = s.deps.Shop.BackupsChanging(s.env.Life, by, copies)
	}
	if err != nil {
		return &page.Fault{Page: s.pages[atShop], Key: "settings.notSaved", Err: err}
	}
	some := false
	for i, one := range saves {
		if one.Write == nil {
			continue
		}
		if fault := one.Write(); fault != nil {
			if some && slices.Contains(denying, fault.Key) {
				fault.Key = "settings.notAll"
			}
			return fault
		}
		saves[i].kept, some = true, some || one.edited
	}
	return nil
}

// refuse shows what is wrong on the first page that something is wrong on.
func (s *Screen) refuse(faults []page.Fault) {
	at := faults[0].Page
	s.goTo(slices.Index(s.pages, at))
	first := ""
	for _, f := range faults {
		if f.Page != at {
			continue
		}
		said := s.env.Words.T(f.Key, f.Args...)
		at.ShowAt(f.Place, said)
		if first == "" {
			first = said
		}
	}
	s.paint()
	host{s}.See(first)
}

// record is the Part that the till itself keeps of the shop. What else asks for the
// right to the settings is written down with it, and so is a preference on trial.
type record struct {
	s     *Screen
	names *shop.Page
	day   *shop.Day
}

// Edited is for page.Part.
func (r *record) Edited() bool { return r.s.memory.shop.Edited() || r.s.env.Preferences.Trying() }

// Right is for page.Part.
func (r *record) Right() journal.Right { return journal.RightSettings }

// Check is for page.Part.
func (r *record) Check() []page.Fault { return r.names.Check() }

// Begin is for page.Part.
func (r *record) Begin() page.Save {
	s := r.s
	by, set, tried := s.memory.shop.Kept.Cashier, s.memory.shop.Save(), s.env.Preferences.Shop()
	return page.Save{
		Write: func() *page.Fault {
			err := s.deps.Shop.SaveSettings(s.env.Life, trimmed(set), by)
			switch code := journal.CodeOf(err); {
			case err == nil:
				return nil
			case code == journal.CodeShiftOpen || code == journal.CodeShiftCurrency: // it forbids some of it
				return &page.Fault{Page: r.day, Key: "error." + string(code), Err: err}
			}
			return &page.Fault{Page: r.names, Key: "settings.notSaved", Err: err}
		},
		Done: func(ok bool) {
			if !ok {
				s.memory.shop.Failed()
				return
			}
			s.memory.shop.Saved(s.deps.Shop.Settings())
			s.env.Preferences.Confirm(tried)
		},
	}
}

func trimmed(s journal.Settings) journal.Settings {
	for _, text := range []*string{&s.Shop, &s.Place, &s.Till, &s.Cashier} {
		*text = strings.TrimSpace(*text)
	}
	return s
}
