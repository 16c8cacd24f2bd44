package gateway

import (
	"time"

	"sanduq/core"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
)

// bank is what both pages have.
type bank struct {
	env    screen.Env
	host   page.Host
	deps   Deps
	draft  *Draft
	saving map[core.Environment]map[string]core.Secret // keys that a save under way takes along
	line   *Connection
}

// changed takes note that the draft was changed.
func (g *bank) changed() {
	g.line.Aim()
	g.host.Changed()
}

// phrased reports whether a passphrase can keep the keys of an environment that
// nothing else keeps.
func (g *bank) phrased(e core.Environment) bool {
	err := g.draft.kept[e].err
	return e == core.Live && err != nil && g.deps.Phrase != nil && g.deps.Phrase.Helps(err)
}

// since is since when a key has been there, in words.
func (g *bank) since(at time.Time) string {
	if at.IsZero() {
		return g.env.Words.T("settings.key.keptOnce")
	}
	return g.env.Words.T("settings.key.keptSince", "date", g.env.Words.Date(at.In(g.env.Zone)))
}
