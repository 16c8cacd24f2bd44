package setup

import (
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
	took    func()            // what is known from then on, whatever is shown; nil for nothing
	here    func()            // on the page that asked
	newer   func(now *Screen) // where all is well, and the window was built again meanwhile
	refused func() string     // what is said where that was refused; blank where it was not
}

// act does what a person asked for, one thing at a time. Where its page was left
// meanwhile, in another language or for the first sale, what refused says is told in
// the window.
func (s *Screen) act(work func(), a answer) {
	m, turn := s.memory, s.turns
	m.busy = true
	s.paint()
	s.env.Go(func() {
		work()
		s.env.Post(func() {
			m.busy = false
			if s.env.Life.Err() != nil {
				return
			}
			if a.took != nil {
				a.took()
			}
			switch said := a.refused(); {
			case turn == s.turns:
				a.here()
			case said != "":
				s.env.Miss(s.page.title(), said)
				m.now.paint()
			default:
				a.newer(m.now)
			}
		})
	})
}

// failed takes an error for the log.
func (s *Screen) failed(err error) {
	if s.deps.Failed != nil && err != nil && s.env.Life.Err() == nil {
		s.deps.Failed(err)
	}
}

// notSaved is what is said of an error by which nothing was written down; blank for
// none.
func (s *Screen) notSaved(err error) string {
	if err == nil {
		return ""
	}
	return s.env.Words.T("settings.notSaved")
}

// store makes the names durable, and again when they were changed: from then on
// this never comes again. newer goes on from a page that was left meanwhile.
func (s *Screen) store(here func(error), newer func(now *Screen)) {
	set := s.names()
	if s.memory.stored == set {
		here(nil)
		return
	}
	var err error
	s.act(func() { err = s.deps.Shop.SaveSettings(s.env.Life, set, set.Cashier) }, answer{
		took: func() {
			if err == nil {
				s.memory.stored = set
			}
			s.failed(err)
		},
		here:    func() { here(err) },
		newer:   newer,
		refused: func() string { return s.notSaved(err) },
	})
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
		if said := s.notSaved(err); said != "" {
			s.env.Miss(s.page.title(), said)
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
	keys, address, phrase := map[string]core.Secret{}, trimmed(m.address), m.phrase
	for name, key := range m.keys {
		keys[name] = key
	}
	var err error
	var key string
	restart := func() {
		clear(m.keys)
		m.phrase = core.Secret{}
		s.deps.Restart()
	}
	s.act(func() {
		err, key = s.deps.Shop.GatewayChanging(s.env.Life, set.Cashier, "live "+address), "settings.notSaved"
		if err == nil && phrased {
			var fits bool
			if fits, err = s.deps.Phrase.Protect(s.env.Life, phrase); err != nil && !fits {
				key = otherPhrase
			}
		}
		if err == nil && len(keys) > 0 {
			err, key = s.deps.Keys.Change(s.env.Life, core.Live, keys), "settings.keys.notKept"
		}
		if err == nil {
			err, key = s.deps.Shop.SaveSettings(s.env.Life, set, set.Cashier), "settings.notSaved"
		}
		if err == nil {
			err, key = s.deps.Choices.GoLive(address, set), "settings.notRemembered"
		}
	}, answer{
		took: func() { s.failed(err) },
		here: func() {
			if err != nil {
				failed(key)
				return
			}
			restart()
		},
		newer: func(*Screen) { restart() },
		refused: func() string {
			if err == nil {
				return ""
			}
			return s.env.Words.T(key)
		},
	})
}
