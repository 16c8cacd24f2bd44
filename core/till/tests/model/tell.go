package model

import (
	"fmt"
	"strings"
)

var (
	truthNames = [...]string{"nothing", "open", "confirmed", "DEBITED", "refused", "expired"}
	fateNames  = [...]string{"", " code loose", " code carried out"}
	stepNames  = [...]string{"absent", "intent", "notSent", "rejected", "createUnknown", "created", "qrIntent", "validateIntent", "otpIntent", "session"}
	planNames  = [...]string{"", " watched", " watch used up"}
	doubtNames = [...]string{"", " UNRESOLVED (no reply)", " UNRESOLVED (unlisted)", " UNRESOLVED (a leg is silent)"}
	callNames  = [...]string{"", " linking", " initiate in flight", " QR in flight", " account in flight", " code in flight", " repeated code in flight"}
)

// describe writes a world down in one line, for a person.
func (m *model) describe(w world) string {
	var parts []string
	for i, s := range w.sale {
		if s.record.step == absent && s.bank == (bank{}) {
			continue
		}
		r := s.record
		d := m.book.of(r)
		text := fmt.Sprintf("#%d %s: %s/%s%s%s%s", i+1, d.status, stepNames[r.step], states[r.state], doubtNames[r.doubt], planNames[r.watch], callNames[s.memory.call])
		for name, on := range map[string]bool{"polled": s.memory.polling} {
			if on {
				text += " " + name
			}
		}
		text += flagsOf([]string{"capped", "repeatable", "conflict", "late", "stale", "401", "aside", "manager", "resolved", "acked", "PAID TWICE", "linked", "QR LOST"},
			[]bool{r.capped, r.repeat, r.conflict, r.late, r.stale, r.denied, r.setAside, r.withManager, r.resolved, r.acked, r.twice, r.linked, r.lost})
		text += fmt.Sprintf(" | bank: QR %s%s, account %s%s", truthNames[s.bank.leg[0]], fateNames[s.bank.code[0]], truthNames[s.bank.leg[1]], fateNames[s.bank.code[1]])
		parts = append(parts, text)
	}
	if w.frozen {
		parts = append(parts, "FROZEN")
	}
	return strings.Join(parts, "\n     ")
}

func flagsOf(names []string, on []bool) (text string) {
	for i, name := range names {
		if on[i] {
			text += " " + name
		}
	}
	return text
}
