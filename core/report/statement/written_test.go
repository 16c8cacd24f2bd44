package statement_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"sanduq/core/report/statement"
	"sanduq/core/tests/soak"
)

// written is a bank's file that was drawn, and what is in it: the other side of the readers, without a line of theirs.
type written struct {
	t        testing.TB
	r        *rand.Rand
	kind     statement.Kind
	currency string
	digits   int
	opening  int64
	rows     []moved
	text     strings.Builder
	data     []byte // in place of text
	unread   int    // rows that cannot be read
	asks     bool   // the file does not say its currency
}

type moved struct {
	at     time.Time
	id     string
	minor  int64
	words  string
	spoilt bool
}

func (w *written) pick(all ...string) string { return all[w.r.IntN(len(all))] }
func (w *written) chance(percent int) bool   { return w.r.IntN(100) < percent }
func (w *written) f(format string, a ...any) { fmt.Fprintf(&w.text, format, a...) }

// number is an amount without its sign.
func (w *written) number(minor int64, decimal, group string) string {
	minor, unit := max(minor, -minor), int64(1)
	for range w.digits {
		unit *= 10
	}
	whole, fraction := fmt.Sprint(minor/unit), ""
	if w.digits > 0 {
		fraction = decimal + fmt.Sprintf("%0*d", w.digits, minor%unit)
	}
	if group != "" {
		size := 3
		for i := len(whole) - 3; i > 0; i -= size {
			if whole = whole[:i] + strings.TrimPrefix(group, "in") + whole[i:]; group == "in," {
				size = 2
			}
		}
	}
	return whole + fraction
}

func (w *written) closing() int64 {
	sum := w.opening
	for _, m := range w.rows {
		if !m.spoilt {
			sum += m.minor
		}
	}
	return sum
}

// drawn is the file of a seed.
func drawn(t testing.TB, seed uint64) *written {
	w := &written{t: t, r: rand.New(rand.NewPCG(seed, 31))}
	w.currency = w.pick("LYD", "TND", "EUR", "USD", "KWD", "JPY", "BHD")
	w.digits = map[string]int{"LYD": 3, "TND": 3, "KWD": 3, "BHD": 3, "EUR": 2, "USD": 2}[w.currency]
	w.opening = w.r.Int64N(9_000_000)
	day := time.Date(2026, 1+time.Month(w.r.IntN(12)), 1, 0, 0, 0, 0, tripoli)
	n := 2 + w.r.IntN(25)
	for i := range n {
		day = day.AddDate(0, 0, w.r.IntN(3))
		m := moved{at: day, id: fmt.Sprintf("%s-%04X-%05d", w.pick("A", "TX", "8F2K"), w.r.IntN(1<<16), i), minor: w.r.Int64N(9_999_999) - 5_000_000, spoilt: i > 2 && i < n-1 && w.chance(5)}
		switch { // sign, separator and order of the date show
		case i == 0:
			m.minor = 1_250_750
		case i == 1:
			m.minor = -500_125
		case m.minor == 0:
			m.minor = 1
		}
		m.words = w.pick("TRANSFER", "Virement reçu", "تحويل من زبون", "Überweisung", "POS 1234 TRIPOLI", "a+b <c> & d", "Fee 0.5%", "")
		w.rows = append(w.rows, m)
		if m.spoilt {
			w.unread++
		}
	}
	[]func(){w.mt940, w.camt, w.ofx, w.bai2, w.qif, w.csv, w.csv, w.csv, w.sheet}[w.r.IntN(9)]()
	if w.data == nil {
		w.encode()
	}
	return w
}

// encode writes the text in an encoding that has its letters.
func (w *written) encode() {
	text := w.text.String()
	switch w.r.IntN(5) {
	case 0:
		w.data = []byte("\ufeff" + text)
	case 1:
		if w.kind == statement.KindOFX || w.kind == statement.KindBAI2 {
			break
		}
		w.data = []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(text)) {
			w.data = append(w.data, byte(u), byte(u>>8))
		}
		return
	case 2:
		if out, err := charmap.Windows1256.NewEncoder().String(text); err == nil && !strings.Contains(text, "<?xml") && w.kind != statement.KindOFX {
			w.data = []byte(out)
			return
		}
	}
	if w.data == nil {
		w.data = []byte(text)
	}
}

