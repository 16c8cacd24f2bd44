package settings

import (
	"maps"
	"reflect"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/preferences"
)

// saving is a save under way: what was to be saved when it began. What a person
// changes meanwhile is not in it.
type saving struct {
	draft  draft
	keys   map[core.Environment]map[string]core.Secret
	phrase core.Secret
	tried  preferences.Values
}

// begin is what a save of the draft is about, as it is now.
func (s *Screen) begin() *saving {
	d := s.draft()
	k := &saving{draft: *d, keys: map[core.Environment]map[string]core.Secret{}, tried: s.deps.Preferences.Shop()}
	for _, e := range environments() {
		k.keys[e] = d.changes(e)
	}
	if s.phrased(core.Live) && len(k.keys[core.Live]) > 0 {
		k.phrase = core.NewSecret(s.keys.phrase.phrase.Text())
	}
	return k
}

// has reports whether a key of the draft is being saved; nil is no save.
func (k *saving) has(e core.Environment, name string) bool {
	if k == nil {
		return false
	}
	_, there := k.keys[e][name]
	return there
}

// wish is a value that shall be, or nil when it is so already. While a save is
// under way nothing is so already: what is may be about to change.
func wish[T comparable](s *Screen, now, shall T) *T {
	if s.saving != nil {
		return &shall
	}
	return wished(now, shall)
}

// took leaves in the draft what was changed since a save began that came to a good
// end, each value for itself.
func (s *Screen) took(k *saving) {
	d, todo := s.draft(), &k.draft
	d.shopKept, d.look = s.deps.Shop.Settings(), false
	d.shop = newerSettings(d.shop, todo.shop, d.shopKept)
	d.choice, d.choiceKept, d.read = choice{
		environment: newer(d.choice.environment, todo.choice.environment, todo.choice.environment),
		baseURL:     newer(d.choice.baseURL, todo.choice.baseURL, todo.choice.baseURL),
		profile:     newer(d.choice.profile, todo.choice.profile, todo.choice.profile),
	}, todo.choice, true
	if it := s.deps.Login; it != nil && s.shop.login.state.Other == "" {
		d.login = still(d.login, todo.login, s.shop.login.state.On)
	} else {
		d.login = newer(d.login, todo.login, nil)
	}
	if it := s.deps.Updates; it != nil {
		d.news = still(d.news, todo.news, it.State().On)
	}
	if it := s.deps.Backups; it != nil {
		d.second = still(d.second, todo.second, it.State().Second)
	}
	for e, keys := range k.keys {
		if d.kept[e] = maps.Clone(d.kept[e]); d.kept[e] == nil {
			d.kept[e] = map[string]time.Time{}
		}
		for name, value := range keys { // since when is asked for after this
			delete(d.keys[e], name)
			if delete(d.kept[e], name); !value.Empty() {
				d.kept[e][name] = time.Time{}
			}
		}
	}
	s.deps.Preferences.Keep(k.tried)
	s.keys.phrase.used(k.phrase)
}

// newer is what stands there once a save is through that began with began: what
// was typed since, or what is kept now.
func newer[T comparable](typed, began, now T) T {
	if typed == began {
		return now
	}
	return typed
}

// newerSettings is newer for each value of the shop's.
func newerSettings(typed, began, now journal.Settings) journal.Settings {
	t, b, n := reflect.ValueOf(typed), reflect.ValueOf(began), reflect.ValueOf(&now).Elem()
	for i := range n.NumField() {
		if !t.Field(i).Equal(b.Field(i)) {
			n.Field(i).Set(t.Field(i))
		}
	}
	return now
}

// still is a wish that came while another was fulfilled, or while it was so; nil
// when it is for nothing else.
func still[T comparable](typed, began *T, was T) *T {
	if began != nil {
		was = *began
	}
	if typed == nil {
		return nil
	}
	return wished(was, *typed)
}
