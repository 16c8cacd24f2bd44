package payment

import (
	"context"
	"errors"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// banksFresh is how long a list of institutions is used without asking again.
const banksFresh = 10 * time.Minute

// banks is the newest list of institutions that the gateway gave.
type banks struct {
	list  []core.Institution
	at    time.Time
	under bool // it is being asked for
}

// Institutions is till.Till.Institutions.
func (t *Teller) Institutions(ctx context.Context, id journal.SaleID, route core.Route) ([]core.Institution, error) {
	t.mu.Lock()
	now := t.cfg.Now()
	known, age := fitting(t.banks.list, route), now.Sub(t.banks.at)
	if journal.DayOf(t.banks.at) != journal.DayOf(now) {
		known = nil // so old a list is worth a wait
	}
	renew := len(known) > 0 && (age > banksFresh || age < 0) && !t.banks.under
	t.banks.under = t.banks.under || renew
	t.mu.Unlock()
	if len(known) == 0 {
		list, err := t.fetchInstitutions(ctx, id)
		return fitting(list, route), err
	}
	if renew {
		t.cfg.Work.Go(func() {
			if _, err := t.fetchInstitutions(t.cfg.Work.Context(), id); err != nil {
				t.cfg.Logger.Warn("institutions not renewed", "err", err)
			}
			t.mu.Lock()
			t.banks.under = false
			t.mu.Unlock()
		})
	}
	return known, nil
}

func (t *Teller) fetchInstitutions(ctx context.Context, id journal.SaleID) ([]core.Institution, error) {
	r, err := t.run(id)
	if err != nil {
		return nil, err
	}
	sdk := r.sdkNow()
	if sdk == nil {
		return nil, journal.Refuse(journal.CodeStep, errors.New("sale has no payment"))
	}
	list, err := sdk.FetchInstitutions(ctx)
	switch {
	case errors.Is(err, core.ErrUnauthorized):
		return nil, journal.Refuse(journal.CodeDenied, err)
	case err != nil:
		return nil, journal.Refuse(journal.CodeNoAnswer, err)
	}
	t.mu.Lock()
	t.banks.list, t.banks.at = list, t.cfg.Now()
	t.mu.Unlock()
	return list, nil
}

func fitting(list []core.Institution, route core.Route) []core.Institution {
	var out []core.Institution
	for _, i := range list {
		if i.Rail == "" || i.Rail == route.Rail() {
			out = append(out, i)
		}
	}
	return out
}