func (w *written) mt940() {
	w.kind = statement.KindMT
	side := func(minor int64) string { return map[bool]string{true: "C", false: "D"}[minor >= 0] }
	end, envelope := w.pick("\n", "\r\n"), w.chance(40)
	if envelope {
		w.f("{1:F01BANKLYLTAXXX0000000000}{2:I940CUSTLYLTXXXXN}{4:%s", end)
	}
	w.f(":20:STMT%s:25:LY83002048000020100120361%s:28C:7/1%s", end, end, end)
	w.f(":60F:%s%s%s%s%s", side(w.opening), w.rows[0].at.Format("060102"), w.currency, w.number(w.opening, ",", ""), end)
	whole := w.digits == 0 // a comma stands behind each sum
	for _, m := range w.rows {
		mark := side(m.minor)
		if w.chance(5) { // a debit that is taken back comes
			mark = map[string]string{"C": "RD", "D": "RC"}[mark]
		}
		amount := w.number(m.minor, ",", "")
		if whole {
			amount += ","
		}
		if m.spoilt {
			amount = w.pick("12.5.", "X", "")
		}
		w.f(":61:%s%s%s%s%sN%s%s//%s%s", m.at.Format("060102"), w.pick("", m.at.Format("0102")), mark, w.pick("", w.currency[2:]), amount, w.pick("TRF", "MSC", "CHG"), w.pick("NONREF", m.id), m.id, end)
		if w.chance(60) {
			w.f(":86:%s%s%s?20EREF+%s%s", w.pick("", "166?00"), m.words, end, m.id, end)
		}
	}
	w.f(":62F:%s%s%s%s%s", side(w.closing()), w.rows[len(w.rows)-1].at.Format("060102"), w.currency, w.number(w.closing(), ",", ""), end)
	if envelope {
		w.f("-}")
	}
}

func (w *written) camt() {
	kind := w.r.IntN(3)
	w.kind = []statement.Kind{statement.KindCAMT052, statement.KindCAMT, statement.KindCAMT054}[kind]
	root, inner := []string{"BkToCstmrAcctRpt", "BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn"}[kind], []string{"Rpt", "Stmt", "Ntfctn"}[kind]
	var b strings.Builder
	amount := func(minor int64) string {
		return fmt.Sprintf(`<Amt Ccy="%s">%s</Amt><CdtDbtInd>%s</CdtDbtInd>`, w.currency, w.number(minor, ".", ""), map[bool]string{true: "CRDT", false: "DBIT"}[minor >= 0])
	}
	fmt.Fprintf(&b, `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:%s.001.%02d"><%s><GrpHdr><MsgId>1</MsgId></GrpHdr><%s><Id>7</Id>`, w.kind, 2+w.r.IntN(7), root, inner)
	if kind == 1 {
		for code, sum := range map[string]int64{"OPBD": w.opening, "CLBD": w.closing()} {
			fmt.Fprintf(&b, `<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp>%s<Dt><Dt>2026-11-01</Dt></Dt></Bal>`, code, amount(sum))
		}
	}
	for _, m := range w.rows {
		sum := amount(m.minor)
		if m.spoilt {
			sum = w.pick(strings.Replace(sum, "CRDT", "", 1), strings.Replace(sum, `Ccy="`, `Ccy="X`, 1), strings.Replace(sum, ">", ">x", 1))
			sum = strings.ReplaceAll(sum, "DBIT", "")
		}
		when := w.pick("<Dt>"+m.at.Format(time.DateOnly)+"</Dt>", "<DtTm>"+m.at.Format("2006-01-02T15:04:05Z07:00")+"</DtTm>")
		fmt.Fprintf(&b, `<Ntry>%s%s<Sts>%s</Sts><BookgDt>%s</BookgDt><AcctSvcrRef>%s</AcctSvcrRef>`, sum, w.pick("", "<RvslInd>false</RvslInd>"), w.pick("BOOK", "<Cd>BOOK</Cd>"), when, m.id)
		if w.chance(50) {
			fmt.Fprintf(&b, `<NtryDtls><TxDtls><Refs><EndToEndId>%s</EndToEndId></Refs><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls></NtryDtls>`, w.pick("NOTPROVIDED", m.id), html.EscapeString(m.words))
		}
		b.WriteString("</Ntry>")
	}
	fmt.Fprintf(&b, `</%s></%s></Document>`, inner, root)
	text := b.String()
	if w.chance(30) { // with a prefix before each name
		text = strings.NewReplacer("</", "</ns2:", "<", "<ns2:", "xmlns=", "xmlns:ns2=").Replace(text)
	}
	w.text.WriteString(w.pick(`<?xml version="1.0" encoding="UTF-8"?>`+"\n", "") + w.pick("", "<!-- of the bank -->\n") + text)
}

func (w *written) ofx() {
	w.kind = statement.KindOFX
	closed, decimal := w.chance(50), w.pick(".", ",")
	field := func(name, value string) string {
		if closed {
			return "<" + name + ">" + value + "</" + name + ">" + w.pick("", "\n")
		}
		return "<" + name + ">" + value + "\n"
	}
	if closed {
		w.f("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?OFX OFXHEADER=\"200\" VERSION=\"211\"?>\n")
	} else {
		w.f("OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:UTF-8\n\n")
	}
	w.f("<OFX>%s<BANKTRANLIST>", "<BANKMSGSRSV1><STMTTRNRS><STMTRS>"+field("CURDEF", w.currency))
	for _, m := range w.rows {
		sum := map[bool]string{true: w.pick("", "+"), false: "-"}[m.minor >= 0] + w.number(m.minor, decimal, "")
		if m.spoilt {
			sum = w.pick("12x5", "--1", "")
		}
		w.f("<STMTTRN%s>", w.pick("", "", ` id="1"`))
		w.f("%s%s%s%s%s</STMTTRN>", field("TRNTYPE", w.pick("OTHER", "POS", map[bool]string{true: "CREDIT", false: "DEBIT"}[m.minor >= 0])),
			field("DTPOSTED", m.at.Format("20060102")+w.pick("", "120000", "120000.000[+2:EET]")), field("TRNAMT", sum), field("FITID", m.id), field("NAME", html.EscapeString(m.words)))
	}
	w.f("</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>")
}

