package settings

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"sanduq/core"
	"sanduq/core/journal"
)

// write saves each part that was changed, keys first: live must not be chosen
// without them. It runs off the UI goroutine.
func (s *Screen) write(d draft, keys map[core.Environment]map[string]core.Secret, phrase core.Secret, by string) problem {
	if path := d.choice.profile; path != "" && path != d.choiceKept.profile {
		if err := s.deps.CheckProfile(path); err != nil {
			return problem{section: placeProfile, key: profileSentence(err), err: err}
		}
	}
	if err := s.announce(d, keys, by); err != nil {
		return problem{section: placeStore, key: "settings.notSaved", err: err}
	}
	if !phrase.Empty() {
		if p := s.protect(phrase); p.key != "" {
			return p
		}
	}
	for _, e := range environments() {
		if len(keys[e]) == 0 {
			continue
		}
		if err := s.deps.Keys.Change(s.deps.Life, e, keys[e]); err != nil {
			return problem{section: placeKeys, key: "settings.keys.notKept", err: err}
		}
	}
	if d.choice != d.choiceKept {
		if err := s.deps.Choices.Remember(d.choice.environment, d.choice.baseURL, d.choice.profile); err != nil {
			return problem{section: placeChoices, key: "settings.notRemembered", err: err}
		}
	}
	if d.others() {
		if err := s.deps.Shop.SaveSettings(s.deps.Life, trimmed(d.shop), by); err != nil {
			return shopProblem(err)
		}
	}
	return s.writeElsewhere(d)
}

// announce lets the till write down who changes its gateway, its keys or where its
// copies go, before any of it is changed: it is one act.
func (s *Screen) announce(d draft, keys map[core.Environment]map[string]core.Secret, by string) error {
	detail, copies := gatewayDetail(d, keys), ""
	if d.second != nil {
		copies = "copies"
	}
	switch {
	case detail != "":
		return s.deps.Shop.GatewayChanging(s.deps.Life, by, strings.TrimSpace(detail+" "+copies))
	case copies != "":
		return s.deps.Shop.BackupsChanging(s.deps.Life, by, copies)
	}
	return nil
}

// shopProblem is why the till did not take what it keeps of the shop: an open
// shift forbids some of it.
func shopProblem(err error) problem {
	switch code := journal.CodeOf(err); code {
	case journal.CodeShiftOpen, journal.CodeShiftCurrency:
		return problem{section: placeDay, key: "error." + string(code), err: err}
	}
	return problem{section: placeStore, key: "settings.notSaved", err: err}
}

// writeElsewhere saves what is kept neither by the till nor with the choices.
func (s *Screen) writeElsewhere(d draft) problem {
	if d.login != nil {
		if err := s.deps.Login.Set(*d.login); err != nil {
			return problem{section: placeLogin, key: "settings.login.refused", err: err}
		}
	}
	if d.news != nil {
		if err := s.deps.Updates.Set(*d.news); err != nil {
			return problem{section: placeNews, key: "settings.news.unkept", err: err}
		}
	}
	if d.second != nil {
		if err := s.deps.Backups.SetSecond(s.deps.Life, strings.TrimSpace(*d.second)); err != nil {
			return problem{section: placeSecond, key: secondSentence(err), err: err}
		}
	}
	return problem{}
}

// gatewayDetail names for the audit what changes of the gateway: the environment,
// the address, the profile, and which keys. Blank when nothing does. It holds no
// key's value.
func gatewayDetail(d draft, keys map[core.Environment]map[string]core.Secret) string {
	var parts []string
	if d.choice != d.choiceKept {
		parts = append(parts, string(d.choice.environment))
		for _, part := range []string{d.choice.baseURL, filepath.Base(d.choice.profile)} {
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
