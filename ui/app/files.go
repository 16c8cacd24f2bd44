package app

import (
	"context"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/storage/config"
	"sanduq/ui/desktop/drives"
	"sanduq/ui/exporting"
	"sanduq/ui/exporting/daily"
)

// files writes files by itself while the till runs. It is the Files of the settings.
type files struct {
	app       *App
	exporting func() *exporting.Deps
	writer    *daily.Writer
}

// writeFiles begins, where files were chosen; exporting is what makes them.
func (a *App) writeFiles(exporting func() *exporting.Deps) {
	kept := config.Remembered(filepath.Join(a.dir, "files.json"))
	f := &files{app: a, exporting: exporting}
	f.writer = daily.New(daily.Options{Load: kept.Load, Save: kept.Save, Zs: a.store.Zs, Statements: a.store.Statements, TakeName: f.takeName, Write: f.write,
		Now: func() time.Time { return a.till.Now().In(time.Local) }, Log: a.log})
	a.sent.files = f
	a.background(f.writer.Run)
}

// takeName keeps two tills of one name from writing over each other's files.
func (f *files) takeName(folder, owner string) error {
	return daily.TakeName(filepath.Join(folder, fileOf(f.app.env, f.app.till.Settings().Till, "sanduq-till.txt")), owner)
}

// write writes one file of a day. Several tills may write into one folder.
func (f *files) write(ctx context.Context, folder string, day journal.Day, k daily.Kind) error {
	a := f.app
	d := f.exporting()
	w := a.words.In(a.words.Lang())
	q := report.Query{Filter: report.Filter{Period: report.Period{From: day, To: day}}}
	r := exporting.Request{Query: journal.SaleQuery{From: day, To: day}, Of: k.Of, Report: &q}
	job, err := d.Source.Job(ctx, r, k.Form, d.Shop(), w)
	if err != nil {
		return err
	}
	_, err = export.Save(ctx, filepath.Join(folder, fileOf(a.env, a.till.Settings().Till, r.Name(k.Form))), job)
	return err
}

// fileOf is the name of a file of a till's own. A till for practice may be called as the one that it is practised for.
func fileOf(env core.Environment, till, name string) string {
	till = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, till)
	if env != core.Live {
		till = "TEST-" + till
	}
	return till + "-" + name
}

func (f *files) State() daily.Status { return f.writer.Status() }

func (f *files) Set(ctx context.Context, c daily.Config) error { return f.writer.Set(ctx, c) }

func (f *files) Again() error { return f.writer.Again() }

func (*files) Drives() []string { return exporting.Folders(drives.Folders()) }
