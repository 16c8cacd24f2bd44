package house

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/sandbox"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/ui/startup"
)

// openTill starts the practice bank if it is wanted, and the till upon it.
func (h *House) openTill(ctx context.Context, o Options) error {
	config, binding, err := h.gateway(ctx, o)
	if err != nil {
		return err
	}
	h.url = config.BaseURL
	api, err := core.NewClient(config)
	switch {
	case errors.Is(err, core.ErrEnvironment):
		return &startup.Problem{Code: startup.BaseURL, Cause: err}
	case err != nil:
		return &startup.Problem{Code: startup.Profile, Cause: err}
	}
	schedule := core.DefaultPollSchedule()
	if o.PollCap > 0 && h.Practice() {
		schedule.Cap = o.PollCap
	}
	h.till, err = till.Open(ctx, till.Config{
		Store: h.store, Environment: h.env, BaseURL: binding, Room: h.store.Room, Logger: h.log,
		NewSDK: func() *core.WebSDK {
			return core.NewWebSDK(api, &core.InMemoryTokenStore{}, core.WithLogger(h.log), core.WithSchedule(schedule))
		},
		Routes:   routes,
		Defaults: h.defaults(),
	})
	if err != nil {
		return &startup.Problem{Code: "STORE_DAMAGED", Detail: h.store.Path(), Cause: err}
	}
	h.undo = append(h.undo, h.till.Close)
	h.keep()
	h.patrol()
	h.news(o)
	h.stayAwake()
	if h.bank != nil {
		h.bank.SetMerchantName(h.till.Settings().Shop)
	}
	return nil
}

// gateway is where payments go, and the name under which sales are bound to
// it. The embedded bank has one name whatever port it got.
func (h *House) gateway(ctx context.Context, o Options) (core.ClientConfig, string, error) {
	c := core.ClientConfig{Environment: h.env, Version: o.Version, Logger: h.log}
	if o.Profile != "" {
		var err error
		if c.Profile, err = core.LoadProfile(o.Profile); err != nil {
			return c, "", &startup.Problem{Code: startup.Profile, Detail: o.Profile, Cause: err}
		}
	}
	if h.Practice() && o.BaseURLSandbox == "" {
		bank, err := sandbox.Start(ctx, sandbox.Options{Dir: filepath.Join(h.dir, "bank"), Addr: o.BankAddr, Listen: o.BankLAN, Logger: h.log,
			SettleDelay: settleDelay})
		if err != nil {
			return c, "", &startup.Problem{Code: startup.Bank, Detail: o.BankAddr + o.BankLAN, Cause: err}
		}
		h.bank = bank
		h.undo = append(h.undo, func() { _ = bank.Close(context.Background()) })
		api, secret := bank.Credentials()
		c.APIKey, c.SecretKey = core.NewSecret(api.Reveal()), core.NewSecret(secret.Reveal())
		c.BaseURL = bank.BaseURL()
		if o.Profile == "" {
			c.Profile = core.SandboxProfile()
		}
		return c, "embedded", nil
	}
	c.BaseURL = o.baseURL(h.env)
	keys, err := storage.NewCredentialKeeper(h.env, h.dir).Find(ctx, h.told.Get)
	if err != nil {
		return c, "", &startup.Problem{Code: startup.Keys, Cause: err}
	}
	c.APIKey, c.SecretKey = keys.APIKey, keys.SecretKey
	if !keys.HMACSecret.Empty() {
		if c.Signer, err = core.NewHMACSigner(keys.ClientID.Reveal(), keys.HMACSecret); err != nil {
			return c, "", &startup.Problem{Code: startup.Keys, Cause: err}
		}
	}
	return c, strings.TrimRight(c.BaseURL, "/"), nil
}

func (h *House) bankURL() string {
	if h.bank == nil {
		return ""
	}
	return h.bank.BankURL()
}

// routes are the ways to pay that this till offers.
var routes = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}

// settleDelay is longer than the time between two questions of the till, so
// that whoever practises sees the bank processing.
const settleDelay = 4 * time.Second
