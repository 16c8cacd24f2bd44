package secrets

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/check"
	"sanduq/storage/keys"
)

var entries = map[core.Route]journal.AccountEntry{
	core.RouteAccount: {Route: core.RouteAccount, InstitutionCode: "FPB", InstitutionName: "First Practice Bank"},
	core.RouteWallet:  {Route: core.RouteWallet, InstitutionCode: "PWL", InstitutionName: "Practice Wallet"},
}

// The ends of paths that are made to fail.
const (
	pathOpen     = "/web-payment/initiate"
	pathValidate = "initiate-payment-request"
	pathSubmit   = "/payment-request"
	pathWallet   = "process-payment-request"
	pathStatus   = "/web-payment/check-status"
	pathQR       = "/merchant-qr"
)

func (s *teller) byQR() error {
	v, err := s.charge(12_540, core.RouteQR, journal.StatusPaid) // the bank approves by itself
	s.rememberValue(v)
	return err
}

// named lets the bank send a code.
func (s *teller) named(v journal.View, account string) error {
	e := entries[v.Route]
	e.Account = core.NewSecret(account)
	s.rememberAll(e)
	return idle(func() error { return s.till.Validate(s.ctx, v.ID, e) })
}

func (s *teller) submit(v journal.View, code string) error {
	return idle(func() error { return s.till.SubmitOTP(s.ctx, v.ID, core.NewSecret(code), false) })
}

func (s *teller) newest() string { return s.values.sent[len(s.values.sent)-1].code }

func (s *teller) fromAccount() error { return s.pay(core.RouteAccount, s.values.Account, 25_000) }
func (s *teller) fromWallet() error  { return s.pay(core.RouteWallet, s.values.Wallet, 31_000) }

// pay pays by a code, after a wrong one.
func (s *teller) pay(route core.Route, account string, minor int64) error {
	v, err := s.charge(minor, route, journal.StatusEntry)
	if err == nil {
		err = s.named(v, account)
	}
	if err == nil {
		v, err = s.wait(v.ID, journal.StatusCode)
	}
	if err == nil {
		err = s.submit(v, s.values.code()) // not the one that was sent
	}
	if err == nil {
		err = s.waitRefusal(v.ID, v.Refusal)
	}
	if err == nil {
		err = s.submit(v, s.values.sent[len(s.values.sent)-2].code)
	}
	if err == nil {
		v, err = s.wait(v.ID, journal.StatusPaid)
	}
	s.rememberValue(v)
	return err
}

// quotes lets every call fail in every way while secrets are on the wire.
func (s *teller) quotes() error {
	for i, how := range []string{quote4xx, quote5xx, quoteBad, quoteRaw, quoteGo, drop} {
		if err := s.quotesAt(int64(40_000+1000*i), how); err != nil {
			return fmt.Errorf("%s: %w", how, err)
		}
	}
	return nil
}

func (s *teller) quotesAt(minor int64, how string) error {
	// No payment comes of it.
	s.wire.once(pathOpen, how)
	v, err := s.charge(minor, core.RouteQR, journal.StatusNotOpened, journal.StatusUnknown)
	if err != nil {
		return err
	}
	s.rememberAll(v)
	for _, route := range []core.Route{core.RouteAccount, core.RouteWallet} {
		if v, err = s.charge(minor, route, journal.StatusEntry); err != nil {
			return err
		}
		s.wire.once(pathValidate, how)
		if err = s.named(v, s.values.Wrong); err != nil {
			return err
		}
		if v, err = s.answered(v.ID); err != nil {
			return err
		}
		if v.Status() == journal.StatusEntry {
			if err = s.named(v, map[core.Route]string{core.RouteAccount: s.values.Account, core.RouteWallet: s.values.Wallet}[route]); err != nil {
				return err
			}
			if v, err = s.wait(v.ID, journal.StatusCode); err != nil {
				return err
			}
		}
		s.wire.once(map[core.Route]string{core.RouteAccount: pathSubmit, core.RouteWallet: pathWallet}[route], how)
		if err := s.submit(v, s.newest()); err != nil {
			return err
		}
		s.wire.once(pathStatus, how)
		time.Sleep(50 * time.Millisecond)
		_, err := s.till.Institutions(s.ctx, v.ID, route)
		s.rememberAll(err, s.till.Check(s.ctx, v.ID))
		now, _ := s.till.Sale(v.ID)
		s.rememberAll(now)
		s.rememberValue(now)
	}
	s.wire.once(pathQR, how)
	if v, err = s.charge(minor, core.RouteQR, journal.StatusChoosing, journal.StatusWaiting); err != nil {
		return err
	}
	s.wire.once(pathStatus, how)
	s.rememberAll(s.till.Check(s.ctx, v.ID), s.till.SetAside(s.ctx, v.ID, journal.AsideWrongAmount))
	return nil
}

// plain are words for paper without a catalogue.
type plain struct{}

func (plain) Say(key string, args ...any) string { return fmt.Sprintln(append([]any{key}, args...)...) }
func (plain) DateTime(t time.Time) string        { return t.Format(time.DateTime) }
func (plain) Currency(code string) string        { return code }
func (plain) RTL() bool                          { return false }

