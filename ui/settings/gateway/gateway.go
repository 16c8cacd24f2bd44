package gateway

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
)

// Gateway is the two pages and what they save.
type Gateway struct {
	*bank
	keys        *keysPage
	environment *environmentPage
}

// New is the pages over a draft. Nothing is read before they are told to.
func New(env screen.Env, h page.Host, d Deps, draft *Draft) *Gateway {
	g := &Gateway{bank: &bank{env: env, host: h, deps: d, draft: draft}}
	g.line = NewConnection(env, d.Probe, h.Failed, g.target)
	g.keys, g.environment = newKeysPage(g.bank), newEnvironmentPage(g.bank)
	return g
}

// Keys is the page of the bank's keys.
func (g *Gateway) Keys() page.Page { return g.keys }

// Environment is the page of what the next start is.
func (g *Gateway) Environment() page.Page { return g.environment }

// target is the gateway that a test of the connection means.
func (g *Gateway) target() (core.Environment, string) {
	now := running(g.env.Practice)
	e, address := now, g.draft.choice.Now.BaseURL
	switch {
	case g.host.Shows(g.keys):
		e = g.keys.shown
	case g.host.Shows(g.environment):
		e = g.environment.shown()
	}
	switch {
	case e == now && (e == core.Sandbox || address == ""):
		return e, g.deps.BaseURL
	case address != "":
		return e, address
	}
	return e, g.deps.Given.BaseURLLive
}

// Edited is for page.Part.
func (g *Gateway) Edited() bool { return g.draft.edited() }

// Right is for page.Part.
func (g *Gateway) Right() journal.Right { return journal.RightRecover }

// Check is for page.Part.
func (g *Gateway) Check() (all []page.Fault) {
	d := g.draft
	g.keys.close()
	for _, e := range environments() {
		if d.willHave(e, KeyClient) != d.willHave(e, KeyHMAC) && len(d.keys[e]) > 0 {
			g.keys.showEnvironment(e)
			all = append(all, page.Fault{Page: g.keys, Key: "settings.keys.pair"})
		}
	}
	if g.phrased(core.Live) && len(d.keys[core.Live]) > 0 {
		if faults := page.Faults(g.keys, g.keys.form); len(faults) > 0 {
			g.keys.showEnvironment(core.Live)
			all = append(all, faults...)
		}
	}
	fault := func(place, key string) { all = append(all, page.Fault{Page: g.environment, Place: place, Key: key}) }
	choice := d.choice.Now
	if choice.BaseURL != "" && wire.CheckBaseURL(core.Live, choice.BaseURL) != nil {
		fault(placeAddress, "settings.env.address.wrong")
	}
	if !d.choice.Edited() || choice.Environment != core.Live {
		return all
	}
	if choice.BaseURL == "" && g.deps.Given.BaseURLLive == "" {
		fault(placeAddress, "settings.env.address.needed")
	} else if !d.willHave(core.Live, KeyAPI) || !d.willHave(core.Live, KeySecret) {
		fault("", "settings.env.live.keys")
	}
	return all
}

// Begin is for page.Part.
func (g *Gateway) Begin() page.Save {
	d := g.draft
	kept, keys, phrase := d.choice.Kept, map[core.Environment]map[string]core.Secret{}, core.Secret{}
	choice := d.choice.Save()
	for e, changed := range d.keys {
		keys[e] = maps.Clone(changed)
	}
	if g.phrased(core.Live) && len(keys[core.Live]) > 0 {
		phrase = g.keys.phrase()
	}
	g.saving = keys
	g.keys.Paint()
	return page.Save{
		Gateway: detail(choice, kept, keys),
		Prepare: func() *page.Fault {
			if choice.Profile == "" || choice.Profile == kept.Profile {
				return nil
			}
			if err := g.deps.CheckProfile(choice.Profile); err != nil {
				return &page.Fault{Page: g.environment, Place: placeProfile, Key: profileSentence(err), Err: err}
			}
			return nil
		},
		Write: func() *page.Fault { return g.write(choice, kept, keys, phrase) },
		Done: func(ok bool) {
			g.saving = nil
			if !ok {
				d.choice.Failed()
				return
			}
			d.choice.Saved(choice)
			d.read = true
			for e, changed := range keys {
				d.saved(e, changed)
			}
			g.keys.used(phrase)
		},
	}
}

// write keeps the keys first: live must not be chosen without them.
func (g *Gateway) write(choice, kept Choice, keys map[core.Environment]map[string]core.Secret, phrase core.Secret) *page.Fault {
	if !phrase.Empty() {
		switch fits, err := g.deps.Phrase.Protect(g.env.Life, phrase); {
		case err != nil && !fits:
			return &page.Fault{Page: g.keys, Place: LinePhrase, Key: "startup.phrase.wrong", Err: err}
		case err != nil:
			return &page.Fault{Page: g.keys, Key: "settings.keys.notKept", Err: err}
		}
	}
	for _, e := range environments() {
		if len(keys[e]) == 0 {
			continue
		}
		if err := g.deps.Keys.Change(g.env.Life, e, keys[e]); err != nil {
			return &page.Fault{Page: g.keys, Key: "settings.keys.notKept", Err: err}
		}
	}
	if choice != kept {
		if err := g.deps.Choices.Remember(choice.Environment, choice.BaseURL, choice.Profile); err != nil {
			return &page.Fault{Page: g.environment, Key: "settings.notRemembered", Err: err}
		}
	}
	return nil
}

// detail names for the audit what changes of the gateway: the environment, the
// address, the profile, and which keys. Blank when nothing does. It holds no key's
// value.
func detail(choice, kept Choice, keys map[core.Environment]map[string]core.Secret) string {
	var parts []string
	if choice != kept {
		parts = append(parts, string(choice.Environment))
		for _, part := range []string{choice.BaseURL, filepath.Base(choice.Profile)} {
			if part != "" && part != "." {
				parts = append(parts, part)
			}
		}
	}
	for _, e := range environments() {
		for _, name := range slices.Sorted(maps.Keys(keys[e])) {
			parts = append(parts, string(e)+":"+name)
		}
	}
	return strings.Join(parts, " ")
}

func profileSentence(err error) string {
	switch {
	case errors.Is(err, wire.ErrProfile):
		return "settings.profile.wrong"
	case errors.Is(err, fs.ErrNotExist):
		return "settings.profile.missing"
	}
	return "settings.profile.unreadable"
}
