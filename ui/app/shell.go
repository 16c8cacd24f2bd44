package app

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
func (a *App) Shell(kept remember.Preferences, w fyne.Window) *ui.Shell {
	widgets.DrawWithShaders()
	shown, drawer := receipts.Memory{}, receipts.NewDrawer()
	o := ui.Options{
		Till: a.till, Staff: a.till, Subscribe: func() ui.Notices { return a.till.Subscribe() },
		Words: a.words, Practice: a.Practice(), Routes: routes, Replacing: true, Logger: a.log,
		Institutions:    kept,
		Health:          ui.Health{Backup: a.backupTrouble, Damage: a.damaged},
		FullScreen:      func() { w.SetFullScreen(!w.FullScreen()) },
		LanguageChanged: kept.SetLanguage, LookChanged: kept.SetLook, Settings: a.settings(), Setup: a.setup(),
		Customer: customer.Native(w), CustomerMode: kept.CustomerMode(), CustomerModeChanged: kept.SetCustomerMode,
		SaveCard: saveCard,
		Receipts: func(d ui.ReceiptsDeps) ui.Receipts {
			return receipts.New(receipts.Deps{Env: d.Env, Life: d.Life, History: a.till, Drawer: drawer,
				Currency: a.till.Settings().Currency, Save: receipts.SaveInDownloads, OpenSale: d.OpenSale, NewSale: d.NewSale,
				MakeCopy: a.till.Copy, Cashier: func() string { return a.till.Settings().Cashier }, Fill: a.fill(),
				Failed: func(err error) { a.log.Error("receipts", "err", err) }}, &shown)
		},
	}
	o.Keyboard, o.KeyboardChanged = kept.Keyboard(), kept.SetKeyboard
	player := sound.NewPlayer(speaker.Speaker{}, a.log)
	player.SetVolume(kept.Volume())
	a.undo = append(a.undo, player.Close)
	o.Sound, o.VolumeChanged = player, kept.SetVolume
	if !onThisComputer(a.url) {
		o.Network = connected
	}
	if a.bank != nil {
		o.Phone, o.Numbers = phone{a.bank}, practiceNumbers
		o.PhoneFolded, o.PhoneFoldedChanged = kept.PhoneFolded(), kept.SetPhoneFolded
	}
	return ui.New(o)
}

// practiceSales is how many invented sales a till is filled with.
const practiceSales = 100_000

// fill is nil but for practice.
func (a *App) fill() func(context.Context, func(done, total int)) error {
	if !a.Practice() {
		return nil
	}
	return func(ctx context.Context, progress func(done, total int)) error {
		return a.till.FillPractice(ctx, practiceSales, 1, progress)
	}
}

// settings is the screen that sets the till up.
func (a *App) settings() func(ui.SettingsDeps) screen.Screen {
	memory, vault := settings.Memory{}, storage.NewVault(a.root)
	return func(d ui.SettingsDeps) screen.Screen {
		return settings.New(settings.Deps{Env: d.Env, Life: d.Life, Shop: a.till, Keys: vault, Choices: storage.ChoiceFile{Root: a.root},
			Given: a.given, About: a.about, Updates: a.updates, Recovery: recovery{a}, Staff: a.till, Managed: a.till.Managed, Manager: d.Manager, Backups: backups{a}, BaseURL: a.url, OwnKeys: a.bank != nil, Probe: core.Probe,
			CheckProfile: func(path string) error { _, err := core.LoadProfile(path); return err },
			SetLanguage:  d.SetLanguage, SetLook: d.SetLook, Leave: d.Leave,
			CustomerMode: d.CustomerMode, SetCustomerMode: d.SetCustomerMode,
			Volume: d.Volume, SetVolume: d.SetVolume, SoundBroken: d.SoundBroken, Login: a.login(),
			Keyboard: d.Keyboard, SetKeyboard: d.SetKeyboard,
			Saved: func() {
				if a.bank != nil {
					a.bank.SetMerchantName(a.till.Settings().Shop)
				}
				d.Saved()
			},
			Failed: func(err error) { a.log.Warn("settings", "err", err) }}, &memory)
	}
}