// receipts draws every receipt as PDF and PNG.
func (s *teller) receipts() error {
	page, err := s.store.Sales(s.ctx, journal.SaleQuery{Status: journal.StatusPaid})
	if err != nil {
		return err
	}
	for _, sale := range page.Sales {
		r, err := s.till.Receipt(s.ctx, sale.ReceiptSeq)
		if err != nil {
			return err
		}
		s.rememberAll(r, sale)
		if err := s.draw(fmt.Sprint("receipt-", r.Seq), receipt.NewContent(r, receipt.Copy{}, plain{})); err != nil {
			return err
		}
	}
	return nil
}

func (s *teller) draw(name string, c receipt.Content) error {
	font := func(weight string) []byte { b, _ := assets.Font(weight); return b }
	d, err := receipt.NewDrawer(receipt.Fonts{Regular: font("Regular"), Medium: font("Medium"), SemiBold: font("SemiBold"), Bold: font("Bold")})
	if err != nil {
		return err
	}
	pdf, err := d.PDF(c)
	if err != nil {
		return err
	}
	picture, err := d.PNG(c)
	if err != nil {
		return err
	}
	s.rememberAll(c)
	return errors.Join(os.WriteFile(filepath.Join(s.dir(paperFolder), name+".pdf"), pdf, 0o600),
		os.WriteFile(filepath.Join(s.dir(paperFolder), name+".png"), picture, 0o600))
}

// backups makes a recovery code, backups before and after, and uses both.
func (s *teller) backups() error {
	if _, err := backup.Make(s.ctx, s.store); err != nil {
		return err
	}
	var code core.Secret
	for range 2 { // the second one comes with another data key
		var err error
		if code, err = s.store.NewRecoveryCode(s.ctx); err != nil {
			return err
		}
		s.extra = append(s.extra, named("recovery code", code.Reveal()),
			named("recovery code without dashes", strings.ReplaceAll(code.Reveal(), "-", "")))
		if err := s.till.Staff.RecoveryCodeMade(s.ctx, "Samira"); err != nil {
			return err
		}
	}
	raw, err := s.key.Load(s.ctx)
	if err != nil {
		return err
	}
	s.extra = append(s.extra, Secret{Name: "newer data key", Value: raw})
	time.Sleep(1100 * time.Millisecond) // backups are named by the second
	path, err := backup.Make(s.ctx, s.store)
	if err != nil {
		return err
	}
	wrong := core.NewSecret(strings.Repeat("0000-", 7) + "0000")
	_, err = storage.RecoverKey(path, wrong)
	if err := s.mustFail("another recovery code", err); err != nil {
		return err
	}
	if _, err := storage.RecoverKey(path, code); err != nil {
		return err
	}
	elsewhere := filepath.Join(s.dir(dataFolder), "elsewhere")
	other := keys.NewPassphrase(elsewhere, core.NewSecret(s.values.Phrase))
	_, err = backup.Restore(s.ctx, storage.Options{Dir: elsewhere, Keys: other, Logger: s.log}, path)
	if err := s.mustFail("a backup without its key", err); err != nil {
		return err
	}
	report, err := s.store.Verify(s.ctx)
	s.rememberAll(code, report)
	return err
}

// children starts processes of ours with keys in our own environment, and
// keeps what they were given.
func (s *teller) children() error {
	api, secret := s.bank.Credentials()
	for name, value := range map[string]string{"SERVICE_API_KEY": api.Reveal(), "SERVICE_SECRET_KEY": secret.Reveal(),
		"SERVICE_CLIENT_ID": s.values.Client, "SERVICE_HMAC_SECRET": s.values.HMAC} {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
		defer func() { _ = os.Unsetenv(name) }()
	}
	out := filepath.Join(s.dir(childFolder), "checker.txt")
	script := filepath.Join(s.dir(childFolder), "checker.sh")
	text := "#!/bin/sh\ntr '\\0' '\\n' </proc/$$/environ >'" + out + "'\ntr '\\0' '\\n' </proc/$$/cmdline >>'" + out + "'\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		return err
	}
	if err := check.Command(script)(s.ctx, s.store.Path()); err != nil {
		return err
	}
	given, err := os.ReadFile(out)
	if err == nil && !strings.Contains(string(given), "PATH=") {
		err = errors.New("the child kept nothing")
	}
	return err
}

// print writes every value of the story in every way that a careless line of
// code may.
func (s *teller) print() error {
	s.till.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := os.Create(filepath.Join(s.dir(printFolder), "values.txt"))
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(file, nil))
	for _, v := range append(s.printed, s.bank.Calls().Newest(500)) {
		_, _ = fmt.Fprintf(file, "%T %v\n%+v\n%#v\n", v, v, v, v)
		if v == any(s.store) {
			continue // a wrong verb would lead fmt into the pages of the file, which others may be changing
		}
		_, _ = fmt.Fprintf(file, "%s\n%q\n%x\n%d\n", v, v, v, v)
		text, err := json.Marshal(v)
		_, _ = fmt.Fprintf(file, "%s %v\n", text, err)
		log.Info("value", "v", v)
		if err, ok := v.(error); ok {
			for ; err != nil; err = errors.Unwrap(err) {
				_, _ = fmt.Fprintf(file, "%v\n%#v\n", err, err)
			}
		}
	}
	return file.Close()
}

func inBase64Text(text string) []byte {
	return []byte("a few words before " + base64.StdEncoding.EncodeToString([]byte("x "+text+" y")) + " and after")
}
