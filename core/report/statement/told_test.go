package statement_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core/report"
	"sanduq/core/report/statement"
)

// style is one way in which a bank writes its rows.
type style struct {
	sign     int // 0 minus, 1 a column of sides, 2 words beside the amount, 3 two columns, 4 brackets
	decimal  string
	group    string // between thousands; blank for none
	date     string
	currency int // 0 in the head, 1 in a column, 2 in the cell
	sides    [2]string
}

func draw(t *rapid.T) (s style) {
	s.sign = rapid.IntRange(0, 4).Draw(t, "sign")
	s.decimal = rapid.SampledFrom([]string{".", ","}).Draw(t, "decimal")
	s.group = rapid.SampledFrom([]string{"", " ", "'", map[string]string{".": ",", ",": "."}[s.decimal]}).Draw(t, "group")
	s.date = rapid.SampledFrom([]string{"2006-01-02", "2/1/2006", "1/2/2006", "02.01.2006", "2-Jan-06", "20060102", "2006.01.02.", "2006-01-02T15:04:05Z07:00", "02/01/2006 3:04 pm"}).Draw(t, "date")
	s.currency = rapid.IntRange(0, 2).Draw(t, "currency")
	s.sides = rapid.SampledFrom([][2]string{{"C", "D"}, {"CR", "DR"}, {"Cr.", "Dr."}, {"Credit", "Debit"}, {"H", "S"}, {"دائن", "مدين"}, {"crédit", "débit"}}).Draw(t, "sides")
	return s
}

func (s style) number(minor int64) string {
	whole := strconv.FormatInt(minor/1000, 10)
	if s.group != "" {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + s.group + whole[i:]
		}
	}
	return whole + s.decimal + fmt.Sprintf("%03d", minor%1000)
}

// row writes one movement; heads are what stands above it.
func (s style) row(at time.Time, id string, minor int64) []string {
	size, side := minor, 0
	if minor < 0 {
		size, side = -minor, 1
	}
	text := s.number(size)
	if s.currency == 2 {
		text = "LYD " + text
	}
	cells := []string{at.Format(s.date), id}
	switch s.sign {
	case 0:
		cells = append(cells, []string{"", "-"}[side]+text)
	case 1:
		cells = append(cells, text, s.sides[side])
	case 2:
		cells = append(cells, text+" "+s.sides[side])
	case 3:
		both := []string{"", ""}
		both[side] = text
		cells = append(cells, both...)
	case 4:
		cells = append(cells, []string{text, "(" + text + ")"}[side])
	}
	if s.currency == 1 {
		cells = append(cells, "LYD")
	}
	return cells
}

func (s style) heads() []string {
	money := map[bool]string{true: " (LYD)"}[s.currency == 0]
	cells := map[int][]string{0: {"Amount" + money}, 1: {"Amount" + money, "D/C"}, 2: {"Amount" + money}, 3: {"Credit" + money, "Debit" + money}, 4: {"Amount" + money}}[s.sign]
	cells = append([]string{"Date", "Reference"}, cells...)
	if s.currency == 1 {
		cells = append(cells, "Currency")
	}
	return cells
}

// TestEachRowIsTold: however a bank writes, each row is a credit, a debit or listed
// as unread, and what is read is the sum of what was written.
func TestEachRowIsTold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t)
		lines := []string{strings.Join(s.heads(), ";")}
		truth := map[int]int64{}
		n := rapid.IntRange(2, 30).Draw(t, "rows")
		spoilt := map[int]bool{}
		for i := range n {
			minor := rapid.Int64Range(-9_999_999, 9_999_999).Draw(t, "minor")
			switch { // so that sign, separator and order show
			case i == 0:
				minor = 1_250_750
			case i == 1:
				minor = -500
			case minor == 0:
				minor = 1
			}
			at := time.Date(2026, 11, 1+i, 14, i, 7, 0, time.UTC).AddDate(0, rapid.IntRange(-10, 1).Draw(t, "month"), 0)
			if i == 1 {
				at = time.Date(2026, 11, 27, 14, 0, 0, 0, time.UTC)
			}
			cells := s.row(at, fmt.Sprintf("ID%06d-X", i), minor)
			row := i + 2
			truth[row] = minor
			if i > 1 && rapid.IntRange(0, 9).Draw(t, "spoil") == 0 {
				at := rapid.SampledFrom([]int{0, 2}).Draw(t, "which")
				if s.sign == 3 && at == 2 && cells[2] == "" {
					at = 3
				}
				cells[at] = rapid.SampledFrom([]string{"12x500", "1.2.3.4", "soon", "n/a", "1,2,3"}).Draw(t, "with")
				spoilt[row] = true
			}
			lines = append(lines, strings.Join(cells, ";"))
		}
		text := strings.Join(lines, "\n") + "\n"
		f, err := statement.Open(context.Background(), []byte(text), statement.Mapping{})
		if err != nil {
			t.Fatal(err)
		}
		m, doubts := f.Guess()
		for _, d := range doubts {
			switch d {
			case statement.DoubtLayout: // all days are below 13
				m.Layout = map[bool]string{true: statement.MonthFirst, false: statement.DayFirst}[s.date == "1/2/2006"]
			case statement.DoubtDecimal:
				m.Decimal = s.decimal
			case statement.DoubtID:
			case statement.DoubtSign: // a spoilt cell lost its sign, too: it is asked about and never guessed
				if len(spoilt) == 0 {
					t.Fatalf("%v is asked about\n%s", d, text)
				}
				m.Plain = statement.WayIn
			case statement.DoubtCurrency: // a spoilt cell lost its currency, too
				if s.currency != 2 || len(spoilt) == 0 {
					t.Fatalf("%v is asked about\n%s", d, text)
				}
			default:
				t.Fatalf("%v is asked about\n%s", d, text)
			}
		}
		got, err := f.Read(context.Background(), m, time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		told := map[int]int{}
		for _, l := range got.Lines {
			told[l.Row]++
			if l.Amount.Minor != truth[l.Row] || l.Amount.Currency != "LYD" || spoilt[l.Row] {
				t.Fatalf("row %d is %v, it is %d\n%s", l.Row, l.Amount, truth[l.Row], text)
			}
		}
		for _, b := range got.Broken {
			told[b.Row]++
			if !spoilt[b.Row] {
				t.Fatalf("row %d is unread: %s\n%+v\n%s", b.Row, b.Code, m, text)
			}
		}
		for row := range truth {
			if told[row] != 1 {
				t.Fatalf("row %d is told %d times\n%s", row, told[row], text)
			}
		}
	})
}

