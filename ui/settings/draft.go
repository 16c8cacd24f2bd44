package settings

import (
	"maps"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Memory is what the screen remembers while it is built anew for another
// language or look. The zero value begins with what is kept.
type Memory struct {
	begun bool
	at    int // section
	draft *draft
	form  *typedUser // in a form that is open; nil for none
	left  bool       // the screen was hidden, and no other was built since
}

// forget is for a screen that was left: nothing stays that was not saved.
func (m *Memory) forget() { m.draft, m.form = nil, nil }

// choice is what the next start remembers.
type choice struct {
	environment core.Environment
	baseURL     string
	profile     string
}

// draft is what was changed and not yet saved, over what is kept.
type draft struct {
	shop, shopKept     journal.Settings
	choice, choiceKept choice
	read               bool  // choiceKept is known
	unreadable         error // the remembered choices cannot be read

	look        bool    // how it looks and sounds is to be kept with it, and belongs to the settings
	login, news *bool   // as they shall be; nil is as they are
	second      *string // folder for copies, the same

	asked   map[core.Environment]bool // the keyring has answered
	kept    map[core.Environment]map[string]time.Time
	keyless map[core.Environment]error // why keys cannot be kept
	keys    map[core.Environment]map[string]core.Secret
}

func newDraft(shop journal.Settings) *draft {
	return &draft{shop: shop, shopKept: shop,
		asked: map[core.Environment]bool{}, kept: map[core.Environment]map[string]time.Time{}, keyless: map[core.Environment]error{},
		keys: map[core.Environment]map[string]core.Secret{core.Sandbox: {}, core.Live: {}}}
}

// environments in the order in which they are shown.
func environments() []core.Environment { return []core.Environment{core.Sandbox, core.Live} }

// dirty reports whether there is anything to save.
func (d *draft) dirty() bool {
	return d.shop != d.shopKept || d.choice != d.choiceKept || d.login != nil || d.news != nil || d.second != nil ||
		len(d.keys[core.Sandbox])+len(d.keys[core.Live]) > 0
}

// willHave reports whether a key will be there once the draft is saved.
func (d *draft) willHave(e core.Environment, name string) bool {
	if changed, ok := d.keys[e][name]; ok {
		return !changed.Empty()
	}
	_, there := d.kept[e][name]
	return there
}

// wished is a value that shall be, or nil when it is so already.
func wished[T comparable](now, shall T) *T {
	if now == shall {
		return nil
	}
	return &shall
}

// changes is a copy of the keys to be changed.
func (d *draft) changes(e core.Environment) map[string]core.Secret { return maps.Clone(d.keys[e]) }
