package secrets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/receipt"
	"sanduq/core/till"
	"sanduq/core/wire"
	"sanduq/storage"
	"sanduq/storage/config"
	"sanduq/storage/keys"
)

// Folders of a story, below the one that it is given.
const (
	dataFolder    = "data"     // of the till
	bankFolder    = "bank"     // the practice bank's own ledger
	bankLogFolder = "banklog"  // what the bank wrote about its calls
	paperFolder   = "receipts" // PDF and PNG
	printFolder   = "printed"  // every value of the story, printed in every way
	childFolder   = "children" // what processes of ours were started with
)

// Story is one run. Seed chooses all of its secrets.
type Story struct {
	Dir       string
	Seed      uint64
	Injection bool // leak the account number on purpose
}

// told is what a story tells of itself when it is over.
type told struct {
	Secrets  []Secret
	Controls []Secret // that the story never used
	Paid     int
	Refused  int // steps that failed as they should
	Quoted   int // answers of the gateway that quoted secrets
}

// teller is a story under way.
type teller struct {
	Story
	ctx    context.Context
	values *values
	bank   *sandbox.Server
	wire   *hostile
	log    *slog.Logger
	store  *storage.Store
	till   *till.Till
	key    keys.Passphrase

	mu      sync.Mutex
	printed []any // whatever there was, to be printed in every way
	refused int
	extra   []Secret
	undo    []func()
}

func (s *teller) dir(name string) string { return filepath.Join(s.Dir, name) }

// rememberAll remembers values for the printing.
func (s *teller) rememberAll(all ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.printed = append(s.printed, all...)
}

// mustFail takes note of a step that has to be refused.
func (s *teller) mustFail(what string, err error) error {
	if err == nil {
		return fmt.Errorf("%s was not refused", what)
	}
	s.refused++
	s.rememberAll(err)
	s.log.Error(what, "err", err)
	return nil
}

// run tells the whole story.
func (s *teller) run() (t told, err error) {
	defer func() {
		for i := len(s.undo) - 1; i >= 0; i-- {
			s.undo[i]()
		}
	}()
	s.values = newValues(s.Seed)
	for _, name := range []string{dataFolder, bankFolder, bankLogFolder, paperFolder, printFolder, childFolder} {
		if err := os.MkdirAll(s.dir(name), 0o700); err != nil {
			return t, err
		}
	}
	for _, chapter := range []struct {
		name string
		tell func() error
	}{
		{"open", s.open}, {"paid by QR", s.byQR}, {"paid from an account", s.fromAccount}, {"paid from a wallet", s.fromWallet},
		{"a gateway that quotes", s.quotes}, {"receipts", s.receipts}, {"backups", s.backups}, {"children", s.children},
		{"leak on purpose", s.inject}, {"print", s.print},
	} {
		if err := chapter.tell(); err != nil {
			return t, fmt.Errorf("%s: %w", chapter.name, err)
		}
	}
	t.Secrets = append(append(s.values.secrets(), s.wire.passed()...), s.extra...)
	t.Controls = s.values.controls()
	page, err := s.store.Sales(s.ctx, journal.SaleQuery{Status: journal.StatusPaid})
	t.Paid, t.Refused, t.Quoted = len(page.Sales), s.refused, s.wire.quoted()
	return t, err
}

