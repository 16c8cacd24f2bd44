package statement_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	utf16 "golang.org/x/text/encoding/unicode"

	"sanduq/core/report"
	"sanduq/core/report/statement"
)

var tripoli = func() *time.Location {
	zone, err := time.LoadLocation("Africa/Tripoli")
	if err != nil {
		panic(err)
	}
	return zone
}()

// read opens a file, guesses its columns, answers what is asked with dinars that
// came in, and reads it.
func read(t testing.TB, data []byte) (statement.Statement, statement.Mapping, []statement.Doubt) {
	t.Helper()
	f, err := statement.Open(context.Background(), data, statement.Mapping{})
	if err != nil {
		t.Fatal(err)
	}
	m, doubts := f.Guess()
	for _, d := range doubts { // what a person is asked for
		switch d {
		case statement.DoubtCurrency:
			m.Currency = "LYD"
		case statement.DoubtSign:
			m.Plain = statement.WayIn
		}
	}
	kept, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var again statement.Mapping
	if err := json.Unmarshal(kept, &again); err != nil || again != m {
		t.Fatalf("a mapping that was kept is %+v, %v", again, err)
	}
	s, err := f.Read(context.Background(), again, tripoli)
	if err != nil {
		t.Fatalf("%v with %+v", err, m)
	}
	return s, m, doubts
}

func at(text string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04:05", text, tripoli)
	if err != nil {
		panic(err)
	}
	return t
}

// lines are what all of the files below say.
var lines = []struct {
	id    string
	minor int64
	at    time.Time
}{{"8F2K-71QD-0446", 12500, at("2026-11-20 14:31:20")}, {"9A00-0001-0447", 1250750, at("2026-11-20 15:02:00")}, {"77", -3000, at("2026-11-21 09:00:00")}}

func check(t *testing.T, name string, s statement.Statement, dated bool) {
	t.Helper()
	if len(s.Lines) != len(lines) || len(s.Broken) != 0 {
		t.Fatalf("%s: %d lines, broken %v", name, len(s.Lines), s.Broken)
	}
	for i, want := range lines {
		l, moment := s.Lines[i], want.at
		if dated {
			moment = time.Date(moment.Year(), moment.Month(), moment.Day(), 0, 0, 0, 0, tripoli)
		}
		if l.ID() != want.id || l.Amount.Minor != want.minor || l.Amount.Currency != "LYD" || !l.At.Equal(moment) || l.Dated != dated {
			t.Errorf("%s: line %d is %s %v %v, dated %v", name, i, l.ID(), l.Amount, l.At, l.Dated)
		}
	}
}

