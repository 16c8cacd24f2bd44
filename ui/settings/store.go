package settings

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/startup"
)

// problem is what keeps the draft from being saved: where, and the key of its
// sentence.
type problem struct {
	section, key string
	err          error
}

// The places of problems.
const (
	placeKeys    = "keys"
	placeBaseURL = "baseURL"
	placeProfile = "profile"
	placeGoLive  = "goLive"
	placeChoices = "choices"
	placeShop    = "shop"
	placeTill    = "till"
	placeStore   = "store"
	placeLogin   = "login"
	placeNews    = "news"
	placeSecond  = "second"
	placeAbove   = "askAbove"
	placeDay     = "day"
)

func (p problem) at() int {
	switch p.section {
	case placeKeys, placePhrase:
		return atKeys
	case placeShop, placeTill, placeStore, placeAbove, placeQuick, placeLogin:
		return atShop
	case placeDay:
		return atDay
	case placeNews:
		return atAbout
	case placeSecond:
		return atBackup
	}
	return atEnvironment
}

// later runs slow work and then, if the person is still on this visit, done.
func (s *Screen) later(work func(), done func()) {
	s.act("", work, done, func() string { return "" })
}

// act is later for what a person asked for. Where they went on meanwhile, what it
// was about and what refused says is told in the window; a blank one is no refusal.
func (s *Screen) act(about string, work func(), done func(), refused func() string) {
	visit := s.visits
	s.deps.Go(func() {
		work()
		s.deps.Post(func() {
			if visit == s.visits && s.draft() != nil {
				done()
			} else if said := refused(); said != "" {
				s.deps.Miss(about, said)
			}
		})
	})
}

// load reads the choices of the next start, and which keys are there.
func (s *Screen) load() {
	var now choice
	var err error
	s.later(func() { now.environment, now.baseURL, now.profile, err = s.deps.Choices.Remembered() }, func() {
		d := s.draft()
		if now.environment == "" {
			now.environment = s.deps.running()
		}
		untouched := !d.read || d.choice == d.choiceKept
		d.read, d.unreadable, d.choiceKept = true, err, now
		if untouched {
			d.choice = now
		}
		s.deps.failed(err)
		s.env.paint()
		s.line.Aim()
		s.paint()
	})
	for _, e := range environments() {
		s.loadKeys(e)
	}
	s.recovery.ask()
	s.repaint()
}

func (s *Screen) loadKeys(e core.Environment) {
	var kept map[string]time.Time
	var err error
	s.later(func() { kept, err = s.deps.Keys.Kept(s.deps.Life, e) }, func() {
		d := s.draft()
		d.kept[e], d.keyless[e], d.asked[e] = kept, err, true
		s.deps.failed(err)
		s.keys.paint()
	})
}

// repaint brings what is looked at up to date; the other sections are painted
// when someone turns to them.
func (s *Screen) repaint() {
	s.sections[s.memory.at].paint()
	s.paint()
}

// withRights goes on where who is at the till has some rights; else somebody must
// lend those that are missing, each for one act.
func (s *Screen) withRights(then func(), rights ...journal.Right) {
	missing := slices.DeleteFunc(rights, func(r journal.Right) bool { return s.deps.May == nil || s.deps.May(r) })
	if len(missing) > 0 {
		s.deps.Lend(missing, then)
		return
	}
	then()
}

// store saves what was changed.
func (s *Screen) store() {
	if s.saving == nil && s.dirty() {
		s.draft().look = s.deps.Preferences.Trying()
		s.withRights(s.keep, s.draft().asks()...)
	}
}

// asks are the rights that saving a draft needs.
func (d *draft) asks() []journal.Right {
	var all []journal.Right
	if d.gateway() || d.second != nil {
		all = append(all, journal.RightRecover)
	}
	if d.others() {
		all = append(all, journal.RightSettings)
	}
	return all
}

// gateway reports whether which gateway the till is bound to changes, or a key.
func (d *draft) gateway() bool {
	return d.choice != d.choiceKept || slices.ContainsFunc(environments(), func(e core.Environment) bool { return len(d.changes(e)) > 0 })
}

// others reports whether something of what the shop chose changes, which the till
// itself writes down.
func (d *draft) others() bool {
	return d.shop != d.shopKept || d.look || d.login != nil || d.news != nil
}

// keep checks the draft and saves it.
func (s *Screen) keep() {
	d := s.draft()
	if d == nil || s.saving != nil {
		return
	}
	s.keys.close()
	s.clearProblems()
	if p := s.check(d); p.key != "" {
		s.refuse(p)
		return
	}
	k, by := s.begin(), d.shopKept.Cashier
	s.saving = k
	s.keys.paint()
	s.paint()
	var p problem
	s.act(s.title.Text(), func() { p = s.write(k.draft, k.keys, k.phrase, by) }, func() {
		s.saving = nil
		if p.key != "" {
			s.deps.failed(p.err)
			s.wrote(k.draft)
			s.load()
			s.refuse(p)
			return
		}
		s.took(k)
		s.saved = true
		s.load()
		s.shop.login.read()
		s.repaint()
		s.wrote(k.draft)
	}, func() string {
		s.deps.failed(p.err)
		if s.deps.Shop.Settings() != k.draft.shopKept && s.deps.Saved != nil {
			s.deps.Saved()
		}
		return s.said(p)
	})
}

