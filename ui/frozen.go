package ui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sanduq/core/till"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// BackupTrouble is why the daily backup does not work, and since when. Code is
// a key of the catalogue below "backup.why.".
type BackupTrouble struct {
	Since time.Time
	Code  string
}

// frozen tells that the till was put back to an older state, and lets a
// manager end that once the bank was asked about everything.
func (s *Shell) frozen(r *till.Recovery) alarm {
	w := s.env.Words
	spec := widgets.BannerSpec{Fact: w.T("frozen.fact." + string(r.Cause)), OwnLine: true}
	if !r.Ready() {
		spec.Then = w.T("frozen.asking", "left", len(r.Waiting), "all", r.Open)
		return alarm{spec: spec}
	}
	spec.Then, spec.Action = w.T("frozen.confirm"), w.T("frozen.open")
	return alarm{spec, func() { s.askFrozen(r) }}
}

// askFrozen says what may be missing and asks for the name of the manager who
// knows it now.
func (s *Shell) askFrozen(r *till.Recovery) {
	w := s.env.Words
	until := s.moment(r.At)
	missing := w.T("frozen.missingUnknown", "until", until)
	if !r.Since.IsZero() {
		missing = w.T("frozen.missing", "since", s.moment(r.Since), "until", until)
	}
	text := []string{missing, w.T("frozen.compare"), w.T("frozen.asked", "n", r.Open)}
	if len(r.Unasked) > 0 {
		var names []string
		for _, id := range r.Unasked {
			names = append(names, id.Paper())
		}
		text = append(text, w.T("frozen.unasked", "sales", strings.Join(names, ", ")))
	}
	text = append(text, w.T("frozen.numbers", "sale", "#"+strconv.Itoa(r.Number+1), "receipt", strconv.FormatUint(r.Receipt+1, 10)))
	confirm := func(by string) {
		s.env.Go(func() {
			if err := s.opt.Till.ConfirmRecovery(s.life, by); err != nil && s.life.Err() == nil {
				s.env.Post(func() { s.fail(err) })
			}
		})
	}
	title, all := w.T("frozen.title"), strings.Join(text, "\n")
	if s.signs() {
		s.approve(title, all, confirm)
		return
	}
	s.deps().Ask("bell", title, all, w.T("frozen.do"), []string{w.T("manager.name")}, func(a []string) { confirm(a[0]) })
}

// wrongClock tells both times, with the day where that differs.
func (s *Shell) wrongClock() alarm {
	w, now := s.env.Words, s.env.Now().In(s.env.Zone)
	theirs := now.Add(s.link.Offset)
	ours, bank := words.Time(now), words.Time(theirs)
	if now.Format(time.DateOnly) != theirs.Format(time.DateOnly) {
		ours, bank = s.moment(now), s.moment(theirs)
	}
	return alarm{spec: widgets.BannerSpec{Icon: "clock", Fact: w.T("banner.clock", "till", ours, "bank", bank), Then: w.T("banner.clock.do"), OwnLine: true}}
}

// noBackup tells that no copy could be made.
func (s *Shell) noBackup(t *BackupTrouble) alarm {
	w, key := s.env.Words, "backup.why."+t.Code
	if !w.Has(key) {
		key = "backup.why.other"
	}
	a := alarm{spec: widgets.BannerSpec{Fact: w.T("backup.failing", "since", s.moment(t.Since)), Then: w.T(key), OwnLine: true}}
	if s.opt.Settings != nil && s.at.spot != spotSettings {
		a.spec.Action, a.act = w.T("settings.title"), s.openSettings
	}
	return a
}

// damages are the parts of the records of which a sentence speaks.
var damages = []string{"damage.sales", "damage.receipts", "damage.audit", "damage.settings", "damage.index", "damage.totals"}

// damaged tells what an examination of the records found.
func (s *Shell) damaged() alarm {
	w, key := s.env.Words, "damage."+s.damage
	if !slices.Contains(damages, key) {
		key = "banner.corrupt"
	}
	return alarm{spec: widgets.BannerSpec{Icon: "bell", Fact: w.T(key), Then: w.T("damage.do"), OwnLine: true}}
}

// moment is a day and a time.
func (s *Shell) moment(t time.Time) string {
	return s.env.Words.Moment(t.In(s.env.Zone))
}

// lookAfter notices what no notice of the till tells.
func (s *Shell) lookAfter() {
	if s.opt.Damage != nil {
		if now := s.opt.Damage(); now != s.damage {
			s.damage = now
			s.paintBanner()
		}
	}
	if s.link.Down { // whether there is a network may change in silence
		s.paintBanner()
	}
	if s.opt.Backup == nil {
		return
	}
	now := s.opt.Backup()
	if (now == nil) != (s.backup == nil) || now != nil && *now != *s.backup {
		s.backup = now
		s.paintBanner()
	}
}