func TestBanksWriteInManyWays(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		dated bool
	}{
		"plain": {"Date,Time,Transaction ID,Description,Amount,Currency\n2026-11-20,14:31:20,8F2K-71QD-0446,QR,12.500,LYD\n" +
			"2026-11-20,15:02:00,9A00-0001-0447,\"Sale, big\",1250.750,LYD\n2026-11-21,09:00:00,77,Fee,-3.000,LYD\n", false},
		"semicolons, comma": {"Bank of nothing;;;;\nAccount;LY83002048000020100120361;;;\n\nBooking date;Reference;Details;Credit;Debit\n" +
			"20.11.2026;8F2K-71QD-0446;QR;12,500;\n20.11.2026;9A00-0001-0447;Sale;1.250,750;\n21.11.2026;77;Fee;;3,000\n", true},
		"tabs, day first": {"Value Date\tRef\tAmount\n20/11/2026 14:31:20\t8F2K-71QD-0446\tLYD 12.500\n20/11/2026 15:02:00\t9A00-0001-0447\t1,250.750 CR\n" +
			"21/11/2026 09:00:00\t77\t3.000 DR\n", false},
		"Arabic": {"التاريخ;الوقت;رقم الحركة;البيان;دائن;مدين;العملة\n٢٠/١١/٢٠٢٦;١٤:٣١:٢٠;8F2K-71QD-0446;دفع برمز;١٢٫٥٠٠;;د.ل\n" +
			"٢٠/١١/٢٠٢٦;١٥:٠٢:٠٠;9A00-0001-0447;بيع;١٬٢٥٠٫٧٥٠;;د.ل\n٢١/١١/٢٠٢٦;٠٩:٠٠:٠٠;77;رسوم;;٣٫٠٠٠;د.ل\n", false},
		"French":         {"Date opération;Libellé;Référence;Montant\n20/11/2026;Vente;8F2K-71QD-0446;12,500\n20/11/2026;Vente;9A00-0001-0447;1 250,750\n21/11/2026;Frais;77;-3,000\n", true},
		"brackets, bars": {"date|reference|amount\r\n20-Nov-2026|8F2K-71QD-0446|12.500\r\n20-Nov-2026|9A00-0001-0447|1'250.750\r\n21-Nov-2026|77|(3.000)\r\n", true},
		"no heads":       {"2026-11-20 14:31:20,12.500\n2026-11-20 15:02:00,1250.750\n2026-11-21 09:00:00,-3.000\n", false},
	} {
		s, _, doubts := read(t, []byte(c.text))
		if name == "no heads" {
			if fmt.Sprint(doubts) != "[columns currency id]" || len(s.Lines) != 3 || s.Lines[1].Amount.Minor != 1250750 {
				t.Errorf("%s: %v %+v", name, doubts, s.Lines)
			}
			continue
		}
		check(t, name, s, c.dated)
	}
}

func TestEncodings(t *testing.T) {
	text := "التاريخ;الوقت;رقم الحركة;البيان;المبلغ\n2026-11-20;14:31:20;8F2K-71QD-0446;دفع برمز الاستجابة;12.500\n" +
		"2026-11-20;15:02:00;9A00-0001-0447;بيع كبير;1250.750\n2026-11-21;09:00:00;77;رسوم;-3.000\n"
	western := "Date opération;Heure;Référence;Libellé;Montant\n2026-11-20;14:31:20;8F2K-71QD-0446;été;12.500\n" +
		"2026-11-20;15:02:00;9A00-0001-0447;Café;1250.750\n2026-11-21;09:00:00;77;Frais;-3.000\n"
	encode := func(e encoding.Encoding, s string) []byte {
		out, err := e.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(out)
	}
	for name, c := range map[string]struct {
		data []byte
		want statement.Encoding
	}{
		"utf-8":              {[]byte(text), statement.UTF8},
		"utf-8 with mark":    {[]byte("\ufeff" + text), statement.UTF8},
		"utf-16le with mark": {encode(utf16.UTF16(utf16.LittleEndian, utf16.UseBOM), text), statement.UTF16LE},
		"utf-16be with mark": {encode(utf16.UTF16(utf16.BigEndian, utf16.UseBOM), text), statement.UTF16BE},
		"utf-16le, none":     {encode(utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM), text), statement.UTF16LE},
		"utf-16be, none":     {encode(utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM), text), statement.UTF16BE},
		"windows-1256":       {encode(charmap.Windows1256, text), statement.Windows1256},
		"windows-1252":       {encode(charmap.Windows1252, western), statement.Windows1252},
	} {
		s, m, _ := read(t, c.data)
		if m.Encoding != c.want {
			t.Errorf("%s: taken for %s", name, m.Encoding)
		}
		check(t, name, s, false)
	}
}

