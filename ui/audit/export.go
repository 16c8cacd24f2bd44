package audit

import (
	"strings"

	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/screen"
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
	f, env := s.memory.filter, s.env
	env.Words = s.env.Words.In(s.env.Words.Lang())
	from, to := f.days(s.deps.Today())
	return exporting.Request{Of: exporting.OfAudit, Query: journal.SaleQuery{From: from, To: to}, Asked: asked(s.env, f),
		Keep: func(r journal.AuditRow) bool { return has(env, f, r) }}
}

// asked is a filter in words, but its days.
func asked(env screen.Env, f filter) string {
	who, kind := env.Words.T("audit.anyone"), env.Words.T("audit.anyKind")
	switch {
	case f.nobody:
		who = env.Words.T("audit.nobody")
	case f.by != "":
		who = f.by
	}
	if f.kind != "" {
		kind = env.Words.T("audit.kind." + f.kind)
	}
	parts := []string{who, kind}
	if search := strings.TrimSpace(f.search); search != "" {
		parts = append(parts, search)
	}
	return strings.Join(parts, " · ")
}
