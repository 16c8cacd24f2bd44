package faults

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/tests/script"
)

// question is one thing that a store is asked.
type question struct {
	name string
	// lookUp: found by a text through an index, which is a hint; it may come
	// out short, and Verify notices.
	lookUp bool
	ask    func(ctx context.Context, s journal.Store) (any, error)
}

// questions asks for everything in a small store, and for a choice that seed
// makes in one of more sales than most.
func questions(all []journal.Sale, head journal.Head, most int, seed uint64) (list []question) {
	add := func(name string, lookUp bool, ask func(ctx context.Context, s journal.Store) (any, error)) {
		list = append(list, question{name, lookUp, ask})
	}
	random := rand.New(rand.NewPCG(seed, 11))
	skip := func(n int) bool { return n > most && random.IntN(n) >= most }
	for _, sale := range all {
		if skip(len(all)) {
			continue
		}
		id := sale.ID
		add("sale "+string(id), false, func(ctx context.Context, s journal.Store) (any, error) { return s.Sale(ctx, id) })
		add("secrets of "+string(id), false, func(ctx context.Context, s journal.Store) (any, error) {
			secret, err := s.SaleSecrets(ctx, id)
			return string(secret.Reveal()), err
		})
	}
	for seq := uint64(1); seq <= head.Receipt; seq++ {
		if !skip(int(head.Receipt)) {
			add(fmt.Sprint("receipt ", seq), false, func(ctx context.Context, s journal.Store) (any, error) { return s.Receipt(ctx, seq) })
		}
	}
	one := all[random.IntN(len(all))]
	add("audit", false, func(ctx context.Context, s journal.Store) (any, error) { return s.Audit(ctx, 0, most) })
	add("open", false, func(ctx context.Context, s journal.Store) (any, error) { return s.OpenSales(ctx) })
	add("settings", false, func(ctx context.Context, s journal.Store) (any, error) { return s.Settings(ctx) })
	for _, q := range dayQuestions(head, one.ID) {
		add(q.name, q.lookUp, q.ask)
	}
	add("freeze", false, func(ctx context.Context, s journal.Store) (any, error) { return s.Freeze(ctx) })
	day := one.ID.Day()
	add("head", false, func(ctx context.Context, s journal.Store) (any, error) { return s.Head(ctx, day) })
	for _, q := range []journal.SaleQuery{{Limit: most}, {From: day, To: day, Limit: most}, {Status: journal.StatusPaid, Limit: 100}, {Route: core.RouteQR, Limit: 100},
		{Status: journal.StatusFailed, From: day, To: day}, {Search: one.Amount.Major()}, {Search: one.Session.TransactionID},
		{Search: fmt.Sprint("#", one.ID.Number())}} {
		if q.Search == "" && q.Limit == 0 && q.Status == "" {
			continue
		}
		name := fmt.Sprintf("%+v", q)
		add("sales "+name, q.Search != "", func(ctx context.Context, s journal.Store) (any, error) { return s.Sales(ctx, q) })
		add("totals "+name, q.Search != "", func(ctx context.Context, s journal.Store) (any, error) { return s.Totals(ctx, q) })
	}
	add("figures", false, func(ctx context.Context, s journal.Store) (any, error) { return figures(ctx, s) })
	for _, q := range []journal.SaleQuery{{Cashier: cmp.Or(one.Cashier, journal.Nobody)}, {Amounts: journal.Amounts{Currency: one.Amount.Currency}, From: day, To: day},
		{Amounts: journal.Amounts{Currency: one.Amount.Currency, Min: one.Amount.Minor, Max: one.Amount.Minor}},
		{Hour: journal.ClockHour{Zone: time.UTC, Hour: one.CreatedAt.UTC().Hour()}}} {
		q.Limit = 100
		name := fmt.Sprintf("%+v", q)
		add("sales "+name, true, func(ctx context.Context, s journal.Store) (any, error) { return s.Sales(ctx, q) })
		add("totals "+name, q.Amounts.Bounded(), func(ctx context.Context, s journal.Store) (any, error) { return s.Totals(ctx, q) })
	}
	return list
}

func figures(ctx context.Context, s journal.Store) (all []journal.Figure, err error) {
	for f, err := range s.Figures(ctx, "", "") {
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// answers asks all of the questions. What was refused as damage is nil.
func answers(ctx context.Context, s journal.Store, list []question) (out []*string, err error) {
	for _, q := range list {
		v, err := q.ask(ctx, s)
		switch {
		case errors.Is(err, journal.ErrCorrupt):
			out = append(out, nil)
			continue
		case errors.Is(err, journal.ErrNotFound):
			v = "not found"
		case err != nil:
			return nil, fmt.Errorf("%s: an error that tells nothing: %w", q.name, err)
		}
		text := script.AsText(v)
		out = append(out, &text)
	}
	return out, nil
}
