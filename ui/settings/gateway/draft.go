package gateway

import (
	"maps"
	"time"

	"sanduq/core"
	"sanduq/ui/toolkit/form"
)

// Choice is what the next start remembers.
type Choice struct {
	Environment core.Environment
	BaseURL     string
	Profile     string
}

// Draft is what was changed and not yet saved, over what is kept. The zero value
// knows nothing of what is kept, and forgets every key.
type Draft struct {
	choice     form.Draft[Choice]
	read       bool  // what is kept of the choice is known
	unreadable error // the remembered choices cannot be read

	kept map[core.Environment]keyring
	keys map[core.Environment]map[string]core.Secret // to be changed; an empty one is to be removed
}

// keyring is what answered about the keys of an environment.
type keyring struct {
	since map[string]time.Time
	err   error // why keys cannot be kept
}

// set takes a key that is to be changed.
func (d *Draft) set(e core.Environment, name string, key core.Secret) {
	if d.keys == nil {
		d.keys = map[core.Environment]map[string]core.Secret{}
	}
	if d.keys[e] == nil {
		d.keys[e] = map[string]core.Secret{}
	}
	d.keys[e][name] = key
}

// rememberKeys takes note of what answered about keys.
func (d *Draft) rememberKeys(e core.Environment, k keyring) {
	if d.kept == nil {
		d.kept = map[core.Environment]keyring{}
	}
	d.kept[e] = k
}

// edited reports whether there is anything to save.
func (d *Draft) edited() bool {
	return d.choice.Edited() || len(d.keys[core.Sandbox])+len(d.keys[core.Live]) > 0
}

// willHave reports whether a key will be there once the draft is saved.
func (d *Draft) willHave(e core.Environment, name string) bool {
	if changed, ok := d.keys[e][name]; ok {
		return !changed.Empty()
	}
	_, there := d.kept[e].since[name]
	return there
}

// saved takes keys out that are kept now, unless they were typed again since.
func (d *Draft) saved(e core.Environment, keys map[string]core.Secret) {
	k := keyring{since: map[string]time.Time{}, err: d.kept[e].err}
	maps.Copy(k.since, d.kept[e].since)
	for name, value := range keys { // since when is asked for after this
		delete(d.keys[e], name)
		if delete(k.since, name); !value.Empty() {
			k.since[name] = time.Time{}
		}
	}
	d.rememberKeys(e, k)
}
