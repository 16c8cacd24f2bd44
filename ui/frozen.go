package ui

import (
	"strconv"
	"strings"
	"time"

	"sanduq/core/journal"
)

// askFrozen says what may be missing from a till that was put back to an older
// state, and asks for the name of the manager who knows it now.
func (s *Shell) askFrozen(r *journal.Recovery) {
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
			if err := s.opt.Till.ConfirmRecovery(s.env.Life, by); err != nil && s.env.Life.Err() == nil {
				s.env.Post(func() { s.banner.Fail(err) })
			}
		})
	}
	title, all := w.T("frozen.title"), strings.Join(text, "\n")
	if s.session.Signs() {
		s.approvals.Ask([]journal.Right{journal.RightRecover}, title, all, confirm)
		return
	}
	s.sales().Asker().Ask("bell", title, all, w.T("frozen.do"), []string{w.T("manager.name")}, nil, func(a []string) { confirm(a[0]) })
}

// moment is a day and a time.
func (s *Shell) moment(t time.Time) string { return s.env.Words.Moment(t.In(s.env.Zone)) }
