package app

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/probe"
	"sanduq/core/till"
	"sanduq/core/wire"
	"sanduq/ui/startup"
)

// openTill starts the practice bank if it is wanted, and the till upon it.
func (a *App) openTill(ctx context.Context, o Options) error {
	config, binding, err := a.gateway(ctx, o)
	if err != nil {
		return err
	}
	a.url = config.BaseURL
	api, err := core.NewClient(config)
	switch {
	case errors.Is(err, core.ErrEnvironment):
		return &startup.Problem{Code: startup.BaseURL, Cause: err}
	case err != nil:
		return &startup.Problem{Code: startup.Profile, Cause: err}
	}
	schedule := core.DefaultPollSchedule()
	if o.PollCap > 0 && a.Practice() {
		schedule.Cap = o.PollCap
	}
	a.openPaper()
	a.till, err = till.Open(ctx, till.Config{
		Store: a.store, Paper: a.paper, Environment: a.env, BaseURL: binding, Room: a.store.Room, Logger: a.log,
		NewSDK: func() *core.WebSDK {
			return core.NewWebSDK(api, &core.InMemoryTokenStore{}, core.WithLogger(a.log), core.WithSchedule(schedule))
		},
		Probe:    func(ctx context.Context) bool { return probe.Run(ctx, a.env, a.url).Answered() },
		Routes:   wire.Routes(),
		Defaults: a.defaults(),
	})
	if err != nil {
		return &startup.Problem{Code: "STORE_DAMAGED", Detail: a.store.Path(), Cause: err}
	}
	a.undo = append(a.undo, a.till.Close)
	a.startBackups()
	a.scrub()
	a.news(o)
	a.sendToOffice()
	a.sendZs()
	a.stayAwake()
	if a.bank != nil {
		a.bank.SetMerchantName(a.till.Settings().Shop)
	}
	return nil
}

// gateway is where payments go, and the name under which sales are bound to
// it. The embedded bank has one name whatever port it got.
func (a *App) gateway(ctx context.Context, o Options) (core.ClientConfig, string, error) {
	c := core.ClientConfig{Environment: a.env, Version: o.About.Version, Logger: a.log}
	if o.Profile != "" {
		var err error
		if c.Profile, err = wire.LoadProfile(o.Profile); err != nil {
			return c, "", &startup.Problem{Code: startup.Profile, Detail: o.Profile, Cause: err}
		}
	}
	if a.Practice() && o.BaseURLSandbox == "" {
		bank, err := sandbox.Start(ctx, sandbox.Options{Dir: filepath.Join(a.dir, "bank"), Addr: o.BankAddr, Listen: o.BankLAN, Logger: a.log,
			Timing: payments.Timing{Settle: settleDelay}})
		if errors.Is(err, sandbox.ErrDamaged) {
			return c, "", &startup.Problem{Code: startup.BankFile, Detail: filepath.Join(a.dir, "bank"), Cause: err}
		}
		if err != nil {
			return c, "", &startup.Problem{Code: startup.Bank, Detail: o.BankAddr + o.BankLAN, Cause: err}
		}
		a.bank = bank
		a.undo = append(a.undo, func() { _ = bank.Close(context.Background()) })
		api, secret := bank.Credentials()
		c.APIKey, c.SecretKey = core.NewSecret(api.Reveal()), core.NewSecret(secret.Reveal())
		c.BaseURL = bank.BaseURL()
		if o.Profile == "" {
			c.Profile = wire.SandboxProfile()
		}
		return c, "embedded", nil
	}
	c.BaseURL = o.baseURL(a.env)
	kept, err := a.vault.Credentials(a.env).Find(ctx, a.start.told.Get)
	if err != nil {
		return c, "", &startup.Problem{Code: startup.Keys, Cause: err}
	}
	c.APIKey, c.SecretKey = kept.APIKey, kept.SecretKey
	if !kept.HMACSecret.Empty() {
		if c.Signer, err = wire.NewHMACSigner(kept.ClientID.Reveal(), kept.HMACSecret); err != nil {
			return c, "", &startup.Problem{Code: startup.Keys, Cause: err}
		}
	}
	return c, strings.TrimRight(c.BaseURL, "/"), nil
}

func (a *App) bankURL() string {
	if a.bank == nil {
		return ""
	}
	return a.bank.Bank().Address()
}

// settleDelay is longer than the time between two questions of the till, so
// that anyone who practises sees the bank processing.
const settleDelay = 4 * time.Second
