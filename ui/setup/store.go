package setup

import "sanduq/core"

// later runs slow work and then, if the person is still on this page, done.
func (s *Screen) later(work func(), done func()) {
	turn := s.turns
	s.deps.Go(func() {
		work()
		s.deps.Post(func() {
			if turn == s.turns && s.deps.Life.Err() == nil {
				done()
			}
		})
	})
}

// store makes the names durable, and again when they were changed: from then on
// this never comes again.
func (s *Screen) store(then func(error)) {
	set := s.names()
	if s.memory.stored == set {
		then(nil)
		return
	}
	s.busy = true
	s.paint()
	var err error
	s.later(func() { err = s.deps.Shop.SaveSettings(s.deps.Life, set, set.Cashier) }, func() {
		s.busy = false
		if err == nil {
			s.memory.stored = set
		}
		s.deps.failed(err)
		then(err)
	})
}

// finish leaves for the first sale. Names that cannot be written down keep
// nobody from it: the till says by itself that its disk fails, and asks again at
// the next start.
func (s *Screen) finish() {
	s.store(func(error) {
		clear(s.memory.keys)
		s.memory.phrase = core.Secret{}
		s.deps.Done()
	})
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
	s.busy = true
	s.paint()
	var err error
	var key string
	s.later(func() {
		err, key = s.deps.Shop.GatewayChanging(s.deps.Life, set.Cashier, "live "+address), "settings.notSaved"
		if err == nil && phrased {
			var fits bool
			if fits, err = s.deps.Phrase.Protect(s.deps.Life, phrase); err != nil && !fits {
				key = otherPhrase
			}
		}
		if err == nil && len(keys) > 0 {
			err, key = s.deps.Keys.Change(s.deps.Life, core.Live, keys), "settings.keys.notKept"
		}
		if err == nil {
			err, key = s.deps.Shop.SaveSettings(s.deps.Life, set, set.Cashier), "settings.notSaved"
		}
		if err == nil {
			err, key = s.deps.Choices.GoLive(address, set), "settings.notRemembered"
		}
	}, func() {
		if err != nil {
			s.busy = false
			s.deps.failed(err)
			failed(key)
			return
		}
		clear(m.keys)
		m.phrase = core.Secret{}
		s.deps.Restart()
	})
}
