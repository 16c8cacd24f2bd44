package app

import (
	"context"

	"sanduq/core/practice/demo"
	"sanduq/core/probe"
	"sanduq/core/wire"
	"sanduq/storage/config"
	"sanduq/ui"
	"sanduq/ui/cashier"
	"sanduq/ui/customer"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/desktop/sound/speaker"
	"sanduq/ui/preferences"
	"sanduq/ui/receipts"
	"sanduq/ui/receipts/downloads"
	"sanduq/ui/screen"
	"sanduq/ui/settings"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/startup"
	"sanduq/ui/toolkit/draw"
)

// Shell is the window's content, wired to the till. post queues on the UI
// goroutine, until the shell leaves the window.
func (a *App) Shell(w *startup.Window, post func(func())) *ui.Shell {
	kept := w.Kept
	draw.DrawWithShaders()
	player := sound.NewPlayer(speaker.Speaker{}, a.log)
	a.undo = append(a.undo, player.Close)
	env := screen.Env{Words: a.words, Preferences: kept, Practice: a.Practice(), Post: post}
	o := ui.Options{
		Offer: cashier.Offer{Routes: wire.Routes(), Replacing: true, Printer: func() bool { return a.paper.Chosen().Address != "" },
			OpenDrawer: a.paper.OpenDrawer, Save: a.saveReceipt, NoShift: a.till.Shifts.NoShift},
		Health:  health{a},
		Screens: ui.Screens{Receipts: a.receipts(), Reports: a.reports(), Settings: a.settings(), Setup: a.setup()},
		Till:    newDesk(a.till), Steps: newDesk(a.till).steps(), Staff: newDesk(a.till),
		Sound: player, Customer: customer.Native(w.Window), FullScreen: w.ToggleFullScreen,
		SaveCard: saveCard, Exporting: a.exporting(), Logger: a.log,
	}
	if a.roll != nil {
		o.Offer.Slip = a.paper.Slip
	}
	if a.bank != nil {
		o.Offer.Phone, o.Offer.Numbers = phone{a.bank.Bank()}, practiceNumbers
	}
	a.setPaper(kept.Get().Printer)
	a.undo = append(a.undo, kept.Subscribe(func(before, now preferences.Values) { // before the shell: it offers what the printer can
		if now.Printer != before.Printer {
			a.setPaper(now.Printer)
		}
	}))
	return ui.New(env, o)
}

// receipts is the screen of the history.
func (a *App) receipts() func(screen.Env, ui.ReceiptsShell) ui.Receipts {
	shown := receipts.Memory{}
	return func(env screen.Env, shell ui.ReceiptsShell) ui.Receipts {
		return receipts.New(env, receipts.Deps{History: newDesk(a.till), Drawer: a.drawer,
			Currency: a.till.Settings().Currency, Save: downloads.SaveInDownloads, Shell: shell,
			Paper: receipts.Paper{Print: a.printReceipt(), PrintSlip: a.printSlip()}, Cashier: func() string { return a.till.Settings().Cashier }, Fill: a.fill(), FillTotal: practiceSales,
			Failed: func(err error) { a.log.Error("receipts", "err", err) }}, &shown)
	}
}

// practiceSales is how many invented sales a till is filled with.
const practiceSales = 100_000

// fill is nil but for practice.
func (a *App) fill() func(context.Context, func(done, total int)) error {
	if !a.Practice() {
		return nil
	}
	return func(ctx context.Context, progress func(done, total int)) error {
		return demo.Fill(ctx, a.till, practiceSales, 1, progress)
	}
}

// settings is the screen that sets the till up.
func (a *App) settings() func(screen.Env, settings.Window) screen.Screen {
	memory := settings.Memory{}
	return func(env screen.Env, window settings.Window) screen.Screen {
		saved := window.Saved
		window.Saved = func() {
			if a.bank != nil {
				a.bank.SetMerchantName(a.till.Settings().Shop)
			}
			saved()
		}
		return settings.New(env, settings.Deps{Window: window,
			Gateway: gateway.Deps{Keys: a.vault, Phrase: phrased{a.vault}, Choices: config.ChoiceFile{Root: a.root}, Given: a.given, BaseURL: a.url, OwnKeys: a.bank != nil,
				Probe: probe.Run, CheckProfile: func(path string) error { _, err := wire.LoadProfile(path); return err }},
			Shop: newDesk(a.till), Backups: backups{a}, Recovery: recovery{a}, Office: a.sent.office, Mail: a.sent.mail, Files: a.sent.files, Staff: newDesk(a.till), May: a.till.Staff.May,
			About: a.about, Updates: a.updates, Login: login(a.start.asked.DataDir, a.log), Printers: printers{a.paper, a},
			Failed: func(err error) { a.log.Warn("settings", "err", err) }}, &memory)
	}
}
