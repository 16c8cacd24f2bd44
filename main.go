// Sanduq is a point of sale for account-to-account payments. This file is the
// composition root: it reads flags, wires the rooms of the house together and
// starts the window; it decides nothing about money.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"github.com/alecthomas/kong"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/sandbox"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/ui"
	"sanduq/ui/cashier"
	"sanduq/ui/receipts"
	"sanduq/ui/remember"
	"sanduq/ui/screen"
	"sanduq/ui/settings"
	"sanduq/ui/single"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// Set by the linker.
var (
	version = "0.0.0"
	commit  = "unknown"
)

const appID = "ly.sanduq.till"

// flags mirror the environment. Credentials come from the environment or the
// keyring only: a command line can be read by everyone on the machine.
type flags struct {
	Env            string           `name:"env" env:"SERVICE_ENV" help:"Environment: sandbox (practice) or live; the one chosen in the settings when absent."`
	BaseURLSandbox string           `name:"base-url-sandbox" env:"SERVICE_BASE_URL_SANDBOX" help:"Gateway for practice; the embedded one when absent."`
	BaseURLLive    string           `name:"base-url-live" env:"SERVICE_BASE_URL_LIVE" help:"Gateway for real payments; https."`
	Profile        string           `name:"profile" help:"Wire profile, a JSON file." type:"path"`
	DataDir        string           `name:"data-dir" help:"Folder of all data; the system's place when absent." type:"path"`
	BankAddr       string           `name:"bank-addr" help:"Loopback address of the embedded practice bank; a fixed port, or a free one, when absent."`
	BankLAN        string           `name:"bank-lan" help:"Let real phones reach the practice bank, such as 0.0.0.0:47821."`
	PollCap        time.Duration    `name:"poll-cap" help:"Practice only: end polling after this time instead of five minutes, to show what follows."`
	Lang           string           `name:"lang" help:"Language: en, ar or fr; the one chosen last when absent."`
	Theme          string           `name:"theme" help:"Theme: light, dark or contrast; the one chosen last when absent."`
	FullScreen     bool             `name:"full-screen" help:"Start in full screen."`
	LogStderr      bool             `name:"log-stderr" help:"Write the log to stderr as well."`
	Version        kong.VersionFlag `help:"Show version and commit."`

	APIKey     string `kong:"-"`
	SecretKey  string `kong:"-"`
	ClientID   string `kong:"-"`
	HMACSecret string `kong:"-"`

	Run     struct{} `cmd:"" default:"1" hidden:""`
	Sandbox bankCmd  `cmd:"" help:"Run the practice bank alone, with its page, until stopped."`
}

// baseURL is the gateway that was named for an environment; blank for none.
func (f flags) baseURL(env core.Environment) string {
	if env == core.Live {
		return f.BaseURLLive
	}
	return f.BaseURLSandbox
}

type bankCmd struct {
	Dir  string `help:"Folder of its ledger." default:"practice-bank" type:"path"`
	Addr string `help:"Loopback address to listen on." default:""`
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == storage.CheckArgument {
		os.Exit(storage.CheckMain(os.Args[2:]))
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole program; it returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	var f flags
	parser, err := kong.New(&f, kong.Name("sanduq"), kong.Writers(stdout, stderr),
		kong.Description("Takes QR, bank-account and wallet payments at the till. Without arguments it starts for practice: no money moves."),
		kong.Vars{"version": version + " " + commit})
	if err != nil {
		panic(err) // the flags above are wrong
	}
	call, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "sanduq: %v\nTry sanduq --help.\n", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if call.Command() != "sandbox" {
		return runTill(ctx, f, stderr)
	}
	if env, err := core.ParseEnvironment(f.Env); err != nil || env == core.Live {
		fmt.Fprintln(stderr, "sanduq: the practice bank never runs with SERVICE_ENV=live")
		return 1
	}
	o := sandbox.Options{Dir: f.Sandbox.Dir, Addr: f.Sandbox.Addr, Listen: f.BankLAN, Logger: slog.New(slog.NewTextHandler(stderr, nil))}
	if err := sandbox.Run(ctx, o, stdout); err != nil {
		fmt.Fprintf(stderr, "sanduq: %v\n", err)
		return 1
	}
	return 0
}

// runTill wires the till and shows its window until it is closed.
func runTill(ctx context.Context, f flags, stderr io.Writer) int {
	catalogue := words.MustLoad(words.Guess(f.Lang, os.Getenv("LC_ALL"), os.Getenv("LANG")))
	h, err := build(ctx, f, catalogue, stderr)
	if err != nil {
		return h.fail(err, stderr)
	}
	defer h.close()
	a := app.NewWithID(appID)
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.AppIcon(h.practice())))
	kept := remember.In(a.Preferences())
	if lang := kept.Language(); f.Lang == "" && lang != "" {
		_ = catalogue.Use(lang)
	}
	theme.Apply(a, kept.Look(f.Theme, catalogue.RTL()))
	w := a.NewWindow("Sanduq")
	shell := h.shell(kept, w)
	shell.Attach(w)
	w.Resize(fyne.NewSize(1366, 690))
	w.SetFullScreen(f.FullScreen)
	w.SetMaster()
	if err := single.Listen(ctx, h.dir, func() { fyne.Do(w.RequestFocus) }); err != nil {
		h.log.Warn("a second copy cannot bring this one forward", "err", err)
	}
	started := false
	a.Lifecycle().SetOnStarted(func() {
		if started = startup.Opened(w); !started {
			a.Quit()
			return
		}
		shell.Start(ctx)
		h.log.Info("ready", "environment", h.env, "bank", h.bankURL(), "key", h.store.KeyPlace())
	})
	a.Lifecycle().SetOnStopped(shell.Stop)
	context.AfterFunc(ctx, func() { fyne.Do(a.Quit) })
	broken := startup.Run(w)
	if !started {
		return h.fail(&startup.Problem{Code: startup.Window, Cause: fmt.Errorf("the window was not opened: %v", broken)}, stderr)
	}
	if broken != nil {
		h.log.Error("the window broke", "panic", broken)
		panic(broken)
	}
	return 0
}