func (w *written) bai2() {
	w.kind = statement.KindBAI2
	end := w.pick("/\n", "/\r\n")
	w.f("01,BANK,CUST,261101,0900,1,80,,2%s02,CUST,BANK,1,%s,0900,%s,2%s", end, w.rows[0].at.Format("060102"), w.currency, end)
	w.f("03,0201001203,%s,010,%d,,,015,%d,,%s", w.pick(w.currency, ""), w.opening, w.closing(), end)
	control := w.opening + w.closing()
	for i := range w.rows {
		m := &w.rows[i]
		m.at = w.rows[0].at // of the group
		code := map[bool]string{true: "195", false: "495"}[m.minor >= 0]
		if m.spoilt {
			code = w.pick("890", "XX")
		}
		control += max(m.minor, -m.minor)
		w.f("16,%s,%d,%s%s,%s,%s%s", code, max(m.minor, -m.minor), w.pick("", "0", "V,261101,", "S,1,2,3", "D,1,0,5"), "", m.id, m.id, end)
		if w.chance(30) {
			w.f("88,%s%s", strings.ReplaceAll(m.words, "/", " "), end)
		}
	}
	w.f("49,%d,%s%s98,%d,1,9%s99,%d,1,11%s", control, "", end, control, end, control, end)
}

func (w *written) qif() {
	w.kind, w.asks = statement.KindQIF, true
	decimal := w.pick(".", ",")
	w.f("!Type:%s\n", w.pick("Bank", "Cash", "CCard"))
	last := w.rows[len(w.rows)-1]
	last.at, last.spoilt, last.id = time.Date(2026, 1, 31, 0, 0, 0, 0, tripoli), false, last.id+"-Z"
	w.rows = append(w.rows, last) // shows the order
	layout := w.pick("02/01/2006", "1/2/2006", "2/1'06", "02.01.2006")
	for _, m := range w.rows {
		sum := map[bool]string{true: "", false: "-"}[m.minor >= 0] + w.number(m.minor, decimal, map[string]string{".": ",", ",": "."}[decimal])
		if m.spoilt {
			sum = w.pick("12x5", "--1", "")
		}
		w.f("D%s\nT%s\nN%s\nM%s\n^\n", m.at.Format(layout), sum, m.id, m.words)
	}
}

// TestWrittenFiles: files of all formats, drawn again, are read as they were written: each row with its sign, sum,
// currency and day, all that cannot be read is told, and no total is missed.
func TestWrittenFiles(t *testing.T) {
	n, first, files := soak.N(t, 300), soak.First(t, 1), map[statement.Kind]int{}
	done := soak.Begin(t, "statements", n)
	defer func() { done("%d files, each row told: %v", n, files) }()
	for seed := first; seed < first+uint64(n); seed++ {
		w := drawn(t, seed)
		files[w.kind]++
		if wrong := w.read(); wrong != "" {
			t.Errorf("%s: %s: %s\n%s\n%q", soak.Again("statements", seed), w.kind, wrong, w.text.String(), w.data[:min(len(w.data), 200)])
		}
	}
}

// read says what is read otherwise than it was written.
func (w *written) read() string {
	var answer func(*statement.Mapping)
	if w.asks {
		answer = answers(w.currency)
	}
	got, doubts, err := opened(w.t, w.data, answer)
	if err != nil {
		return err.Error()
	}
	told := fmt.Sprintf("doubts %q, unread %s, ", doubts, broken(got))
	at := 0
	for _, m := range w.rows {
		if m.spoilt {
			continue
		}
		if at == len(got.Lines) {
			return told + fmt.Sprintf("%d rows are read", at)
		}
		l := got.Lines[at]
		if at++; l.Amount.Minor != m.minor || l.Amount.Currency != w.currency || l.At.In(tripoli).Format(time.DateOnly) != m.at.Format(time.DateOnly) {
			return told + fmt.Sprintf("row %d is %v at %v, want %d %s at %v", l.Row, l.Amount, l.At, m.minor, w.currency, m.at)
		}
	}
	if at != len(got.Lines) || len(got.Broken) != w.unread || len(got.Skipped) > 0 {
		return told + fmt.Sprintf("%d rows, want %d; %d unread, want %d; %v", len(got.Lines), at, len(got.Broken), w.unread, got.Skipped)
	}
	if len(got.Gaps) > 0 {
		return told + fmt.Sprintf("a total is missed: %+v", got.Gaps)
	}
	return ""
}
