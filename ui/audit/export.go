package audit

import (
	"strings"

	"sanduq/core/journal"
	"sanduq/ui/exporting"
)

// Export takes along what the filter shows, for the button beside the tabs; nil where
// nothing is exported.
func (s *Screen) Export() func() {
	if s.deps.Export == nil {
		return nil
	}
	return func() { s.deps.Export(s.request()) }
}

// request is what the filter shows now, whatever it shows later.
func (s *Screen) request() exporting.Request {
	f, speech := s.memory.filter, s.deps
	speech.Words = s.deps.Words.In(s.deps.Words.Lang())
	from, to := f.days(s.deps.Today())
	return exporting.Request{Of: exporting.OfAudit, Query: journal.SaleQuery{From: from, To: to}, Asked: s.deps.asked(f),
		Keep: func(r journal.AuditRow) bool { return speech.has(f, r) }}
}

// asked is a filter in words, but its days.
func (d Deps) asked(f filter) string {
	who, kind := d.Words.T("audit.anyone"), d.Words.T("audit.anyKind")
	switch {
	case f.nobody:
		who = d.Words.T("audit.nobody")
	case f.by != "":
		who = f.by
	}
	if f.kind != "" {
		kind = d.Words.T("audit.kind." + f.kind)
	}
	parts := []string{who, kind}
	if search := strings.TrimSpace(f.search); search != "" {
		parts = append(parts, search)
	}
	return strings.Join(parts, " · ")
}