// house is everything below the window.
type house struct {
	env   core.Environment
	root  string // of all environments
	dir   string // of this one
	given settings.Given
	url   string // of the gateway
	words *words.Catalogue
	log   *slog.Logger
	bank  *sandbox.Server // nil with a gateway of one's own
	store *storage.Store
	till  *till.Till
	undo  []func()
}

// build opens the rooms from the ground up. On an error, what was opened is
// closed again.
func build(ctx context.Context, f flags, catalogue *words.Catalogue, stderr io.Writer) (h *house, err error) {
	h = &house{words: catalogue, log: slog.New(slog.DiscardHandler)}
	defer func() {
		if err != nil {
			h.close()
		}
	}()
	if err = h.recall(&f); err != nil {
		return h, err
	}
	if h.env, err = core.ParseEnvironment(f.Env); err != nil {
		return h, &startup.Problem{Code: startup.Environment, Cause: err}
	}
	if url := f.baseURL(h.env); url != "" || h.env == core.Live {
		if err = core.CheckBaseURL(h.env, url); err != nil {
			return h, &startup.Problem{Code: startup.BaseURL, Cause: err}
		}
	}
	if err = startup.Screen(); err != nil {
		return h, err
	}
	if h.dir, err = storage.Folder(f.DataDir, h.env); err != nil {
		return h, &startup.Problem{Code: "STORE_UNWRITABLE", Detail: h.dir, Cause: err}
	}
	h.openLog(f, stderr)
	if err = h.openStore(ctx); err != nil {
		if errors.Is(err, storage.ErrLocked) && single.Raise(h.dir) == nil {
			return h, &startup.Problem{Code: startup.Raised, Cause: err}
		}
		return h, err
	}
	return h, h.openTill(ctx, f)
}

// recall fills in what this start was not told from what the settings
// remember. Unreadable choices are no reason to practise where a shop was live,
// unless the environment is given.
func (h *house) recall(f *flags) (err error) {
	h.given = settings.Given{Environment: f.Env != "", BaseURLLive: f.BaseURLLive}
	if h.root, err = storage.Root(f.DataDir); err != nil {
		return &startup.Problem{Code: "STORE_UNWRITABLE", Cause: err}
	}
	kept, err := storage.LoadChoices(h.root)
	if err != nil && f.Env == "" {
		return &startup.Problem{Code: startup.Choices, Detail: h.root, Cause: err}
	}
	f.Env = cmp.Or(f.Env, string(kept.Environment))
	f.BaseURLLive = cmp.Or(f.BaseURLLive, kept.BaseURLLive)
	if f.Env == string(core.Live) { // the practice bank speaks its own profile
		f.Profile = cmp.Or(f.Profile, kept.Profile)
	}
	return nil
}

