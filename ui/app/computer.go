package app

import (
	"context"
	"errors"
	"log/slog"

	"sanduq/ui/desktop/autostart"
	"sanduq/ui/desktop/awake"
	shoppage "sanduq/ui/settings/shop"
)

// AppID is the name that the systems know the application by.
const AppID = "ly.sanduq.till"

// atLogin starts this till, on the data of this start, when somebody logs in.
type atLogin struct {
	login autostart.Login
	start autostart.Start
}

func (a atLogin) State() (autostart.State, error) { return a.login.State(a.start) }
func (a atLogin) Set(on bool) error               { return a.login.Set(a.start, on) }

// login is nil where nothing can start at login: without a home.
func login(dir string, log *slog.Logger) shoppage.Login {
	login, err := autostart.System(AppID)
	start, err2 := autostart.This(dir)
	if err := errors.Join(err, err2); err != nil {
		log.Warn("no start at login here", "err", err)
		return nil
	}
	return atLogin{login, start}
}

// stayAwake keeps the computer from sleeping while a sale is open.
func (a *App) stayAwake() {
	a.background(func(ctx context.Context) {
		awake.Run(ctx, func() bool { return !a.idle() }, awake.System, a.log)
	})
}
