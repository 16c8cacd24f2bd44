package agent

import (
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// seal signs the days that the office asked for. Where the chains end is what both have
// proved to each other.
func (t *conversation) seal(ctx context.Context, cfg Config, answer office.DaysAnswer) error {
	to, can := cfg.Office.(Sealer)
	if !can {
		return nil
	}
	after := answer.Seals
	for days := range slices.Chunk(answer.Seal, office.MaxSeals) {
		var seals []office.Seal
		for _, day := range days {
			s, err := t.sealOf(ctx, cfg, day)
			if err != nil {
				return err
			}
			seals = append(seals, s)
		}
		var err error
		if after, err = to.Seal(ctx, after, seals); err != nil {
			return t.refused(cfg, nil, err)
		}
	}
	return nil
}

func (t *conversation) sealOf(ctx context.Context, cfg Config, day journal.Day) (office.Seal, error) {
	out := office.Seal{Till: cfg.Till, Epoch: t.cursor.Epoch, Day: day, At: office.Moment(cfg.Now()), Ends: t.own}
	r := cfg.reader(ctx, t.version)
	var all []journal.Sale
	if err := r.walk(day, func(s journal.Sale) bool { all = append(all, s); return true }); err != nil {
		return out, err
	}
	var sum office.DaySeal
	for _, s := range slices.Backward(all) {
		sale := office.As(office.SaleOf(s), t.version)
		sum.Add(&sale)
	}
	sum.Fill(&out)
	return out, nil
}