// said is a problem in words, blank for none.
func (s *Screen) said(p problem) string {
	switch {
	case p.key == "":
		return ""
	case p.section == placeLogin:
		return s.shop.login.sentence(p.err)
	}
	return s.deps.Words.T(p.key, "n", startup.PhraseLeast)
}

// wrote takes note of the names that are kept now, also when something after
// them could not be.
func (s *Screen) wrote(todo draft) {
	now := s.deps.Shop.Settings()
	s.draft().shopKept = now
	if now != todo.shopKept && s.deps.Saved != nil {
		s.deps.Saved()
	}
}

// check finds what can be seen without asking anybody.
func (s *Screen) check(d *draft) problem {
	for _, e := range environments() {
		if d.willHave(e, KeyClient) != d.willHave(e, KeyHMAC) && len(d.keys[e]) > 0 {
			s.keys.look(e)
			return problem{section: placeKeys, key: "settings.keys.pair"}
		}
	}
	if s.phrased(core.Live) && len(d.keys[core.Live]) > 0 {
		if key := s.keys.phrase.wrong(); key != "" {
			return problem{section: placePhrase, key: key}
		}
	}
	switch {
	case strings.TrimSpace(d.shop.Shop) == "":
		return problem{section: placeShop, key: "settings.needed"}
	case strings.TrimSpace(d.shop.Till) == "":
		return problem{section: placeTill, key: "settings.needed"}
	case !usual(d.shop):
		return problem{section: placeAbove, key: "settings.askAbove.wrong"}
	case !quickly(d.shop):
		return problem{section: placeQuick, key: "settings.quick.wrong"}
	case d.choice.baseURL != "" && core.CheckBaseURL(core.Live, d.choice.baseURL) != nil:
		return problem{section: placeBaseURL, key: "settings.env.address.wrong"}
	case d.choice == d.choiceKept || d.choice.environment != core.Live:
		return problem{}
	case d.choice.baseURL == "" && s.deps.Given.BaseURLLive == "":
		return problem{section: placeBaseURL, key: "settings.env.address.needed"}
	case !d.willHave(core.Live, KeyAPI) || !d.willHave(core.Live, KeySecret):
		return problem{section: placeGoLive, key: "settings.env.live.keys"}
	}
	return problem{}
}

// usual reports whether the most that is usual is an amount, or none is set.
func usual(set journal.Settings) bool {
	_, ok := set.Usual()
	return ok || set.AskAbove == ""
}

func profileSentence(err error) string {
	switch {
	case errors.Is(err, core.ErrProfile):
		return "settings.profile.wrong"
	case errors.Is(err, fs.ErrNotExist):
		return "settings.profile.missing"
	}
	return "settings.profile.unreadable"
}

func trimmed(s journal.Settings) journal.Settings {
	for _, text := range []*string{&s.Shop, &s.Place, &s.Till, &s.Cashier} {
		*text = strings.TrimSpace(*text)
	}
	return s
}

// refuse shows a problem where it is.
func (s *Screen) refuse(p problem) {
	s.turn(p.at())
	text := s.said(p)
	switch p.section {
	case placeKeys:
		s.keys.say(text)
	case placePhrase:
		s.keys.look(core.Live)
		s.keys.phrase.say(text, p.key == "startup.phrase.differs")
	case placeShop, placeTill, placeStore, placeAbove, placeQuick:
		s.shop.say(p.section, text)
	case placeDay:
		s.day.say(text)
	case placeLogin:
		s.shop.login.say(p.err)
	case placeNews:
		s.about.news.say()
	case placeSecond:
		s.backup.say(text)
	default:
		s.env.say(p.section, text)
	}
	s.paint()
	s.see(text)
}

func (s *Screen) clearProblems() {
	s.keys.say("")
	s.keys.phrase.say("", false)
	s.env.say("", "")
	s.shop.say("", "")
	s.backup.say("")
	s.day.wrong.SetText("")
	s.about.news.unkept = false
}

// target is the gateway that a test of the connection means.
func (s *Screen) target() (core.Environment, string) {
	d := s.draft()
	e := s.deps.running()
	if d != nil {
		switch s.memory.at {
		case atKeys:
			e = s.keys.shown
		case atEnvironment:
			e = s.env.shown()
		}
	}
	if e == s.deps.running() && (d == nil || e == core.Sandbox || d.choice.baseURL == "") {
		return e, s.deps.BaseURL
	}
	if d.choice.baseURL != "" {
		return e, d.choice.baseURL
	}
	return e, s.deps.Given.BaseURLLive
}
