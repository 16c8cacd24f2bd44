package app

import (
	"context"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/receipt"
	"sanduq/core/till"
	"sanduq/ui/receipts"
)

// recovery makes the code that opens this till's backups elsewhere.
type recovery struct{ *App }

func (r recovery) Made(ctx context.Context) (bool, error) { return r.store.HasRecoveryCode(ctx) }

// Make gives the code away only when it is written down who made it. Who may
// not make one does not end the one before it either.
func (r recovery) Make(ctx context.Context, by string) (core.Secret, error) {
	if !r.till.May(till.RightRecover) {
		return core.Secret{}, &till.Error{Code: till.CodeManager}
	}
	code, err := r.store.NewRecoveryCode(ctx)
	if err == nil {
		err = r.till.RecoveryCodeMade(ctx, by)
	}
	if err != nil {
		return core.Secret{}, err
	}
	return code, nil
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
	return receipts.SaveInDownloads(ctx, "recovery-code.pdf", file)
}
