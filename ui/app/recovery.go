package app

import (
	"context"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/receipt"
	"sanduq/ui/receipts"
	"sanduq/ui/receipts/downloads"
)

// recovery makes the code that opens this till's backups elsewhere.
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
