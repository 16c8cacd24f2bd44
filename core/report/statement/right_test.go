package statement_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/report/statement"
)

// TestTheRightPayment: which of several payments a line is, and which it is not.
func TestTheRightPayment(t *testing.T) {
	noon := "2026-11-20 12:00:00"
	told := func(l statement.Line, words string) statement.Line { l.Text = core.NewSecret(words); return l }
	dated := func(l statement.Line) statement.Line {
		l.Dated, l.At = true, l.At.UTC() // the same moment, as a store gives it back
		return l
	}
	written := func(l statement.Line, hours int) statement.Line {
		l.At = l.At.In(time.FixedZone("", hours*3600))
		l.Noon = l.At.Format(time.TimeOnly) == "12:00:00" // as File.Read has it
		return l
	}
	two := []statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 12:00:00"), entry(2, "8F2K-71QD-0002", 5000, "2026-11-20 12:06:00")}
	for name, c := range map[string]struct {
		lines   []statement.Line
		entries []statement.Entry
		want    string
	}{
		"a day of the till's zone": {[]statement.Line{dated(line(1, "", 5000, "2026-11-20 00:00:00"))}, []statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 00:30:00")},
			"assumed time row 1 sale 1 sure false\n"},
		"and the end of that day": {[]statement.Line{dated(line(1, "", 5000, "2026-11-20 00:00:00"))}, []statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 23:30:00")},
			"assumed time row 1 sale 1 sure false\n"},
		"the next day is another": {[]statement.Line{dated(line(1, "", 5000, "2026-11-20 00:00:00"))}, []statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-21 00:30:00")},
			"onlyBank  row 1 sale 0 sure true\nonlyTill  row 0 sale 1 sure true\n"},
		"a bank that writes midnight for each": {[]statement.Line{line(1, "", 5000, "2026-11-20 00:00:00"), line(2, "", 7000, "2026-11-21 00:00:00")},
			[]statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 14:30:00")}, "assumed time row 1 sale 1 sure false\nonlyBank  row 2 sale 0 sure true\n"},
		"midnight of UTC, east of it": {[]statement.Line{line(1, "", 5000, "2026-11-20 02:00:00"), line(2, "", 7000, "2026-11-21 02:00:00")},
			[]statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 14:30:00")}, "assumed time row 1 sale 1 sure false\nonlyBank  row 2 sale 0 sure true\n"},
		"a bank that writes noon for each": {[]statement.Line{line(1, "", 5000, "2026-11-20 12:00:00"), line(2, "", 7000, "2026-11-21 12:00:00")},
			[]statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 14:30:00")}, "assumed time row 1 sale 1 sure false\nonlyBank  row 2 sale 0 sure true\n"},
		"noon of its own clock": {[]statement.Line{written(line(1, "", 5000, "2026-11-20 19:00:00"), -5), written(line(2, "", 7000, "2026-11-21 19:00:00"), -5)},
			[]statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 14:30:00")}, "assumed time row 1 sale 1 sure false\nonlyBank  row 2 sale 0 sure true\n"},
		"noon for one of two": {[]statement.Line{line(1, "", 5000, "2026-11-20 12:00:00"), line(2, "", 7000, "2026-11-21 12:00:01")},
			[]statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 14:30:00")}, "onlyBank  row 1 sale 0 sure true\nonlyTill  row 0 sale 1 sure true\nonlyBank  row 2 sale 0 sure true\n"},
		"noon for one alone": {[]statement.Line{line(1, "", 5000, "2026-11-20 12:00:00")},
			[]statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 14:30:00")}, "onlyBank  row 1 sale 0 sure true\nonlyTill  row 0 sale 1 sure true\n"},
		"and one that does not": {[]statement.Line{line(1, "", 5000, "2026-11-20 00:00:00"), line(2, "", 7000, "2026-11-21 00:00:01")},
			[]statement.Entry{entry(1, "8F2K-71QD-0001", 5000, "2026-11-20 14:30:00")}, "onlyBank  row 1 sale 0 sure true\nonlyTill  row 0 sale 1 sure true\nonlyBank  row 2 sale 0 sure true\n"},
		"the nearer of two": {[]statement.Line{line(1, "", 5000, "2026-11-20 12:06:20")}, two,
			"onlyTill  row 0 sale 1 sure true\nassumed time row 1 sale 2 sure false\n"},
		"the named of two": {[]statement.Line{line(1, "", 5000, "2026-11-20 12:05:50"), line(2, "8F2K71QD0002", 5000, "2026-11-20 12:00:10")}, two,
			"assumed time row 1 sale 1 sure false\nmatched id row 2 sale 2 sure true\n"},
		"cut off behind":   {[]statement.Line{line(1, "8F2K71QD00", 5000, "2026-11-24 12:00:00")}, two[:1], "matched part row 1 sale 1 sure true\n"},
		"cut off before":   {[]statement.Line{line(1, "2K-71QD-0001", 5000, "2026-11-24 12:00:00")}, two[:1], "matched part row 1 sale 1 sure true\n"},
		"cut off too much": {[]statement.Line{line(1, "8F2K71QD", 5000, "2026-11-29 12:00:00")}, two[:1], "onlyTill  row 0 sale 1 sure true\nonlyBank  row 1 sale 0 sure true\n"},
		"two begin alike": {[]statement.Line{line(1, "8F2K71QD00", 5000, "2026-11-29 12:00:00")}, two,
			"onlyTill  row 0 sale 1 sure true\nonlyTill  row 0 sale 2 sure true\nonlyBank  row 1 sale 0 sure true\n"},
		"cut off, another sum": {[]statement.Line{line(1, "8F2K71QD00", 5100, "2026-11-29 12:00:00")}, two[:1], "onlyTill  row 0 sale 1 sure true\nonlyBank  row 1 sale 0 sure true\n"},
		"six digits": {[]statement.Line{told(line(1, "", 5000, "2026-11-29 12:00:00"), "PAYMENT 730412 THANK YOU")}, []statement.Entry{entry(1, "730412", 5000, noon)},
			"onlyTill  row 0 sale 1 sure true\nonlyBank  row 1 sale 0 sure true\n"},
		"six digits in a field of their own": {[]statement.Line{line(1, "730412", 5000, "2026-11-29 12:00:00")}, []statement.Entry{entry(1, "730412", 5000, noon)}, "matched id row 1 sale 1 sure true\n"},
		"and at another sum":                 {[]statement.Line{line(1, "730412", 5100, "2026-11-29 12:00:00")}, []statement.Entry{entry(1, "730412", 5000, noon)}, "onlyTill  row 0 sale 1 sure true\nonlyBank  row 1 sale 0 sure true\n"},
	} {
		if got := describe(statement.Match(c.lines, c.entries, statement.Options{Zone: tripoli})); got != c.want {
			t.Errorf("%s:\n%swant\n%s", name, got, c.want)
		}
	}
	// What a file says in another zone is the same moment; a row that is there twice is one payment.
	s, _, err := opened(t, []byte("Date,Ref,Amount EUR,D/C\n2026-11-20T22:30:05Z,BANK-0001,5.00,C\n2026-11-20T22:30:05Z,BANK-0001,5.00,C\n2026-11-20T22:30:05Z,BANK-0002,1.00,D\n"), nil)
	if err != nil || len(s.Lines) != 2 || len(s.Skipped) != 1 || s.Skipped[0].Why != statement.Repeated {
		t.Fatalf("%+v, %v", s, err)
	}
	e := entry(1, "8F2K-71QD-0001", 500, "2026-11-21 00:30:00")
	e.Amount.Currency = "EUR"
	items := statement.Match(s.Lines[:1], []statement.Entry{e}, statement.Options{Zone: tripoli, Window: time.Minute})
	if got := describe(items); got != "assumed time row 2 sale 1 sure false\n" {
		t.Error(got)
	}
}

// TestAStatementTellsItsAccount, the same one in each format.
func TestAStatementTellsItsAccount(t *testing.T) {
	camt := func(account string) string {
		return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>` +
			`<Acct><Id>` + account + `</Id></Acct><Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>` +
			`</Stmt></BkToCstmrStmt></Document>`
	}
	mt := func(account string) string {
		return ":20:1\r\n:25:" + account +
			"\r\n:28C:1\r\n:60F:C261101LYD0,\r\n:61:2611011101C1,000NMSCA\r\n:62F:C261101LYD1,\r\n"
	}
	seen := map[string]string{}
	for name, text := range map[string]string{
		"a camt": camt("<IBAN>LY83 0020 4800 0020</IBAN>"), "a mt": mt("LY83002048000020"),
		"a other": camt("<Othr><Id>LY83002048000020</Id></Othr>"), "b mt": mt("LY83002048000021"),
		"c camt": camt("<IBAN>LY83002048000022</IBAN>"),
		"d bai":  "01,A,B,261101,0900,1,80,1,2/\n02,A,B,1,261101,,LYD,2/\n03,12345678,LYD/\n",
	} {
		f, err := statement.Open(t.Context(), []byte(text), statement.Mapping{})
		if err != nil {
			t.Fatal(name, err)
		}
		number := f.Number("")
		if of, there := seen[number]; number == "" || there && of[0] != name[0] {
			t.Errorf("%s: %q is of %s too", name, number, of)
		}
		seen[number] = name
	}
	if len(seen) != 4 {
		t.Errorf("%d accounts, want 4: %v", len(seen), seen)
	}
}