func TestWorkbooks(t *testing.T) {
	book := excelize.NewFile()
	style, err := book.NewStyle(&excelize.Style{NumFmt: 22})
	if err != nil {
		t.Fatal(err)
	}
	rows := [][]any{{"My bank"}, nil, {"Date", "Reference", "Credit", "Debit"}}
	for _, l := range lines {
		local := time.Date(l.at.Year(), l.at.Month(), l.at.Day(), l.at.Hour(), l.at.Minute(), l.at.Second(), 0, time.UTC)
		credit, debit := any(float64(l.minor)/1000), any(nil)
		if l.minor < 0 {
			credit, debit = nil, float64(-l.minor)/1000
		}
		rows = append(rows, []any{local, l.id, credit, debit})
	}
	for i, r := range rows {
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &r); err != nil {
			t.Fatal(err)
		}
	}
	if err := book.SetColStyle("Sheet1", "A", style); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		t.Fatal(err)
	}
	s, m, doubts := read(t, out.Bytes())
	if m.Layout != statement.Serial || fmt.Sprint(doubts) != "[currency]" {
		t.Errorf("%+v, %v", m, doubts)
	}
	check(t, "workbook", s, false)
	if s.Lines[0].Row != 4 {
		t.Errorf("row %d", s.Lines[0].Row)
	}
}