// naive reads a row of the table that FuzzRowsAreTold makes as no program of ours
// does: only what is plain beyond doubt.
var naive = regexp.MustCompile(`^(\d{1,9})\.(\d{3})$`)

// FuzzRowsAreTold puts whatever cells there are into a table whose columns are
// known: no panic, each row that has a sum is told once, and the sum of all movements
// is the one that is counted apart.
func FuzzRowsAreTold(f *testing.F) {
	for _, seed := range []string{"12.500\x1fC\n3.000\x1fD", "850.000 D\x1fD\n1\x1fRC", "-1.500\x1fC", "(2.500)\x1fD\n$1.000\x1fC\nUSD 1.000\x1fC", "1,000.500\x1fH\n1.000,5\x1fS", "-\x1fC\n0\x1fC", "Total\x1f\n٣٫٥٠٠\x1fمدين"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if len(body) > 4000 || strings.ContainsAny(body, "\"\r\x00;") {
			return
		}
		var text strings.Builder
		text.WriteString("Date;Ref;Amount (LYD);D/C\n2026-11-20;FIRST-0001;1250.750;C\n2026-11-20;FIRST-0002;0.500;D\n")
		counted, plain := int64(1250750-500), true
		rows := 0
		for i, l := range strings.Split(body, "\n") {
			amount, side, _ := strings.Cut(l, "\x1f")
			fmt.Fprintf(&text, "2026-11-20;ROW-%06d;%s;%s\n", i, amount, strings.ReplaceAll(side, "\x1f", ""))
			rows++
			m := naive.FindStringSubmatch(strings.TrimSpace(amount))
			switch {
			case m == nil || side != "C" && side != "D":
				plain = false
			default:
				whole, _ := strconv.ParseInt(m[1], 10, 64)
				part, _ := strconv.ParseInt(m[2], 10, 64)
				if side == "D" {
					counted -= whole*1000 + part
				} else {
					counted += whole*1000 + part
				}
			}
		}
		file, err := statement.Open(context.Background(), []byte(text.String()), statement.Mapping{Encoding: statement.UTF8, Delimiter: ";"})
		if err != nil {
			return // no UTF-8
		}
		m := statement.Mapping{HeadRow: 1, Date: "Date", ID: "Ref", Amount: "Amount (LYD)", Sign: "D/C", Layout: "ymd", Decimal: "."}
		s, err := file.Read(context.Background(), m, time.UTC)
		if err != nil {
			if report.CodeOf(err) == "" {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		told, sum := map[int]int{}, int64(0)
		for _, l := range s.Lines {
			told[l.Row]++
			sum += l.Amount.Minor
			if l.Amount.Currency != "LYD" || l.Amount.Minor == 0 {
				t.Fatalf("row %d is %v", l.Row, l.Amount)
			}
		}
		for _, b := range s.Broken {
			told[b.Row]++
		}
		for _, k := range s.Skipped {
			told[k.Row]++
		}
		for row, n := range told {
			if n != 1 {
				t.Fatalf("row %d is told %d times", row, n)
			}
		}
		if len(told) > rows+2 {
			t.Fatalf("%d rows of %d", len(told), rows+2)
		}
		if plain && sum != counted {
			t.Fatalf("the sum is %d, counted apart %d\n%s", sum, counted, text.String())
		}
		if plain && len(told) != rows+2 {
			t.Fatalf("%d rows are told of %d\n%s", len(told), rows+2, text.String())
		}
	})
}