// open opens log, bank, store, keyring and till.
func (s *teller) open() error {
	file := config.OpenLog(s.dir(dataFolder))
	s.undo = append(s.undo, func() { _ = file.Close() })
	s.log = slog.New(slog.NewTextHandler(io.MultiWriter(file, os.Stderr), &slog.HandlerOptions{Level: slog.LevelDebug}))
	bankLog, err := os.Create(filepath.Join(s.dir(bankLogFolder), "bank.log"))
	if err != nil {
		return err
	}
	s.undo = append(s.undo, func() { _ = bankLog.Close() })
	s.bank, err = sandbox.Start(s.ctx, sandbox.Options{Dir: s.dir(bankFolder), Addr: "127.0.0.1:0", Seed: s.Seed,
		Timing: payments.Timing{Settle: 5 * time.Millisecond, Auto: 4 * time.Millisecond}, OTPs: s.values.code,
		ClientID: s.values.Client, HMACSecret: s.values.HMAC,
		Logger: slog.New(slog.NewTextHandler(bankLog, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if err != nil {
		return err
	}
	s.undo = append(s.undo, func() { _ = s.bank.Close(context.Background()) })
	if s.wire, err = newHostile(s.bank.BaseURL()); err != nil {
		return err
	}
	s.undo = append(s.undo, s.wire.Close)
	return errors.Join(s.openStore(), s.openTill())
}

func (s *teller) openStore() (err error) {
	data := s.dir(dataFolder)
	wrong := keys.NewPassphrase(data, core.NewSecret(s.values.WrongPhrase))
	s.key = keys.NewPassphrase(data, core.NewSecret(s.values.Phrase))
	options := storage.Options{Dir: data, Keys: s.key, Checkpoints: s.key, Logger: s.log}
	if s.store, err = storage.Open(s.ctx, options); err != nil {
		return err
	}
	if err := s.store.Close(); err != nil {
		return err
	}
	_, err = storage.Open(s.ctx, storage.Options{Dir: data, Keys: wrong, Logger: s.log})
	if err := s.mustFail("another passphrase", err); err != nil {
		return err
	}
	if s.store, err = storage.Open(s.ctx, options); err != nil {
		return err
	}
	s.undo = append(s.undo, func() { _ = s.store.Close() })
	raw, err := s.key.Load(s.ctx)
	s.extra = append(s.extra, Secret{Name: "data key", Value: raw})
	s.rememberAll(options, s.key, wrong, s.store)
	return err
}

func (s *teller) openTill() error {
	keyring.MockInit()
	vault := keys.NewVault(s.Dir)
	api, secret := s.bank.Credentials()
	s.extra = append(s.extra, named("API key", api.Reveal()), named("secret key", secret.Reveal()),
		named("control token", s.bank.ControlToken().Reveal()))
	err := vault.Change(s.ctx, dataFolder, map[string]core.Secret{
		keys.NameAPIKey: core.NewSecret(api.Reveal()), keys.NameSecretKey: core.NewSecret(secret.Reveal()),
		keys.NameClientID: core.NewSecret(s.values.Client), keys.NameHMACSecret: core.NewSecret(s.values.HMAC)})
	if err != nil {
		return err
	}
	merchant, err := keys.NewCredentialStore(dataFolder, s.dir(dataFolder)).Find(s.ctx, func(string) string { return "" })
	if err != nil {
		return err
	}
	signer, err := wire.NewHMACSigner(merchant.ClientID.Reveal(), merchant.HMACSecret)
	if err != nil {
		return err
	}
	client := core.ClientConfig{Environment: core.Sandbox, BaseURL: s.wire.URL, APIKey: merchant.APIKey, SecretKey: merchant.SecretKey,
		Signer: signer, Profile: wire.SandboxProfile(), Logger: s.log}
	api2, err := core.NewClient(client)
	if err != nil {
		return err
	}
	tokens := &core.InMemoryTokenStore{}
	schedule := core.PollSchedule{Fast: 6 * time.Millisecond, FastFor: 120 * time.Millisecond, Slow: 30 * time.Millisecond, Cap: time.Second}
	s.till, err = till.Open(s.ctx, till.Config{Store: s.store, Environment: core.Sandbox, BaseURL: "embedded", Logger: s.log,
		Routes:   wire.Routes(),
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"},
		NewSDK: func() *core.WebSDK {
			sdk := core.NewWebSDK(api2, tokens, core.WithLogger(s.log), core.WithSchedule(schedule))
			s.rememberAll(sdk)
			return sdk
		}})
	if err != nil {
		return err
	}
	s.undo = append(s.undo, s.till.Close)
	s.rememberAll(vault, merchant, signer, client, api2, tokens, s.till)
	sub := s.till.Subscribe()
	go func() {
		for {
			n, err := sub.Next(s.ctx)
			if err != nil {
				return
			}
			s.rememberAll(n, n.Payment)
		}
	}()
	return config.SaveChoices(s.dir(dataFolder), config.Choices{Environment: core.Sandbox})
}

// charge opens a sale and waits for a status.
func (s *teller) charge(minor int64, route core.Route, want ...journal.Status) (journal.View, error) {
	v, err := s.till.Charge(s.ctx, journal.Draft{Amount: money.Amount{Minor: minor, Currency: "LYD"}, Route: route, Cashier: "Samira"})
	if err != nil {
		return v, err
	}
	return s.wait(v.ID, want...)
}

// patience bounds every wait.
const patience = 20 * time.Second

func (s *teller) wait(id journal.SaleID, want ...journal.Status) (v journal.View, err error) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		v, _ = s.till.Sale(id)
		for _, status := range want {
			if v.Status() == status {
				return v, nil
			}
		}
	}
	return v, fmt.Errorf("sale is %s, not %s; refusal %+v", v.Status(), want, v.Refusal)
}

// waitRefusal waits until a step of a sale was refused, again.
func (s *teller) waitRefusal(id journal.SaleID, before *journal.Refusal) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		v, _ := s.till.Sale(id)
		if r := v.Refusal; r != nil && (before == nil || r.At != before.At) {
			s.refused++
			s.rememberAll(*r, v)
			return nil
		}
	}
	return errors.New("nothing was refused")
}

// answered waits until a code was sent or refused; a broken answer may have been
// asked for once more.
func (s *teller) answered(id journal.SaleID) (v journal.View, err error) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		v, _ = s.till.Sale(id)
		if v.Status() == journal.StatusCode {
			return v, nil
		}
		if v.Refusal != nil {
			s.refused++
			s.rememberAll(*v.Refusal, v)
			return v, nil
		}
	}
	return v, fmt.Errorf("sale is %s", v.Status())
}

// idle repeats a step while the one before it is under way.
func idle(do func() error) error {
	for end := time.Now().Add(patience); ; time.Sleep(2 * time.Millisecond) {
		err := do()
		if journal.CodeOf(err) != journal.CodeBusy || time.Now().After(end) {
			return err
		}
	}
}

func (s *teller) rememberValue(value any) {
	text, err := json.Marshal(value)
	s.log.Debug("note", "value", value, "json", string(text), "err", err)
}

// inject leaks the account number, to prove that the search can find it.
func (s *teller) inject() error {
	if !s.Injection {
		return nil
	}
	account := s.values.Account
	s.log.Info("leak", "groups", grouped(account, 4, "-"))
	fmt.Fprintf(os.Stderr, "leak %x\n", account)
	for _, c := range s.values.sent {
		if n, err := strconv.Atoi(c.code); err == nil && c.number {
			s.log.Info("leak", "number", n)
		} else {
			fmt.Fprintf(os.Stderr, "leak %s\n", grouped(c.code, 3, " "))
		}
	}
	return errors.Join(s.draw("leak", receipt.Content{Number: account, Shop: account, Settled: time.Now()}),
		os.WriteFile(filepath.Join(os.TempDir(), "leak"), inBase64Text(account), 0o600))
}