const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Ntry><Amt Ccy="LYD">12.500</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><DtTm>2026-11-20T14:31:20+02:00</DtTm></ValDt>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><TxId>8F2K-71QD-0446</TxId></Refs><RmtInf><Ustrd>from LY83002048000020100120361</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="LYD">30.000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
<NtryDtls><TxDtls><Refs><TxId>PART-0001</TxId></Refs><Amt Ccy="LYD">10.000</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>
<TxDtls><Refs><TxId>PART-0002</TxId></Refs><AmtDtls><TxAmt><Amt Ccy="LYD">20.000</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="LYD">3.000</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryRef>77</NtryRef></Ntry>
<Ntry><Amt Ccy="LYD">9.000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="LYD">9.0005</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="XYZ">9</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="LYD">9</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>
<Ntry><Amt Ccy="LYD">9</Amt><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`

func TestCAMT(t *testing.T) {
	s, _, _ := read(t, []byte(camt))
	got := ""
	for _, l := range s.Lines {
		got += fmt.Sprintf("%d %s %v %v\n", l.Row, l.IDs, l.Amount, l.Dated)
	}
	if want := "1 [8F2K-71QD-0446] 12.500 LYD false\n2 [PART-0001] 10.000 LYD true\n2 [PART-0002] 20.000 LYD true\n3 [] -3.000 LYD true\n"; got != want {
		t.Errorf("lines\n%swant\n%s", got, want)
	}
	if len(s.Skipped) != 1 || s.Skipped[0].Why != statement.Pending || s.Skipped[0].Amount.Minor != 9000 || broken(s) != "5 rowDigits, 6 rowCurrency, 7 rowDate, 8 rowElement" {
		t.Errorf("skipped %v, broken %s", s.Skipped, broken(s))
	}
	if shown := s.Lines[0].Shown(); strings.Contains(shown, "0020480000") || !strings.Contains(shown, "0361") {
		t.Errorf("shown %q", shown)
	}
	if text := fmt.Sprintf("%v %+v", s.Lines[0], s); strings.Contains(text, "002048") {
		t.Error("an account number is printed")
	}
}

func broken(s statement.Statement) string {
	var all []string
	for _, e := range s.Broken {
		all = append(all, fmt.Sprintf("%d %s", e.Row, e.Code))
	}
	return strings.Join(all, ", ")
}

// One bad row is one bad row.
func TestBrokenRowsAreNamedAndTheRestIsRead(t *testing.T) {
	text := "Date,Transaction ID,Amount,Currency\n" +
		"2026-11-20,A-0001,1.000,LYD\n" + // 2
		"someday,A-0002,1.000,LYD\n" +
		"2026-11-20,A-0003,much,LYD\n" +
		"2026-11-20,A-0004,1.0005,LYD\n" +
		"2026-11-20,A-0005,1.000,Dinar\n" +
		"2026-11-20\n" +
		"\n" +
		"2026-11-20,\"never ends,1.000,LYD\n" + // 9
		"2026-11-20,A-0006,2.000,LYD\n" +
		"2026-11-20,\"two\nlines\",3.000,LYD\n" +
		"2026-11-20,A-0008,99999999999999999999,LYD\n" // 13
	s, _, _ := read(t, []byte(text))
	if want := "3 rowDate, 4 rowAmount, 5 rowDigits, 6 rowCurrency, 7 rowShort, 9 rowQuote, 13 rowAmount"; broken(s) != want {
		t.Errorf("broken %s\nwant   %s", broken(s), want)
	}
	if len(s.Lines) != 3 || s.Lines[1].Row != 10 || s.Lines[2].Amount.Minor != 3000 {
		t.Errorf("%+v", s.Lines)
	}
}

func TestWhatIsNoStatement(t *testing.T) {
	zip := []byte("PK\x03\x04 no archive at all")
	for name, c := range map[string]struct {
		data []byte
		want report.Code
	}{
		"nothing":      {nil, report.CodeEmpty},
		"blanks":       {[]byte(" \r\n\n"), report.CodeEmpty},
		"a picture":    {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x01\x01\x01\x01\x01\x01"), report.CodePicture},
		"a PDF":        {[]byte("%PDF-1.7\n1 0 obj"), report.CodePDF},
		"half a zip":   {zip, report.CodeArchive},
		"an old sheet": {append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 600)...), report.CodeXLS},
		"a page":       {[]byte("<html><body>Session expired</body></html>"), report.CodeHTML},
		"too large":    {make([]byte, statement.MaxBytes+1), report.CodeTooLarge},
	} {
		if _, err := statement.Open(context.Background(), c.data, statement.Mapping{}); report.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := statement.Open(context.Background(), []byte("caf\xe9"), statement.Mapping{Encoding: statement.UTF8}); report.CodeOf(err) != report.CodeEncoding {
		t.Errorf("%v", err)
	}
	f, err := statement.Open(context.Background(), []byte("<Document><BkToCstmrStmt><Stmt><Ntry></Stmt>"), statement.Mapping{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read(context.Background(), statement.Mapping{}, tripoli); report.CodeOf(err) != report.CodeFormat {
		t.Errorf("torn XML: %v", err)
	}
	f, err = statement.Open(context.Background(), []byte("a,b\n2026-11-20,2\n"), statement.Mapping{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []statement.Mapping{{}, {Date: "#1", Amount: "#9", Layout: "2006", Decimal: "."}, {Date: "nowhere", Amount: "#2", Layout: "2006", Decimal: "."},
		{Date: "#1", Amount: "#2", Layout: "2006", Decimal: "x"}, {Date: "#1", Amount: "#2", Decimal: "."}} {
		if _, err := f.Read(context.Background(), m, tripoli); report.CodeOf(err) != report.CodeMapping {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

func TestGuessesSayWhenTheyAreUnsure(t *testing.T) {
	for text, want := range map[string]string{
		"Date,Ref,Amount\n05/06/2026,A-0001,12.50\n":                                           "[layout sign currency]",
		"Date,Ref,Amount\n25/06/2026,A-0001,12.50\n":                                           "[sign currency]",
		"Date,Ref,Amount\n06/25/2026,A-0001,12.50\n":                                           "[sign currency]",
		"Date;Ref;Amount\n2026-06-25;A-0001;12.500\n":                                          "[decimal sign currency]",
		"Date;Ref;Amount\n2026-06-25;A-0001;12.500\n2026-06-25;A-0002;1,012.500\n":             "[sign currency]",
		"Date;Ref;Amount\n2026-06-25;A-0001;12,5\n":                                            "[sign currency]",
		"Date;Amount\n2026-06-25;12,5\n":                                                       "[sign currency id]",
		"Date;Ref;Amount (LYD)\n2026-06-25;A-0001;12,5\n2026-06-25;A-0002;-3,5\n":              "[]",
		"Date;Ref;Amount;Ccy;D/C\n2026-06-25;A-0001;12,5;LYD;C\n2026-06-25;A-0002;3,5;LYD;D\n": "[]",
	} {
		if _, _, doubts := read(t, []byte(text)); fmt.Sprint(doubts) != want {
			t.Errorf("%q: %v, want %s", text, doubts, want)
		}
	}
}
