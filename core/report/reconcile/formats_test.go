package reconcile_test

import (
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

// source is a file as a person reads it.
type source struct {
	bank, text string
	account    string         // that was chosen
	zone       *time.Location // of the computer; nil is UTC
	at         time.Time      // when it is read and signed; zero is after all others
	answers    map[reconcile.Kind]string
}

// signs reads a file as the screen does, answers its rows and signs it.
func (s *shop) signs(t *testing.T, from source) *reconcile.Result {
	t.Helper()
	f, err := statement.Open(t.Context(), []byte(from.text), statement.Mapping{})
	if err != nil {
		t.Fatal(err)
	}
	if from.zone == nil {
		from.zone = time.UTC
	}
	if from.at.IsZero() {
		from.at = day(28, len(s.statements))
	}
	m, _ := f.Guess()
	m.Plain, m.Account = statement.WayIn, from.account
	read, err := f.Read(t.Context(), m, from.zone)
	if err != nil || len(read.Lines) == 0 || len(read.Broken) > 0 {
		t.Fatalf("%d lines, %v, %v", len(read.Lines), read.Broken, err)
	}
	id, account := f.ID(read.Lines, from.account)
	first, last, _ := read.Span()
	st := journal.BankStatement{ID: id, Bank: from.bank, Account: account, Number: f.Number(from.account),
		From: journal.DayOf(first.In(from.zone)), To: journal.DayOf(last.In(from.zone)), At: from.at}
	st.ID = reconcile.Named(st, read.Lines, s.statements)
	kept := -1
	for i, o := range s.statements {
		if o.ID == st.ID {
			st, kept = o, i
		}
	}
	if s.kept == nil {
		s.kept = map[journal.SaleID]journal.Reconciled{}
	}
	in := reconcile.Input{Statement: st, Lines: read.Lines, Kept: s.kept, Statements: s.statements, Currency: "LYD"}
	if st.Signed == nil {
		st.Lines = reconcile.Listed(in)
		in.Statement = st
	}
	o := statement.Options{Zone: from.zone, Keys: reconcile.Keys(in)}
	o.Known, o.Elsewhere = reconcile.Known(in)
	in.Items = statement.Match(read.Lines, s.entries, o)
	r := reconcile.Build(in)
	for _, row := range r.Rows {
		if answer := from.answers[row.Kind]; row.Open() && answer != "" {
			in.Statement.Answers = append(in.Statement.Answers, journal.BankAnswer{Row: row.Key, Answer: answer, At: from.at})
		}
	}
	r = reconcile.Build(in)
	for _, c := range r.Records() {
		if s.kept[c.Sale] = c; len(c.Lines) == 0 {
			delete(s.kept, c.Sale)
		}
	}
	if st = in.Statement; st.Signed == nil {
		settled := r.Settled()
		st.Settled, st.Signed = &settled, &journal.Decision{By: "Huda", At: from.at}
	}
	if kept < 0 {
		s.statements = append(s.statements, st)
	} else {
		s.statements[kept] = st
	}
	return r
}

// camtOf is a camt.053 of entries, each of a day, a name and an amount.
func camtOf(account string, entries ...[3]string) string {
	var b strings.Builder
	b.WriteString(`<Document><BkToCstmrStmt><Stmt><Acct><Id>` + account + `</Id></Acct>`)
	for _, e := range entries {
		b.WriteString(`<Ntry><Amt Ccy="LYD">` + e[2] + `</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>` + e[0] + `</Dt></BookgDt>` +
			`<NtryDtls><TxDtls><Refs><TxId>` + e[1] + `</TxId></Refs></TxDtls></NtryDtls></Ntry>`)
	}
	return b.String() + `</Stmt></BkToCstmrStmt></Document>`
}

// mtOf is an MT940 of one account, with movements of the 3rd of November.
func mtOf(account string, entries ...[2]string) string {
	text := ":20:A\r\n:25:" + account + "\r\n:28C:1\r\n:60F:C261101LYD100,000\r\n"
	for _, e := range entries {
		text += ":61:2611031103C" + strings.ReplaceAll(e[1], ".", ",") + "NTRF" + e[0] + "//BANK-" + e[0][len(e[0])-4:] + "\r\n"
	}
	return text + "-\r\n"
}

const ownIBAN = "LY83002048000020100120361"

// TestOneAccountInTwoFormatsIsOne: camt has the international number; MT940 has it, too, with
// or without the currency, or the one within the country. Other numbers are other accounts.
func TestOneAccountInTwoFormatsIsOne(t *testing.T) {
	for name, c := range map[string]struct {
		camt, mt string
		want     int64
	}{
		"the same text":               {ownIBAN, ownIBAN, 7_000},
		"the currency is behind it":   {ownIBAN, ownIBAN + "LYD", 7_000},
		"within the bank":             {ownIBAN, "002048/000020100120361", 7_000},
		"without zeros, the currency": {ownIBAN, "002048/20100120361LYD", 7_000},
		"the bank is named elsewise":  {ownIBAN, "BCLYLYTT/20100120361", 7_000}, // no text tells: the name that a person gave the bank does
		"another international one":   {ownIBAN, "LY38021001000000123456789", 14_000},
	} {
		for _, bank := range []string{"Palm Bank", ""} {
			if bank == "" && strings.HasPrefix(c.mt, "BCLY") {
				continue // nothing tells
			}
			for _, order := range [][2]int{{0, 1}, {1, 0}} {
				s := &shop{}
				s.sale(1, 3, 7_000)
				texts := []string{camtOf("<IBAN>"+c.camt+"</IBAN>", [3]string{"2026-11-03", "8F2K-71QD-0001", "7.000"}), mtOf(c.mt, [2]string{"8F2K-71QD-0001", "7.000"})}
				for _, n := range order {
					s.signs(t, source{bank: bank, text: texts[n]})
				}
				if got := s.bankSums(); got.Bank != c.want {
					t.Errorf("%s, %q, %v: the signed statements have %d, want %d", name, bank, order, got.Bank, c.want)
				}
			}
		}
	}
}

// TestANumberOfAnOlderVersionIsFound: it was one digest, of what the file wrote.
func TestANumberOfAnOlderVersionIsFound(t *testing.T) {
	camt, mt := camtOf("<IBAN>"+ownIBAN+"</IBAN>", [3]string{"2026-11-03", "8F2K-71QD-0001", "7.000"}), "002048/20100120361LYD"
	for name, texts := range map[string][2]string{
		"camt, then within the bank": {camt, mtOf(mt, [2]string{"8F2K-71QD-0001", "7.000"})}, "camt, then with the currency": {camt, mtOf(ownIBAN+"LYD", [2]string{"8F2K-71QD-0001", "7.000"})},
		"with the currency, then camt": {mtOf(ownIBAN+"LYD", [2]string{"8F2K-71QD-0001", "7.000"}), camt}, "within the bank, then camt": {mtOf(mt, [2]string{"8F2K-71QD-0001", "7.000"}), camt},
		"the same file": {camt, camt},
	} {
		s := &shop{}
		s.sale(1, 3, 7_000)
		s.signs(t, source{bank: "Palm Bank", text: texts[0]})
		s.statements[0].Number, _, _ = strings.Cut(s.statements[0].Number, " ")
		s.signs(t, source{bank: "Palm Bank", text: texts[1]})
		if got := s.bankSums(); got.Bank != 7_000 {
			t.Errorf("%s: the signed statements have %d, want 7000", name, got.Bank)
		}
	}
}

// TestTwoAccountsInOneFileSettleOnce: the portal gives one file of both accounts, and later
// one of each. Each account is signed from either, in any order, and once.
func TestTwoAccountsInOneFileSettleOnce(t *testing.T) {
	a, b := mtOf("111100001111", [2]string{"8F2K-71QD-0001", "7.000"}), mtOf("222200002222", [2]string{"8F2K-71QD-0002", "9.000"})
	same := mtOf("333300003333", [2]string{"8F2K-71QD-0001", "7.000"})
	for name, c := range map[string]struct {
		files []source
		want  int64
	}{
		"both, then the second": {[]source{{text: a + b, account: "111100001111"}, {text: a + b, account: "222200002222"}, {text: b}}, 16_000},
		"the second, then both": {[]source{{text: b}, {text: a + b, account: "222200002222"}, {text: a + b, account: "111100001111"}}, 16_000},
		"lines that are alike":  {[]source{{text: a + same, account: "111100001111"}, {text: a + same, account: "333300003333"}, {text: same}, {text: a}}, 14_000},
	} {
		s := &shop{}
		s.sale(1, 3, 7_000)
		s.sale(2, 3, 9_000)
		for _, f := range c.files {
			s.signs(t, f)
		}
		if got := s.bankSums(); got.Bank != c.want {
			t.Errorf("%s: the signed statements have %d, want %d", name, got.Bank, c.want)
		}
	}
}

func csvOf(rows ...string) string {
	return "Date,Reference,Amount,Currency\n" + strings.Join(rows, "\n") + "\n"
}

// TestTheAfternoonSettlesInAnotherFormat: the morning was signed from a table, the whole day
// comes as camt. What the table may have had counts once all the same.
func TestTheAfternoonSettlesInAnotherFormat(t *testing.T) {
	iban := "<IBAN>" + ownIBAN + "</IBAN>"
	morning, afternoon := [3]string{"2026-11-03", "8F2K-71QD-0001", "7.000"}, [3]string{"2026-11-03", "8F2K-71QD-0002", "9.000"}
	whole := camtOf(iban, morning, afternoon)
	asks := map[reconcile.Kind]string{reconcile.OnlyBank: reconcile.NotSale, reconcile.OnlyTill: reconcile.Tomorrow, reconcile.OtherAmount: reconcile.AskBank, reconcile.Guess: reconcile.No}
	for name, c := range map[string]struct {
		files []source
		want  journal.BankSums
	}{
		"the morning, then the day": {[]source{{text: csvOf("2026-11-03,8F2K-71QD-0001,7.000,LYD")}, {text: whole}}, journal.BankSums{Bank: 16_000, Clearing: 16_000}},
		"the day, then the morning": {[]source{{text: whole}, {text: csvOf("2026-11-03,8F2K-71QD-0001,7.000,LYD")}}, journal.BankSums{Bank: 16_000, Clearing: 16_000}},
		"a sum of the morning":      {[]source{{text: camtOf(iban, morning)}, {text: mtOf(ownIBAN, [2]string{"8F2K-71QD-0001", "7.000"}, [2]string{"8F2K-71QD-0002", "9.000"})}}, journal.BankSums{Bank: 16_000, Clearing: 16_000}},
		"three formats": {[]source{{text: csvOf("2026-11-03,8F2K-71QD-0001,7.000,LYD")}, {text: whole},
			{text: mtOf(ownIBAN, [2]string{"8F2K-71QD-0001", "7.000"}, [2]string{"8F2K-71QD-0002", "9.000"})}}, journal.BankSums{Bank: 16_000, Clearing: 16_000}},
		"the table has no references": {[]source{{text: csvOf("2026-11-03,,7.000,LYD", "2026-11-03,,9.000,LYD")}, {text: whole}}, journal.BankSums{Bank: 16_000, Suspense: 16_000}},
		"the table has less a fee":    {[]source{{text: csvOf("2026-11-03,8F2K-71QD-0001,6.900,LYD")}, {text: whole}}, journal.BankSums{Bank: 15_900, Clearing: 15_900}},
		"money of no sale":            {[]source{{text: csvOf("2026-11-03,8F2K-71QD-0001,7.000,LYD", "2026-11-03,ELSE-0000-1,9.000,LYD")}, {text: whole}}, journal.BankSums{Bank: 16_000, Clearing: 7_000, Suspense: 9_000}},
		"less money of no sale":       {[]source{{text: csvOf("2026-11-03,8F2K-71QD-0001,7.000,LYD", "2026-11-03,ELSE-0000-1,8.999,LYD")}, {text: whole}}, journal.BankSums{Bank: 24_999, Clearing: 16_000, Suspense: 8_999}},
	} {
		s := &shop{}
		s.sale(1, 3, 7_000)
		s.sale(2, 3, 9_000)
		for _, f := range c.files {
			f.bank, f.answers = "Palm Bank", asks
			s.signs(t, f)
		}
		c.want.Currency = "LYD"
		if got := s.bankSums(); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestASignedLineCountsOnceWhateverTheClockSays: the clock was put back after a statement was
// read and before it was signed.
func TestASignedLineCountsOnceWhateverTheClockSays(t *testing.T) {
	s := &shop{}
	s.sale(1, 3, 7_000)
	s.signs(t, source{bank: "Palm Bank", text: csvOf("2026-11-03,8F2K-71QD-0001,7.000,LYD")})
	s.statements[0].Signed.At = s.statements[0].At.Add(-time.Hour)
	s.signs(t, source{bank: "Palm Bank", text: camtOf("<IBAN>"+ownIBAN+"</IBAN>", [3]string{"2026-11-03", "8F2K-71QD-0001", "7.000"})})
	if got := s.bankSums(); got.Bank != 7_000 {
		t.Errorf("7.000 came, the signed statements have %+v", got)
	}
}

// TestALineBehindMidnightIsOfTheShopsDay: the bank writes the time of another zone. No other
// statement speaks of the day, whatever day it is there.
func TestALineBehindMidnightIsOfTheShopsDay(t *testing.T) {
	tripoli, err := time.LoadLocation("Africa/Tripoli")
	if err != nil {
		t.Fatal(err)
	}
	s := &shop{}
	s.sale(1, 3, 7_000)
	s.entries = append(s.entries, statement.Entry{Sale: journal.NewSaleID("20261104", 1), TransactionID: "8F2K-71QD-0002", Amount: dinars(9_000), At: time.Date(2026, 11, 4, 0, 30, 0, 0, tripoli)})
	camt := strings.ReplaceAll(camtOf("<IBAN>"+ownIBAN+"</IBAN>", [3]string{"2026-11-03T22:30:05Z", "8F2K-71QD-0002", "9.000"}), "Dt>", "DtTm>")
	csv := csvOf("2026-11-03,8F2K-71QD-0001,7.000,LYD", "2026-11-03,ELSE-0000-1,9.000,LYD")
	for _, text := range []string{csv, strings.ReplaceAll(camt, "BookgDtTm", "BookgDt")} {
		s.signs(t, source{bank: "Palm Bank", text: text, zone: tripoli})
	}
	if kept := s.kept[s.entries[1].Sale].Lines; len(kept) != 1 || kept[0].Day != "20261104" || s.statements[1].From != "20261104" {
		t.Errorf("it is kept as %+v, its statement is of %s", kept, s.statements[1].From)
	}
	if got := s.bankSums(); got.Bank != 25_000 {
		t.Errorf("25.000 came, the signed statements have %+v", got)
	}
}
