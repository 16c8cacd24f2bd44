package app

import (
	"path/filepath"

	"sanduq/core/journal"
	"sanduq/core/update"
	"sanduq/ui/settings/about"
)

// news asks for newer versions while the till runs, where this build or this
// start names an address, and a person has switched it on. A wrong address or
// key is told in the settings: it is no reason not to sell.
func (a *App) news(o Options) {
	if o.Updates.URL == "" {
		return
	}
	n := &news{}
	a.updates = n
	fetcher, err := update.NewFetcher(o.Updates.URL)
	if err != nil {
		a.log.Warn("no news of versions", "err", err)
		return
	}
	key, err := update.ParseKey(o.Updates.Key)
	if err != nil {
		a.log.Warn("no news of versions", "err", err)
		return
	}
	running, err := update.ParseVersion(o.About.Version)
	if err != nil {
		a.log.Warn("no news of versions", "err", err)
		return
	}
	n.watcher = update.New(update.Options{Running: running, Key: key, Fetch: fetcher.Fetch, Quiet: a.idle,
		Memory: update.File(filepath.Join(a.root, "update.json")),
		Failed: func(err error) { a.log.Warn("no news of versions", "err", err) }})
	a.background(n.watcher.Run)
}

// idle reports whether no sale needs the network or the cashier now. One that
// is set aside or unknown for days is watched, and does not count.
func (a *App) idle() bool {
	if !a.till.Quiet() {
		return false
	}
	for _, v := range a.till.InFlight() {
		switch v.Status() {
		case journal.StatusOpening, journal.StatusChoosing, journal.StatusEntry, journal.StatusCode, journal.StatusWaiting:
			return false
		}
	}
	return true
}

// news are the updates of the settings.
type news struct{ watcher *update.Watcher } // nil when address or key are wrong

func (n *news) State() about.State {
	if n.watcher == nil {
		return about.State{Unusable: true}
	}
	s := n.watcher.State()
	out := about.State{On: s.On, Asked: s.Asked, Answered: s.Answered, Failed: s.Err != nil}
	if s.Newer != (update.Version{}) {
		out.Newer = s.Newer.String()
	}
	return out
}

func (n *news) Set(on bool) error { return n.watcher.Set(on) }
