package statement_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core/report"
	"sanduq/core/report/statement"
)

// bothAccounts are files of two accounts, as banks' portals write them: the first has 7.000 in
// and a stated sum that is wrong, the second 9.000 in and 2.000 out.
var bothAccounts = map[string]string{
	"mt940": ":20:A\r\n:25:111100001111\r\n:28C:1\r\n:60F:C261101LYD100,000\r\n:61:2611031103C7,000NTRFA-0001-X//BANK-0001\r\n:62F:C261103LYD108,000\r\n-\r\n" +
		":20:B\r\n:25:222200002222LYD\r\n:28C:1\r\n:60F:C261101LYD50,000\r\n:61:2611031103C9,000NTRFB-0001-X//BANK-0002\r\n:61:2611031103D2,000NTRFB-0002-X//BANK-0003\r\n:62F:C261103LYD57,000\r\n-\r\n",
	"camt": "<Document><BkToCstmrStmt>" + camtStatement("111100001111", "108.000", "A-0001-X 7.000 CRDT") + camtStatement("222200002222", "107.000", "B-0001-X 9.000 CRDT", "B-0002-X 2.000 DBIT") + "</BkToCstmrStmt></Document>",
	"ofx": "OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>LYD<BANKACCTFROM><BANKID>1<ACCTID>111100001111<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>" +
		"<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261103<TRNAMT>7.000<FITID>A-0001-X<BANKACCTTO><ACCTID>333300003333</BANKACCTTO></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>" +
		"<STMTTRNRS><STMTRS><CURDEF>LYD<BANKACCTFROM><BANKID>1<ACCTID>222200002222<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261103<TRNAMT>9.000<FITID>B-0001-X</STMTTRN>" +
		"<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261103<TRNAMT>-2.000<FITID>B-0002-X</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n",
	"qif": "!Option:AutoSwitch\n!Account\nNShop\nTBank\n^\nNSafe\nTBank\n^\n!Clear:AutoSwitch\n!Type:Cat\nNRent\n^\n" +
		"!Account\nNShop\nTBank\n^\n!Type:Bank\nD2026-11-03\nT7.000\nNA-0001-X\n^\n!Account\nNSafe\nTBank\n^\n!Type:Bank\nD2026-11-03\nT9.000\nNB-0001-X\n^\nD2026-11-03\nT-2.000\nNB-0002-X\n^\n",
	"bai2": "01,A,B,261103,0900,1,80,1,2/\n02,A,B,1,261103,,LYD,2/\n03,111100001111,LYD/\n16,195,7000,0,A-0001-X,/\n49,8000,3/\n" +
		"03,222200002222,LYD/\n16,195,9000,0,B-0001-X,/\n16,495,2000,0,B-0002-X,/\n49,11000,4/\n98,18000,2,9/\n99,18000,1,11/\n",
}

func camtStatement(account, closing string, entries ...string) string {
	out := `<Stmt><Acct><Id><Othr><Id>` + account + `</Id></Othr></Id></Acct>`
	for kind, amount := range map[string]string{"OPBD": "100.000", "CLBD": closing} {
		out += `<Bal><Tp><CdOrPrtry><Cd>` + kind + `</Cd></CdOrPrtry></Tp><Amt Ccy="LYD">` + amount + `</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
	}
	for _, e := range entries {
		f := strings.Fields(e)
		out += `<Ntry><Amt Ccy="LYD">` + f[1] + `</Amt><CdtDbtInd>` + f[2] + `</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt>` +
			`<NtryDtls><TxDtls><Refs><TxId>` + f[0] + `</TxId></Refs></TxDtls></NtryDtls></Ntry>`
	}
	return out + `</Stmt>`
}

// TestSeveralAccountsInOneFileAreNeverMixed, in formats without columns: which is read is
// asked, nothing is read without an answer, and totals of the other account are not held
// against this one. What is read of an account is what a file of it alone says.
func TestSeveralAccountsInOneFileAreNeverMixed(t *testing.T) {
	for name, text := range bothAccounts {
		open := func(text string) *statement.File {
			f, err := statement.Open(t.Context(), []byte(text), statement.Mapping{})
			if err != nil {
				t.Fatal(name, err)
			}
			return f
		}
		f := open(text)
		m, doubts := f.Guess()
		if name == "qif" { // it says neither
			m.Currency, m.Layout, m.Decimal = "LYD", statement.YearFirst, "."
			doubts, _ = f.Validate(m)
		}
		if kept, err := f.Validate(m); err != nil || !slices.Equal(kept, doubts) || !slices.Equal(doubts, []statement.Doubt{statement.DoubtAccount}) {
			t.Errorf("%s: doubts %v, %v of a mapping that was kept", name, doubts, kept)
		}
		all := f.Accounts(m)
		if len(all) != 2 {
			t.Errorf("%s: accounts %v", name, all)
			continue
		}
		s, err := f.Read(t.Context(), m, time.UTC)
		if err != nil || len(s.Lines) != 0 || len(s.Broken) != 3 || s.Broken[0].Code != report.CodeRowAccount || len(s.Gaps) != 0 {
			t.Errorf("%s: without an answer %d lines, %v, %v, %v", name, len(s.Lines), s.Broken, s.Gaps, err)
		}
		numbers := map[string]bool{}
		for n, want := range []struct {
			sums        string
			gaps, other int
		}{{"LYD 7.000", 1, 2}, {"LYD 7.000", 0, 1}} {
			m.Account = all[n]
			doubts, err := f.Validate(m)
			if s, bad := f.Read(t.Context(), m, time.UTC); bad != nil || err != nil || len(doubts) != 0 || counted(s).sums != want.sums || len(s.Lines) != n+1 ||
				len(s.Skipped) != want.other || s.Skipped[0].Why != statement.OtherAccount || len(s.Gaps) != want.gaps && name != "ofx" && name != "qif" {
				t.Errorf("%s: account %d: doubts %v, %v, skipped %v, gaps %v, %v", name, n, doubts, counted(s), s.Skipped, s.Gaps, bad)
			}
			numbers[f.Number(all[n])] = true
		}
		if len(numbers) != 2 || numbers[""] {
			t.Errorf("%s: the accounts are not told apart: %v", name, numbers)
		}
	}
}

// TestAFileOfOneAccountIsNotAskedAbout, written in two ways, and one that has no movement.
func TestAFileOfOneAccountIsNotAskedAbout(t *testing.T) {
	one := func(account, name string) string {
		return ":20:A\r\n:25:" + account + "\r\n:28C:1\r\n:60F:C261101LYD100,000\r\n" + name + "-\r\n"
	}
	move := ":61:2611031103C7,000NTRFA-0001-X//BANK-0001\r\n"
	for name, text := range map[string]string{
		"twice":         one("LY83002048000020100120361", move) + one("LY83002048000020100120361LYD", strings.ReplaceAll(move, "0001", "0002")),
		"without a row": one("111100001111", "") + one("222200002222", move),
	} {
		f, err := statement.Open(t.Context(), []byte(text), statement.Mapping{})
		if err != nil {
			t.Fatal(err)
		}
		m, doubts := f.Guess()
		if s, err := f.Read(t.Context(), m, time.UTC); err != nil || len(doubts) != 0 || len(s.Lines) == 0 || len(s.Broken) != 0 {
			t.Errorf("%s: doubts %v, %d lines, %v", name, doubts, len(s.Lines), err)
		}
	}
}
