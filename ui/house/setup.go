package house

import (
	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/ui"
	"sanduq/ui/screen"
	"sanduq/ui/setup"
)

// setup is the first run of a till that nobody has set up yet; nil for every
// other.
func (h *House) setup() func(ui.SetupDeps) screen.Screen {
	if !h.till.Fresh() {
		return nil
	}
	memory, vault := setup.Memory{}, storage.NewVault(h.root)
	return func(d ui.SetupDeps) screen.Screen {
		return setup.New(setup.Deps{Kit: d.Kit, Life: d.Life, Shop: h.till, Keys: vault, Choices: storage.ChoiceFile{Root: h.root},
			Given: h.given, Named: h.named(), Staff: h.till, Recovery: recovery{h}, Probe: core.Probe, SetLanguage: d.SetLanguage, Focus: d.Focus,
			Restart: func() {
				h.renewing = true
				fyne.CurrentApp().Quit()
			},
			Done: func() {
				if h.bank != nil {
					h.bank.SetMerchantName(h.till.Settings().Shop)
				}
				h.forgetNames()
				d.Done()
			},
			Failed: func(err error) { h.log.Warn("setup", "err", err) }}, &memory)
	}
}

// named tells whether the names of this till were given while practising.
func (h *House) named() bool { return h.env == core.Live && h.names != nil }

// forgetNames takes them out of what the next start remembers: from now on they
// are in the till's own store.
func (h *House) forgetNames() {
	if !h.named() {
		return
	}
	kept, err := storage.LoadChoices(h.root)
	if err == nil {
		kept.Names = nil
		err = storage.SaveChoices(h.root, kept)
	}
	if err != nil {
		h.log.Warn("setup", "err", err)
	}
}

// defaults are what a till without settings begins with.
func (h *House) defaults() till.Settings {
	if h.named() {
		return *h.names
	}
	return till.Settings{Shop: h.words.T("default.shop"), Till: h.words.T("default.till"), Currency: "LYD", Cashier: h.words.T("default.cashier")}
}

// Renewing tells that the window was closed in order to start again as it was
// set up.
func (h *House) Renewing() bool { return h.renewing }
