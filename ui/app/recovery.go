package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/storage"
	"sanduq/storage/keys"
	"sanduq/ui/audit"
	"sanduq/ui/receipts"
	"sanduq/ui/receipts/downloads"
)

// recovery makes the code that opens this till's backups elsewhere, and takes it in the place
// of a passphrase that was forgotten.
type recovery struct{ *App }

func (r recovery) Made(ctx context.Context) (bool, error) { return r.store.HasRecoveryCode(ctx) }

// Make makes a code once it is written down who does: one that cannot be given
// away would end the one before it, and open what is kept from then on to nobody.
func (r recovery) Make(ctx context.Context, by string) (core.Secret, error) {
	if err := r.till.Staff.RecoveryCodeMade(ctx, by); err != nil {
		return core.Secret{}, err
	}
	return r.store.NewRecoveryCode(ctx)
}

// Sheet is saved where receipts are.
func (r recovery) Sheet(ctx context.Context, code core.Secret) (string, error) {
	w, set, now := r.words, r.till.Settings(), time.Now()
	groups := strings.Split(code.Reveal(), "-")
	file, err := receipts.NewDrawer().SheetPDF(receipt.Sheet{
		Title: w.T("settings.recovery"), RTL: w.RTL(), Made: now,
		Large: []string{strings.Join(groups[:len(groups)/2], " - "), strings.Join(groups[len(groups)/2:], " - ")},
		Notes: []string{w.T("settings.recovery.sheet.made", "shop", set.Shop, "till", set.Till, "date", w.Date(now)), w.T("settings.recovery.away")},
	})
	if err != nil {
		return "", err
	}
	return downloads.SaveInDownloads(ctx, "recovery-code.pdf", file)
}

// typedCode is a recovery code as it was made: digits of any script, with whatever parts
// its groups on the paper that it was copied from.
func typedCode(code core.Secret) core.Secret { return core.NewSecret(money.Plain(code.Reveal(), "-")) }

// Files that a passphrase closed which was forgotten stay beside the data: who finds it
// again can put them back. unnoted is the name of the key's own, until an opening has
// written into the audit that it was replaced.
const (
	closedFiles = "till.wrapped-"
	closedKey   = closedFiles + "key"
	unnoted     = closedKey + ".forgotten"
)

// forgottenAt is what ends a name once it needs no note, or is none.
func forgottenAt(at time.Time) string { return ".forgotten-" + at.UTC().Format("20060102-150405") }

// replacePassphrase puts a new passphrase in the place of one that was forgotten, by the
// recovery code of the data. Nothing is changed where the code does not fit. Where the
// process ends in the middle, the next start finds no key, and offers the same code. The
// error is a *startup.Problem.
func (r recovery) replacePassphrase(ctx context.Context, code, phrase core.Secret) error {
	code = typedCode(code)
	if _, err := storage.RecoverKey(filepath.Join(r.dir, "till.db"), code); err != nil {
		return r.problem(err)
	}
	back, err := r.setClosedAside(time.Now())
	if err == nil {
		source := keys.NewPassphrase(r.dir, phrase)
		err = storage.Unlock(ctx, storage.Options{Dir: r.dir, Environment: r.env, Keys: source, Checkpoints: source, Logger: r.log}, code)
	}
	r.log.Info("new passphrase by the recovery code", "err", err)
	if err != nil {
		back()
	}
	return r.problem(err)
}

// setClosedAside gives other names to what the passphrase of the data closed; back undoes
// it.
func (r recovery) setClosedAside(now time.Time) (back func(), err error) {
	moved := map[string]string{}
	back = func() {
		for from, to := range moved {
			if err := os.Rename(to, from); err != nil {
				r.log.Error("a file of the forgotten passphrase was not put back", "err", err)
			}
		}
	}
	all, err := os.ReadDir(r.dir)
	for _, one := range all {
		name := one.Name()
		if what, closed := strings.CutPrefix(name, closedFiles); !closed || strings.Contains(what, ".") {
			continue // none, or aside already
		}
		from, to := filepath.Join(r.dir, name), filepath.Join(r.dir, name+forgottenAt(now))
		if free := filepath.Join(r.dir, unnoted); name == closedKey && !mayExist(free) {
			to = free
		}
		if err = os.Rename(from, to); err != nil {
			break
		}
		moved[from] = to
	}
	return back, err
}

// mayExist reports whether a file may be there.
func mayExist(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// noteForgotten writes into the audit that a passphrase was replaced since the last
// opening.
func (r recovery) noteForgotten(ctx context.Context) error {
	aside := filepath.Join(r.dir, unnoted)
	if !mayExist(aside) {
		return nil
	}
	now := time.Now()
	head, err := r.store.Head(ctx, journal.DayOf(now))
	if err == nil {
		err = r.store.Commit(ctx, journal.Change{Audit: []journal.AuditRow{{Seq: head.Audit + 1, At: now, By: "recovery-code", Action: audit.PassphraseReplaced}}})
	}
	if err != nil {
		return err
	}
	if err := os.Rename(aside, filepath.Join(r.dir, closedKey+forgottenAt(now))); err != nil {
		r.log.Warn("the audit will say once more that the passphrase was replaced", "err", err)
	}
	return nil
}
