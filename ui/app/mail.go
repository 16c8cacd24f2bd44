package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/mailer"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/storage/config"
	"sanduq/storage/keys"
	"sanduq/ui/day"
	"sanduq/ui/present"
	"sanduq/ui/words"
)

// sendZs lets each Z go out by e-mail, where that was set up.
func (a *App) sendZs() {
	m := &mail{app: a, Remembered: config.Remembered(filepath.Join(a.dir, "mail.json")), keep: a.vault.Mail(a.env)}
	set := a.till.Settings()
	m.box = mailer.New(mailer.Options{Source: m, Holder: m, Roots: a.trusted, Name: string(a.env) + " " + set.Shop + " " + set.Till, Log: a.log, Now: a.till.Now})
	a.sent.mail = m
	a.background(m.box.Run)
}

// mail is the Source and the Holder of an Outbox, the Mail of the settings and that of the day.
type mail struct {
	config.Remembered
	app  *App
	box  *mailer.Outbox
	keep keys.MailStore
}

// Newest implements mailer.Source.
func (m *mail) Newest(ctx context.Context) (mailer.Due, error) {
	all, err := m.app.store.Zs(ctx, 0, 1)
	if err != nil || len(all) == 0 {
		return mailer.Due{}, err
	}
	return dueOf(all[0]), nil
}

func dueOf(z journal.Z) mailer.Due { return mailer.Due{Number: z.Seq, At: z.At} }

// After implements mailer.Source.
func (m *mail) After(ctx context.Context, number uint64) (all []mailer.Due, err error) {
	zs, err := queries.ZsAfter(ctx, m.app.store.Zs, number)
	for _, z := range slices.Backward(zs) {
		all = append(all, dueOf(z))
	}
	return all, err
}

// Letter implements mailer.Source.
func (m *mail) Letter(ctx context.Context, number uint64, doubt bool) (l mailer.Letter, err error) {
	a := m.app
	all, err := a.store.Zs(ctx, number+1, 1)
	if err != nil || len(all) == 0 || all[0].Seq != number {
		return l, fmt.Errorf("there is no Z %d: %w", number, err)
	}
	z := all[0]
	paper := receipt.DayPaper{Z: z, Seller: a.till.Settings().SellerAt(z.At)}
	if paper.Movements, err = day.Movements(ctx, a.till, z.Shift); err != nil {
		return l, err
	}
	if paper.Counts, err = day.Counts(ctx, a.till, z); err != nil {
		return l, err
	}
	outside, unread := a.till.OutsideShift(ctx, z)
	paper.Before = receipt.BeforeShift{OutsideShift: outside, Unread: unread != nil}
	w := a.words.In(a.words.Lang())
	slip, err := receipt.NewDayPaper(paper, present.OnPaper(w, nil))
	if err != nil {
		return l, err
	}
	name := journal.ZNumber(z.Seq)
	l = mailer.Letter{File: name + ".pdf", At: z.At, Subject: words.Plain(w.T("mail.subject", "z", name, "shop", z.Shop, "till", z.Till, "day", w.Date(z.At.In(time.Local))))}
	if l.Data, err = a.drawer.SlipPDF(slip, name, z.At); err != nil {
		return l, err
	}
	body := []string{name + " · " + z.Shop + " · " + z.Till, w.T("mail.closed", "at", w.DateTime(z.At.In(time.Local)), "name", present.Somebody(w, z.By))}
	if z.Environment != core.Live {
		l.Subject = "TEST " + l.Subject
		body = append(body, w.T("mail.practice"))
	}
	sums, err := receipt.SumsOf(z)
	if err != nil {
		return l, err
	}
	for _, s := range sums {
		body = append(body, w.T("mail.taken", "sum", present.Major(w, money.Amount{Minor: s.Minor - z.Returned(s.Currency), Currency: s.Currency})+" "+present.Currency(w, s.Currency)))
	}
	body = append(body, "", w.T("mail.attached"))
	if doubt {
		body = append(body, w.T("mail.doubt"))
	}
	l.Body = strings.Join(body, "\n")
	return l, nil
}

// Password implements mailer.Holder.
func (m *mail) Password(ctx context.Context, c mailer.Config) (core.Secret, error) {
	return m.keep.Load(ctx, c.Account())
}

// State implements the Mail of the settings.
func (m *mail) State() mailer.Status { return m.box.Status() }

// Set implements the Mail of the settings. The password is kept first: without it a Config would lock an account.
// Where the Config is not taken then, the letters still go out by the one before, and its password is put back.
func (m *mail) Set(ctx context.Context, c mailer.Config, password core.Secret) error {
	old := m.box.Status().Config
	before, unread := m.keep.Load(ctx, old.Account())
	switch {
	case !c.On() || c.User == "":
		if err := m.keep.Delete(ctx); err != nil {
			return err
		}
	case !password.Empty():
		if err := m.keep.Save(ctx, c.Account(), password); err != nil {
			return err
		}
	}
	err := m.box.Set(ctx, c)
	if err != nil && unread == nil && !before.Empty() && m.box.Status().Config == old {
		err = errors.Join(err, m.keep.Save(context.WithoutCancel(ctx), old.Account(), before))
	}
	return err
}

// Test implements the Mail of the settings. What was lent for it is spent, though no letter may arrive.
func (m *mail) Test(ctx context.Context, c mailer.Config, password core.Secret) (err error) {
	if err := m.app.till.Staff.BackupsChanging(ctx, m.app.till.Settings().Cashier, "e-mail test"); err != nil {
		return err
	}
	if password.Empty() && c.User != "" {
		if password, err = m.Password(ctx, c); err != nil {
			return err
		}
	}
	w, set, now := m.app.words, m.app.till.Settings(), m.app.till.Now()
	l := mailer.Letter{ID: "test " + now.String(), Subject: words.Plain(w.T("mail.test.subject", "shop", set.Shop, "till", set.Till)), Body: w.T("mail.test.body"), At: now}
	return mailer.Send(ctx, c, password, m.app.trusted, l)
}

// On implements the Mail of the day.
func (m *mail) On() bool { return m.box.Status().Config.On() }

// Item implements the Mail of the day.
func (m *mail) Item(z journal.Z) (mailer.Item, bool) { return m.box.Item(dueOf(z)) }

// Again implements the Mail of the day.
func (m *mail) Again(z journal.Z) error { return m.box.Again(dueOf(z)) }
