package setup

import (
	"maps"
	"time"

	"sanduq/core"
)

// patience is how long the first sale waits for a disk that does not answer.
const patience = 3 * time.Second

// later runs slow work and then, if the person is still on this page, done.
func (s *Screen) later(work func(), done func()) {
	turn := s.turns
	s.env.Go(func() {
		work()
		s.env.Post(func() {
			if turn == s.turns && s.env.Life.Err() == nil {
				done()
			}
		})
	})
}

// answer is what becomes of something that a person asked for.
type answer struct {
	kept  func()             // what is known from then on where all is well, whatever is shown; nil for nothing
	here  func(err error)    // on the page that asked
	newer func(now *Screen)  // where all is well, and the window was built again meanwhile
	said  func(error) string // what is said of a refusal
}

// act does what a person asked for, one thing at a time. Where its page was left
// meanwhile, in another language or for the first sale, a refusal is told in the window.
func (s *Screen) act(work func() error, a answer) {
	m, turn := s.memory, s.turns
	m.busy = true
	s.paint()
	s.env.Go(func() {
		err := work()
		s.env.Post(func() {
			m.busy = false
			if s.env.Life.Err() != nil {
				return
			}
			s.failed(err)
			if err == nil && a.kept != nil {
				a.kept()
			}
			switch {
			case turn == s.turns:
				a.here(err)
			case err != nil:
				s.env.Miss(s.page.title(), a.said(err))
				m.now.paint()
			default:
				a.newer(m.now)
			}
		})
	})
}

// saying says the same of each refusal.
func (s *Screen) saying(key string) func(error) string {
	return func(error) string { return s.env.Words.T(key) }
}

// failed takes an error for the log.
func (s *Screen) failed(err error) { s.env.Report(s.deps.Failed, err) }

// store makes the names durable, and again when they were changed: from then on
// this never comes again. newer goes on from a page that was left meanwhile.
func (s *Screen) store(here func(error), newer func(now *Screen)) {
	set := s.names()
	if s.memory.stored == set {
		here(nil)
		return
	}
	s.act(func() error { return s.deps.Shop.SaveSettings(s.env.Life, set, set.Cashier) },
		answer{kept: func() { s.memory.stored = set }, here: here, newer: newer, said: s.saying("settings.notSaved")})
}

// finish leaves for the first sale. Names that cannot be written down, or of which
// the disk does not say whether they are, keep nobody from it: that they were not
// kept is told there, and the next start asks again.
func (s *Screen) finish() {
	left, stop := false, func() {}
	leave := func() {
		if !left {
			left = true
			stop()
			clear(s.memory.keys)
			s.memory.phrase = core.Secret{}
			s.deps.Done()
		}
	}
	s.store(func(err error) {
		if err != nil {
			s.env.Miss(s.page.title(), s.env.Words.T("settings.notSaved"))
		}
		leave()
	}, func(*Screen) { leave() })
	if !left && s.env.After != nil {
		stop = s.env.After(patience, leave)
	}
}

// otherPhrase is the key of what is said when the live till has another
// passphrase already.
const otherPhrase = "startup.phrase.wrong"

// goLive hands the keys to the keyring, or to a passphrase, keeps the names here and for the till
// that comes next, and starts that. Keys come first: live must not be chosen
// without them. failed gets the key of a sentence.
func (s *Screen) goLive(phrased bool, failed func(key string)) {
	m, set := s.memory, s.names()
	keys, address, phrase := maps.Clone(m.keys), trimmed(m.address), m.phrase
	var key string
	restart := func(*Screen) {
		clear(m.keys)
		m.phrase = core.Secret{}
		s.deps.Restart()
	}
	s.act(func() (err error) {
		life := s.env.Life
		err, key = s.deps.Shop.GatewayChanging(life, set.Cashier, "live "+address), "settings.notSaved"
		if err == nil && phrased {
			var fits bool
			if fits, err = s.deps.Phrase.Protect(life, phrase); err != nil && !fits {
				key = otherPhrase
			}
		}
		if err == nil && len(keys) > 0 {
			err, key = s.deps.Keys.Change(life, core.Live, keys), "settings.keys.notKept"
		}
		if err == nil {
			if err, key = s.deps.Shop.SaveSettings(life, set, set.Cashier), "settings.notSaved"; len(keys) > 0 {
				key = "settings.notAll" // the keys are kept
			}
		}
		if err == nil {
			err, key = s.deps.Choices.GoLive(address, set), "settings.notRemembered"
		}
		return err
	}, answer{
		here: func(err error) {
			if err != nil {
				failed(key)
				return
			}
			restart(s)
		},
		newer: restart,
		said:  func(error) string { return s.env.Words.T(key) },
	})
}
