package statement_test

import (
	"fmt"
	"testing"

	"sanduq/core/report/statement"
)

// camtEntry is money that came on 20 November, with its details and what the bank says of charges.
func camtEntry(sum, inside string) string {
	return `<Ntry><Amt Ccy="LYD">` + sum + `</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>` + inside + `</Ntry>`
}

func camtDetail(id, sum, inside string) string {
	return `<TxDtls><Refs><EndToEndId>` + id + `</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="LYD">` + sum + `</Amt></TxAmt></AmtDtls>` + inside + `</TxDtls>`
}

// A charge that is stated is in the entry, or was booked elsewhere: the sums tell which.
func TestChargesOfCAMT(t *testing.T) {
	first, second := camtDetail("8F2K-71QD-0001", "60.000", ""), camtDetail("8F2K-71QD-0002", "40.000", "")
	details := func(all ...string) (text string) {
		for _, one := range all {
			text += one
		}
		return "<NtryDtls>" + text + "</NtryDtls>"
	}
	for name, c := range map[string]struct{ sum, inside, want string }{
		"none":                       {"100.000", details(first, second), "[8F2K-71QD-0001] 60.000, [8F2K-71QD-0002] 40.000, "},
		"taken off":                  {"99.000", `<Chrgs><Amt Ccy="LYD">1.000</Amt></Chrgs>` + details(first, second), "[8F2K-71QD-0001] 60.000, [8F2K-71QD-0002] 40.000, [] -1.000, "},
		"taken off, and their total": {"99.000", `<Chrgs><TtlChrgsAndTaxAmt Ccy="LYD">1.000</TtlChrgsAndTaxAmt><Amt Ccy="LYD">1.000</Amt></Chrgs>` + details(first, second), "[8F2K-71QD-0001] 60.000, [8F2K-71QD-0002] 40.000, [] -1.000, "},
		"taken off with tax":         {"98.800", `<Chrgs><TtlChrgsAndTaxAmt Ccy="LYD">1.200</TtlChrgsAndTaxAmt><Amt Ccy="LYD">1.000</Amt></Chrgs>` + details(first, second), "[8F2K-71QD-0001] 60.000, [8F2K-71QD-0002] 40.000, [] -1.200, "},
		"booked elsewhere":           {"100.000", `<Chrgs><TtlChrgsAndTaxAmt Ccy="LYD">1.000</TtlChrgsAndTaxAmt></Chrgs>` + details(first, second), "[8F2K-71QD-0001] 60.000, [8F2K-71QD-0002] 40.000, "},
		"one, booked elsewhere":      {"60.000", `<Chrgs><Amt Ccy="LYD">1.000</Amt></Chrgs>` + details(first), "[8F2K-71QD-0001] 60.000, "},
		"one, taken off":             {"59.000", `<Chrgs><Amt Ccy="LYD">1.000</Amt></Chrgs>` + details(first), "[8F2K-71QD-0001] 60.000, [] -1.000, "},
		"taken off of each": {"98.000", details(camtDetail("8F2K-71QD-0001", "60.000", `<Chrgs><Rcrd><Amt Ccy="LYD">1.500</Amt></Rcrd></Chrgs>`),
			camtDetail("8F2K-71QD-0002", "40.000", `<Chrgs><TtlChrgsAndTaxAmt Ccy="LYD">0.500</TtlChrgsAndTaxAmt></Chrgs>`)), "[8F2K-71QD-0001] 60.000, [8F2K-71QD-0002] 40.000, [] -2.000, "},
		"one, taken off of it":        {"59.000", details(camtDetail("8F2K-71QD-0001", "60.000", `<Chrgs><Rcrd><Amt Ccy="LYD">1.000</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>`)), "[8F2K-71QD-0001] 60.000, [] -1.000, "},
		"one, taken off in its words": {"59.000", details(camtDetail("8F2K-71QD-0001", "60.000", `<RmtInf><Ustrd>less 1.000</Ustrd></RmtInf>`)), "[8F2K-71QD-0001] 59.000, gap 1.000, "},
		"one of a batch":              {"100.000", `<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>` + first + `</NtryDtls>`, "[] 100.000, gap -40.000, "},
	} {
		s, _, _ := read(t, []byte("<Document><BkToCstmrStmt><Stmt>"+camtEntry(c.sum, c.inside)+"</Stmt></BkToCstmrStmt></Document>"))
		got := ""
		for _, l := range s.Lines {
			got += fmt.Sprint(l.IDs, " ", l.Amount.Major(), ", ")
		}
		for _, g := range s.Gaps {
			if g.Total == "details" {
				got += "gap " + statement.Gap{Stated: g.Found, Found: g.Stated}.Missing().Major() + ", "
			}
		}
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
	}
}

// Balances of an account are not held against entries that are written in another currency.
func TestBalancesOfCAMTAreHeldAgainstTheirCurrency(t *testing.T) {
	balance := func(kind, sum string) string {
		return `<Bal><Tp><CdOrPrtry><Cd>` + kind + `</Cd></CdOrPrtry></Tp><Amt Ccy="LYD">` + sum + `</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
	}
	for currency, want := range map[string]int{"LYD": 1, "USD": 0} {
		entry := `<Ntry><Amt Ccy="` + currency + `">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>`
		s, _, _ := read(t, []byte("<Document><BkToCstmrStmt><Stmt>"+balance("OPBD", "10.000")+balance("CLBD", "250.000")+entry+"</Stmt></BkToCstmrStmt></Document>"))
		if len(s.Gaps) != want {
			t.Errorf("%s: %v", currency, s.Gaps)
		}
	}
}
