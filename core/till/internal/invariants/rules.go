package invariants

import (
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
)

func misbegun(g *Given, s *journal.Sale, c *journal.Change) bool {
	if s.Version != 1 {
		return false
	}
	intends := s.Step == journal.StepIntent && s.Session == (core.PaymentSession{}) && c.Receipt == nil
	cash := s.Step == journal.StepCash && c.Cash != nil
	return !intends && !cash || s.ID != journal.NewSaleID(g.Day, g.Last+1)
}

func altered(g *Given, s *journal.Sale, _ *journal.Change) bool {
	was := &g.Sale
	if was.Version == 0 {
		return false
	}
	return s.OrderID != was.OrderID || s.Amount != was.Amount || s.Environment != was.Environment || s.BaseURL != was.BaseURL ||
		s.Replaces != was.Replaces || !s.CreatedAt.Equal(was.CreatedAt) ||
		was.Session.PaymentID != "" && s.Session.PaymentID != was.Session.PaymentID
}

// rank orders the states of a session as a payment meets them. Two of one rank exclude
// each other.
func rank(s core.State) int {
	switch s {
	case core.StatePending:
		return 1
	case core.StateQRGenerated:
		return 2
	case core.StateOTPRequired:
		return 3
	case core.StateWaitingPayment, core.StateAuthorized:
		return 4
	case core.StateFailed, core.StateExpired:
		return 5
	case core.StateSuccess:
		return 6
	}
	return 0 // no payment was opened yet
}

func backwards(g *Given, s *journal.Sale, _ *journal.Change) bool {
	was, is := g.Sale.Session.State, s.Session.State
	return was != is && rank(is) <= rank(was)
}

func unproven(_ *Given, s *journal.Sale, _ *journal.Change) bool {
	return s.Session.State == core.StateSuccess && s.ReceiptSeq == 0
}

func otherProof(_ *Given, s *journal.Sale, c *journal.Change) bool {
	r := c.Receipt
	if r == nil {
		return false
	}
	p := &s.Session
	return r.Amount != s.Amount || r.OrderID != s.OrderID || r.Environment != s.Environment || r.Late != p.Late ||
		p.PaymentID == "" || r.PaymentID != p.PaymentID || r.TransactionID != p.TransactionID ||
		p.Amount != s.Amount || p.OrderID != s.OrderID
}

func unsettled(g *Given, s *journal.Sale, c *journal.Change) bool {
	at := g.Sale.SettledAt
	switch {
	case c.Receipt != nil:
		at = c.Receipt.SettledAt
	case c.Cash != nil:
		at = c.Cash.TakenAt
	default:
		return !s.SettledAt.Equal(at)
	}
	return at.IsZero() || !s.SettledAt.Equal(at)
}

func unopened(_ *Given, s *journal.Sale, _ *journal.Change) bool {
	switch s.Step {
	case journal.StepNotSent, journal.StepRejected, journal.StepCreateUnknown:
		return s.Session.PaymentID != ""
	}
	return false
}

func unaskable(g *Given, s *journal.Sale, c *journal.Change) bool {
	if c.Secrets == nil || c.Secrets.Empty() {
		announced := s.Step == journal.StepOTPIntent && g.Sale.Step != journal.StepOTPIntent
		return announced || c.Secrets != nil && (s.Watchable() || s.SecondWatched())
	}
	return false
}

func codeForgotten(g *Given, s *journal.Sale, _ *journal.Change) bool {
	return !s.CodeSubmitted && (g.Sale.CodeSubmitted || s.Step == journal.StepOTPIntent)
}

func undecided(g *Given, s *journal.Sale, c *journal.Change) bool {
	was := &g.Sale
	for _, word := range [][2]*journal.Decision{{was.SetAside, s.SetAside}, {was.WithManager, s.WithManager},
		{was.ResolvedOutside, s.ResolvedOutside}, {was.Reversed, s.Reversed}} {
		if word[0] != nil && word[1] == nil {
			return true
		}
	}
	if was.ResolvedOutside != nil || s.ResolvedOutside == nil {
		return false
	}
	told := func(r journal.AuditRow) bool { return r.Action == journal.AuditResolvedOutside && r.SaleID == s.ID }
	return was.WithManager == nil || was.Session.State == core.StateSuccess || !slices.ContainsFunc(c.Audit, told)
}

func replacesPaid(g *Given, s *journal.Sale, _ *journal.Change) bool {
	was := &g.Sale
	paid := was.Session.State == core.StateSuccess || was.TookCash()
	return paid && s.ReplacedBy != was.ReplacedBy || len(s.Instead) < len(was.Instead)
}

func misowed(g *Given, s *journal.Sale, c *journal.Change) bool {
	opened := 0
	for i := range c.Debts {
		row := &c.Debts[i]
		if row.Kind != journal.DebtOpened || row.Sale != s.ID {
			continue
		}
		if opened++; opened > 1 || row.Amount != s.Amount || s.ReceiptSeq == 0 && s.CashSeq == 0 {
			return true
		}
	}
	return s.OwedSince.IsZero() && !g.Sale.OwedSince.IsZero()
}