// openTill starts the practice bank if it is wanted, and the till upon it.
func (h *house) openTill(ctx context.Context, f flags) error {
	config, binding, err := h.gateway(ctx, f)
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
	if f.PollCap > 0 && h.practice() {
		schedule.Cap = f.PollCap
	}
	h.till, err = till.Open(ctx, till.Config{
		Store: h.store, Environment: h.env, BaseURL: binding, Room: h.store.Room, Logger: h.log,
		NewSDK: func() *core.WebSDK {
			return core.NewWebSDK(api, &core.InMemoryTokenStore{}, core.WithLogger(h.log), core.WithSchedule(schedule))
		},
		Routes:   routes,
		Defaults: till.Settings{Shop: h.words.T("default.shop"), Till: h.words.T("default.till"), Currency: "LYD", Cashier: h.words.T("default.cashier")},
	})
	if err != nil {
		return &startup.Problem{Code: "STORE_DAMAGED", Detail: h.store.Path(), Cause: err}
	}
	h.undo = append(h.undo, h.till.Close)
	if h.bank != nil {
		h.bank.SetMerchantName(h.till.Settings().Shop)
	}
	return nil
}

// gateway is where payments go, and the name under which sales are bound to
// it. The embedded bank has one name whatever port it got.
func (h *house) gateway(ctx context.Context, f flags) (core.ClientConfig, string, error) {
	c := core.ClientConfig{Environment: h.env, Version: version, Logger: h.log}
	if f.Profile != "" {
		var err error
		if c.Profile, err = core.LoadProfile(f.Profile); err != nil {
			return c, "", &startup.Problem{Code: startup.Profile, Detail: f.Profile, Cause: err}
		}
	}
	if h.practice() && f.BaseURLSandbox == "" {
		bank, err := sandbox.Start(ctx, sandbox.Options{Dir: filepath.Join(h.dir, "bank"), Addr: f.BankAddr, Listen: f.BankLAN, Logger: h.log,
			SettleDelay: settleDelay})
		if err != nil {
			return c, "", &startup.Problem{Code: startup.Bank, Detail: f.BankAddr + f.BankLAN, Cause: err}
		}
		h.bank = bank
		h.undo = append(h.undo, func() { _ = bank.Close(context.Background()) })
		api, secret := bank.Credentials()
		c.APIKey, c.SecretKey = core.NewSecret(api.Reveal()), core.NewSecret(secret.Reveal())
		c.BaseURL = bank.BaseURL()
		if f.Profile == "" {
			c.Profile = core.SandboxProfile()
		}
		return c, "embedded", nil
	}
	c.BaseURL = f.baseURL(h.env)
	keys, err := storage.NewCredentialKeeper(h.env, h.dir).Find(ctx, os.Getenv)
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

// openStore opens the database of the environment.
func (h *house) openStore(ctx context.Context) error {
	keys, marks := storage.KeysFor(ctx, h.env, h.dir)
	store, err := storage.Open(ctx, storage.Options{Dir: h.dir, Keys: keys, Marks: marks, Logger: h.log, Checker: storage.CommandChecker("")})
	if err != nil {
		p := &startup.Problem{Code: "STORE_DAMAGED", Detail: h.dir, Cause: err}
		if e, ok := errors.AsType[*storage.Error](err); ok {
			p.Code = string(e.Code)
		}
		return p
	}
	h.store = store
	h.undo = append(h.undo, func() { _ = store.Close() })
	for _, w := range store.Warnings() {
		h.log.Warn("store", "warning", w)
	}
	return nil
}

func (h *house) practice() bool { return h.env != core.Live }

func (h *house) bankURL() string {
	if h.bank == nil {
		return ""
	}
	return h.bank.BankURL()
}

// openLog writes to a file that is turned over before it grows large.
func (h *house) openLog(f flags, stderr io.Writer) {
	file := storage.OpenLog(h.dir)
	h.undo = append(h.undo, func() { _ = file.Close() })
	var out io.Writer = file
	if f.LogStderr {
		out = io.MultiWriter(file, stderr)
	}
	h.log = slog.New(slog.NewTextHandler(out, nil))
}

// fail says why the application did not start, on the terminal and, where a
// window can be had, in one. It returns the exit status.
func (h *house) fail(err error, stderr io.Writer) int {
	h.log.Error("not started", "err", err)
	h.close()
	startup.Tell(err, stderr, h.words, func() fyne.App { return app.NewWithID(appID) })
	return 1
}

// close ends what build began, last first.
func (h *house) close() {
	for i := len(h.undo) - 1; i >= 0; i-- {
		h.undo[i]()
	}
	h.undo = nil
}

// shell is the window's content, wired to the till.
func (h *house) shell(kept remember.Preferences, w fyne.Window) *ui.Shell {
	shown, drawer := receipts.Memory{}, receipts.NewDrawer()
	o := ui.Options{
		Till: h.till, Subscribe: func() ui.Notices { return h.till.Subscribe() },
		Words: h.words, Practice: h.practice(), Routes: routes, Replacing: true, Logger: h.log,
		Institutions:    kept,
		FullScreen:      func() { w.SetFullScreen(!w.FullScreen()) },
		LanguageChanged: kept.SetLanguage, LookChanged: kept.SetLook, Settings: h.settings(),
		Receipts: func(d ui.ReceiptsDeps) ui.Receipts {
			return receipts.New(receipts.Deps{Kit: d.Kit, Life: d.Life, History: h.till, Drawer: drawer,
				Currency: h.till.Settings().Currency, Save: receipts.SaveInDownloads, OpenSale: d.OpenSale, NewSale: d.NewSale,
				MakeCopy: h.till.Copy, Cashier: func() string { return h.till.Settings().Cashier }, Fill: h.fill(),
				Failed: func(err error) { h.log.Error("receipts", "err", err) }}, &shown)
		},
	}
	if h.bank != nil {
		o.Phone, o.Numbers = phone{h.bank}, practiceNumbers
	}
	return ui.New(o)
}

// routes are the ways to pay that this till offers.
var routes = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}

