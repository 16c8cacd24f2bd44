package statement_test

import "testing"

// TestLayouts: heads, signs and currencies in layouts that no file of the corpus has. Nothing is answered, so that
// what is read here is what the file itself says.
func TestLayouts(t *testing.T) {
	const sides = "20/11/2026;A-0001-X;12.50;\n21/11/2026;A-0002-X;;3.50\n"
	both := sample{lines: 2, sums: "EUR -9.00"}
	for name, c := range map[string]struct {
		text string
		want sample
	}{
		"sides in brackets": {"Date;Ref;Amount (Dr) EUR;Amount (Cr) EUR\n" + sides, both},
		"sides in French":   {"Date;Réf;Montant débit (EUR);Montant crédit (EUR)\n" + sides, both},
		"and with a word":   {"Date;Réf;Montant au débit EUR;Montant au crédit EUR\n" + sides, both},
		"sides in German":   {"Datum;Referenz;Betrag Soll EUR;Betrag Haben EUR\n" + sides, both},
		"turnover":          {"Datum;Referenz;Umsatz Soll (EUR);Umsatz Haben (EUR)\n" + sides, both},
		"sides in Arabic":   {"التاريخ;المرجع;المبلغ المدين (EUR);المبلغ الدائن (EUR)\n" + sides, both},
		"value in Arabic":   {"التاريخ;المرجع;القيمة مدين EUR;القيمة دائن EUR\n" + sides, both},
		"sides in English":  {"Date;Ref;Amount Debited EUR;Amount Credited EUR\n" + sides, both},
		"out and in":        {"Date;Ref;EUR Amount out;EUR Amount in\n" + sides, both},
		"payments":          {"Date;Ref;Payments EUR;Receipts EUR\n" + sides, both},
		"both in one head":  {"Date;Ref;Debit/Credit Amount EUR\n20/11/2026;A-0001-X;-12.50\n21/11/2026;A-0002-X;+3.50\n", both},
		"a row of units":    {";;Movements;\nDate;Ref;Debit;Credit\n;;EUR;EUR\n" + sides, both},
		"all is a word":     {"Date;Ref;Amount (all fees included);D/C\n20/11/2026;A-0001-X;12.50;C\n", sample{doubts: "currency", broken: "2 rowCurrency"}},
		"a plus":            {"Date;Ref;Amount EUR\n20/11/2026;A-0001-X;+12.50\n21/11/2026;A-0002-X;-3.50\n22/11/2026;A-0003-X;7.00\n", sample{doubts: "sign", lines: 2, broken: "4 rowSign", sums: "EUR 9.00"}},
		"other hyphens":     {"Date;Ref;Amount EUR\n20/11/2026;A-0001-X;12.50\n21/11/2026;A-0002-X;\u00ad3.50\n22/11/2026;A-0003-X;\u20101.00\n23/11/2026;A-0004-X;1.00\uff0d\n", sample{lines: 4, sums: "EUR 7.00"}},
		"a total, dated":    {"Date;Ref;Amount EUR\n20/11/2026;A-0001-X;12.50\n21/11/2026;A-0002-X;-12.50\n31/02/2026;TOTAL;-3.50\n;TOTAL;0.00\n", sample{lines: 2, broken: "4 rowDate", sums: "EUR 0.00"}},
		"sides, half known": {"Date;Ref;Amount EUR;Debit/Credit\n20/11/2026;A-0001-X;12.50;Debit\n21/11/2026;A-0002-X;3.50;Crdit\n22/11/2026;A-0003-X;1.50;\n", sample{doubts: "sign", lines: 1, broken: "3 rowSign, 4 rowSign", sums: "EUR -12.50"}},
	} {
		s, doubts, err := opened(t, []byte(c.text), nil)
		got := counted(s)
		got.doubts = doubts
		if err != nil || got.String() != c.want.String() {
			t.Errorf("%s: %v\n%v\nwant\n%v", name, err, got, c.want)
		}
	}
}
