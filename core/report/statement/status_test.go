package statement_test

import (
	"strings"
	"testing"
)

// TestAStatusInTheBanksOwnWords: what is pending in camt is no movement, whichever element
// says so, and a word that is not known makes the entry an unread one.
func TestAStatusInTheBanksOwnWords(t *testing.T) {
	for status, want := range map[string]struct {
		lines           int
		skipped, unread string
	}{
		"BOOK": {lines: 1}, "<Cd>BOOK</Cd>": {lines: 1}, "": {lines: 1}, "<Prtry>BOOKED</Prtry>": {lines: 1}, "<Prtry> </Prtry>": {lines: 1},
		"PDNG": {skipped: "pending"}, "<Cd>PDNG</Cd>": {skipped: "pending"}, "<Prtry>PENDING</Prtry>": {skipped: "pending"},
		"<Prtry>Cancelled</Prtry>": {skipped: "reversed"}, "<Prtry>X17</Prtry>": {unread: "1 rowStatus"},
	} {
		text := "<Document><BkToCstmrAcctRpt><Rpt>" + strings.ReplaceAll(camtStatement("111100001111", "107.000", "A-0001-X 7.000 CRDT"), "BOOK", status) + "</Rpt></BkToCstmrAcctRpt></Document>"
		s, _, err := opened(t, []byte(strings.NewReplacer("<Stmt>", "", "</Stmt>", "").Replace(text)), nil)
		skipped := ""
		for _, k := range s.Skipped {
			skipped += string(k.Why)
		}
		if err != nil || len(s.Lines) != want.lines || skipped != want.skipped || broken(s) != want.unread {
			t.Errorf("%q: %d lines, skipped %q, unread %q, %v", status, len(s.Lines), skipped, broken(s), err)
		}
	}
}