// settleDelay is longer than the time between two questions of the till, so
// that whoever practises sees the bank processing.
const settleDelay = 4 * time.Second

// practiceSales is how many invented sales a till is filled with.
const practiceSales = 100_000

// fill is nil but for practice.
func (h *house) fill() func(context.Context, func(done, total int)) error {
	if !h.practice() {
		return nil
	}
	return func(ctx context.Context, progress func(done, total int)) error {
		return h.till.FillPractice(ctx, practiceSales, 1, progress)
	}
}

// settings is the screen that sets the till up.
func (h *house) settings() func(ui.SettingsDeps) screen.Screen {
	memory, vault := settings.Memory{}, storage.NewVault(h.root)
	return func(d ui.SettingsDeps) screen.Screen {
		return settings.New(settings.Deps{Kit: d.Kit, Life: d.Life, Shop: h.till, Keys: vault, Choices: storage.ChoiceFile{Root: h.root},
			Given: h.given, BaseURL: h.url, OwnKeys: h.bank != nil, Probe: core.Probe,
			CheckProfile: func(path string) error { _, err := core.LoadProfile(path); return err },
			SetLanguage:  d.SetLanguage, SetLook: d.SetLook, Leave: d.Leave,
			Saved: func() {
				if h.bank != nil {
					h.bank.SetMerchantName(h.till.Settings().Shop)
				}
				d.Saved()
			},
			Failed: func(err error) { h.log.Warn("settings", "err", err) }}, &memory)
	}
}

// phone is the customer's side of the embedded practice bank.
type phone struct{ *sandbox.Server }

func (p phone) Payment(order string) (cashier.PhonePayment, bool) {
	h, shown := p.Handset(order)
	return cashier.PhonePayment{Payee: h.Payee, Amount: money.Amount{Minor: h.AmountMinor, Currency: h.Currency},
		Account: h.Holder, State: cashier.PhoneState(h.State), Code: core.NewSecret(h.Code.Reveal())}, shown
}

func (p phone) Approve(order string) error   { return p.Press(order, p.Server.Approve) }
func (p phone) Decline(order string) error   { return p.Press(order, p.Server.Decline) }
func (p phone) Expire(order string) error    { return p.Press(order, p.Server.Expire) }
func (p phone) Behaviour() cashier.Behaviour { return cashier.Behaviour(p.Server.Behaviour().String()) }
func (p phone) SetBehaviour(b cashier.Behaviour) {
	p.Server.SetBehaviour(sandbox.BehaviourNamed(string(b)))
}
func (p phone) Watch(changed func()) (stop func()) { return p.Subscribe(changed) }

// practiceNumbers are an ordinary number and those for which the practice bank
// does something particular.
func practiceNumbers(route core.Route) (all []cashier.PracticeNumber) {
	rail := map[core.Route]string{core.RouteAccount: sandbox.RouteBank, core.RouteWallet: sandbox.RouteWallet}[route]
	for _, n := range sandbox.Numbers(rail) {
		all = append(all, cashier.PracticeNumber(n))
	}
	return all
}
