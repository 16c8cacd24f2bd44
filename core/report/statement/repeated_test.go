package statement_test

import (
	"fmt"
	"testing"
)

// Two customers pay the same sum on one day. Their rows are two where the column of names has
// none: a word that is none, what a spreadsheet made of a long number, or what other rows have, too.
func TestTwoPaymentsAreNotOneSinceTheirNameIsNone(t *testing.T) {
	for name, c := range map[string]struct {
		ids  [4]string // of 2.500, 2.500, 9.000 and 2.500 a day later
		want int
	}{
		"names of their own":        {[4]string{"8F2K-71QD-0001", "8F2K-71QD-0002", "8F2K-71QD-0003", "8F2K-71QD-0004"}, 4},
		"a row that is there twice": {[4]string{"8F2K-71QD-0001", "8F2K-71QD-0001", "8F2K-71QD-0003", "8F2K-71QD-0004"}, 3},
		"no name is provided":       {[4]string{"NONREF", "NONREF", "8F2K-71QD-0003", "8F2K-71QD-0004"}, 4},
		"a word":                    {[4]string{"QR PAYMENT", "QR PAYMENT", "8F2K-71QD-0003", "8F2K-71QD-0004"}, 4},
		"a word in Arabic":          {[4]string{"تحويل وارد", "تحويل وارد", "8F2K-71QD-0003", "8F2K-71QD-0004"}, 4},
		"a number in short":         {[4]string{"6.12412E+11", "6.12412E+11", "8F2K-71QD-0003", "8F2K-71QD-0004"}, 4},
		"a number in short, comma":  {[4]string{"6,12412E+11", "6,12412E+11", "8F2K-71QD-0003", "8F2K-71QD-0004"}, 4},
		"that of the terminal":      {[4]string{"TERM-00412", "TERM-00412", "TERM-00412", "8F2K-71QD-0004"}, 4},
		"that of the shop":          {[4]string{"10020030", "10020030", "8F2K-71QD-0003", "10020030"}, 4},
	} {
		text := "Date;Reference;Amount;Currency\n"
		for i, id := range c.ids {
			text += fmt.Sprintf("2026-11-%02d;%s;%s;LYD\n", 3+i/3, id, []string{"+2.500", "+2.500", "+9.000", "+2.500"}[i])
		}
		if s, _, _ := read(t, []byte(text)); len(s.Lines) != c.want || len(s.Skipped) != 4-c.want {
			t.Errorf("%s: %d lines, left out %v, want %d lines", name, len(s.Lines), s.Skipped, c.want)
		}
	}
}

// It is so in the other formats.
func TestTwoPaymentsOfAWordAreTwo(t *testing.T) {
	entry := `<Ntry><NtryRef>INCOMING</NtryRef><Amt Ccy="LYD">2.500</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt></Ntry>`
	move := ":61:2611031103C2,500NTRFNONREF//INCOMING\r\n:86:QR\r\n"
	one := "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261103<TRNAMT>2.500<FITID>INCOMING</STMTTRN>"
	for name, text := range map[string]string{
		"camt":  "<Document><BkToCstmrStmt><Stmt>" + entry + entry + "</Stmt></BkToCstmrStmt></Document>",
		"mt940": ":20:1\r\n:25:1\r\n:28C:1\r\n:60F:C261101LYD0,\r\n" + move + move + "-\r\n",
		"ofx":   "<OFX><STMTRS><CURDEF>LYD<BANKTRANLIST>" + one + one + "</BANKTRANLIST></STMTRS></OFX>",
		"bai2":  "01,A,B,261103,0900,1,80,1,2/\n02,A,B,1,261103,,LYD,2/\n03,12345678,LYD/\n16,195,2500,0,INCOMING,,QR\n16,195,2500,0,INCOMING,,QR\n",
	} {
		if s, _, _ := read(t, []byte(text)); len(s.Lines) != 2 {
			t.Errorf("%s: %d lines, left out %v", name, len(s.Lines), s.Skipped)
		}
	}
}
