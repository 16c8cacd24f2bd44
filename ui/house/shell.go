package house

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/storage"
	"sanduq/ui"
	"sanduq/ui/customer"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/desktop/sound/speaker"
	"sanduq/ui/receipts"
	"sanduq/ui/remember"
	"sanduq/ui/screen"
	"sanduq/ui/settings"
	"sanduq/ui/widgets"
)

// Shell is the window's content, wired to the till.
func (h *House) Shell(kept remember.Preferences, w fyne.Window) *ui.Shell {
	widgets.DrawWithShaders()
	shown, drawer := receipts.Memory{}, receipts.NewDrawer()
	o := ui.Options{
		Till: h.till, Staff: h.till, Subscribe: func() ui.Notices { return h.till.Subscribe() },
		Words: h.words, Practice: h.Practice(), Routes: routes, Replacing: true, Logger: h.log,
		Institutions:    kept,
		Backup:          h.backupTrouble,
		Damage:          h.damaged,
		FullScreen:      func() { w.SetFullScreen(!w.FullScreen()) },
		LanguageChanged: kept.SetLanguage, LookChanged: kept.SetLook, Settings: h.settings(), Setup: h.setup(),
		Customer: customer.Native(w), CustomerMode: kept.CustomerMode(), CustomerModeChanged: kept.SetCustomerMode,
		SaveCard: saveCard,
		Receipts: func(d ui.ReceiptsDeps) ui.Receipts {
			return receipts.New(receipts.Deps{Kit: d.Kit, Life: d.Life, History: h.till, Drawer: drawer,
				Currency: h.till.Settings().Currency, Save: receipts.SaveInDownloads, OpenSale: d.OpenSale, NewSale: d.NewSale,
				MakeCopy: h.till.Copy, Cashier: func() string { return h.till.Settings().Cashier }, Fill: h.fill(),
				Failed: func(err error) { h.log.Error("receipts", "err", err) }}, &shown)
		},
	}
	o.Keyboard, o.KeyboardChanged = kept.Keyboard(), kept.SetKeyboard
	player := sound.NewPlayer(speaker.Speaker{}, h.log)
	player.SetVolume(kept.Volume())
	h.undo = append(h.undo, player.Close)
	o.Sound, o.VolumeChanged = player, kept.SetVolume
	if !onThisComputer(h.url) {
		o.Network = connected
	}
	if h.bank != nil {
		o.Phone, o.Numbers = phone{h.bank}, practiceNumbers
		o.PhoneFolded, o.PhoneFoldedChanged = kept.PhoneFolded(), kept.SetPhoneFolded
	}
	return ui.New(o)
}

// practiceSales is how many invented sales a till is filled with.
const practiceSales = 100_000

// fill is nil but for practice.
func (h *House) fill() func(context.Context, func(done, total int)) error {
	if !h.Practice() {
		return nil
	}
	return func(ctx context.Context, progress func(done, total int)) error {
		return h.till.FillPractice(ctx, practiceSales, 1, progress)
	}
}

// settings is the screen that sets the till up.
func (h *House) settings() func(ui.SettingsDeps) screen.Screen {
	memory, vault := settings.Memory{}, storage.NewVault(h.root)
	return func(d ui.SettingsDeps) screen.Screen {
		return settings.New(settings.Deps{Kit: d.Kit, Life: d.Life, Shop: h.till, Keys: vault, Choices: storage.ChoiceFile{Root: h.root},
			Given: h.given, About: h.about, Updates: h.updates, Recovery: recovery{h}, Staff: h.till, Managed: h.till.Managed, Manager: d.Manager, Backups: backups{h}, BaseURL: h.url, OwnKeys: h.bank != nil, Probe: core.Probe,
			CheckProfile: func(path string) error { _, err := core.LoadProfile(path); return err },
			SetLanguage:  d.SetLanguage, SetLook: d.SetLook, Leave: d.Leave,
			CustomerMode: d.CustomerMode, SetCustomerMode: d.SetCustomerMode,
			Volume: d.Volume, SetVolume: d.SetVolume, SoundBroken: d.SoundBroken, Login: h.login(),
			Keyboard: d.Keyboard, SetKeyboard: d.SetKeyboard,
			Saved: func() {
				if h.bank != nil {
					h.bank.SetMerchantName(h.till.Settings().Shop)
				}
				d.Saved()
			},
			Failed: func(err error) { h.log.Warn("settings", "err", err) }}, &memory)
	}
}
