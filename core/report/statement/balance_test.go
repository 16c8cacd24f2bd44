package statement_test

import (
	"fmt"
	"testing"

	"sanduq/core/report/statement"
)

// TestBalancesStandBesideTheLines: the ends of a file are known where each balance agrees
// with the movements, from old to new or from new to old, and nowhere else.
func TestBalancesStandBesideTheLines(t *testing.T) {
	const head = "Date,Amount (LYD),Balance\n"
	mt := func(closing string) string {
		return ":20:1\n:25:LY83002048000020100120361\n:28C:1\n:60F:C261119LYD100,000\n:61:261120C5,000NTRFNONREF\n:61:261120D2,000NTRFNONREF\n:62F:C261120LYD" + closing + "\n"
	}
	bai := func(closing string) string {
		return "01,A,B,261120,0900,1,80,,2/\n02,A,B,1,261120,,LYD,2/\n03,0201001203,LYD,010,100000,,,015," + closing + ",,/\n16,195,5000,,,/\n16,495,2000,,,/\n49,1,4/\n98,1,1,6/\n99,1,1,8/\n"
	}
	camt := func(closing string) string {
		bal := func(code, sum string) string {
			return `<Bal><Tp><CdOrPrtry><Cd>` + code + `</Cd></CdOrPrtry></Tp><Amt Ccy="LYD">` + sum + `</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
		}
		entry := func(side, sum string) string {
			return `<Ntry><Amt Ccy="LYD">` + sum + `</Amt><CdtDbtInd>` + side + `</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>`
		}
		return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>` +
			bal("OPBD", "100.000") + bal("CLBD", closing) + entry("CRDT", "5.000") + entry("DBIT", "2.000") + `</Stmt></BkToCstmrStmt></Document>`
	}
	for name, c := range map[string]struct{ data, want string }{
		"old to new":      {head + "2026-11-20,5.000,105.000\n2026-11-20,-2.000,103.000\n", "100000 103000 oldFirst true"},
		"new to old":      {head + "2026-11-20,-2.000,103.000\n2026-11-20,5.000,105.000\n", "100000 103000 oldFirst false"},
		"one row":         {head + "2026-11-20,-5.5,94.5\n", "100000 94500 oldFirst true"},
		"a balance lacks": {head + "2026-11-20,5.000,105.000\n2026-11-20,-2.000,\n2026-11-20,1.000,104.000\n", "none"},
		"a row lacks":     {head + "2026-11-20,5.000,105.000\n2026-11-20,1.000,104.000\n2026-11-20,1.000,105.000\n", "none"},
		"both orders":     {head + "2026-11-20,5.000,105.000\n2026-11-20,-5.000,100.000\n", "none"},
		"no balances":     {"Date,Amount (LYD)\n2026-11-20,5.000\n", "none"},
		"mt940":           {mt("103,000"), "100000 103000 oldFirst true"},
		"mt940, a gap":    {mt("104,000"), "none"},
		"bai2":            {bai("103000"), "100000 103000 oldFirst true"},
		"bai2, a gap":     {bai("104000"), "none"},
		"camt.053":        {camt("103.000"), "100000 103000 oldFirst true"},
		"camt.053, a gap": {camt("104.000"), "none"},
	} {
		s, _, err := opened(t, []byte(c.data), answers("LYD"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := "none"
		if opening, closing, oldFirst, ok := statement.Edges(s.Lines); ok {
			got = fmt.Sprint(opening.Minor, closing.Minor, " oldFirst ", oldFirst)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
