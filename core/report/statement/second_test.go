package statement_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"sanduq/core/report/statement"
)

// A second decoder of the formats that no library here reads: QIF, BAI2 and CSV. It is
// written from the descriptions of the formats, and has nothing of the readers: no type,
// no table of words, no arithmetic.

// seen is what a decoder reads: of each movement its day, its sum in the smallest unit and
// its currency, and how many rows it cannot read.
type seen struct {
	moved  []string
	names  []string // of BAI2 alone: the bank's
	unread int
}

func (s *seen) add(day string, minor int64, currency string) {
	if minor != 0 {
		s.moved = append(s.moved, fmt.Sprint(day, " ", minor, " ", currency))
	}
}

// decimalsOf are the currencies of the tests that do not have two decimals.
func decimalsOf(currency string) int {
	switch currency {
	case "LYD", "TND", "KWD", "BHD", "JOD", "IQD", "OMR":
		return 3
	case "JPY":
		return 0
	}
	return 2
}

// inUnits reads digits with any marks between thousands; the last mark is the decimal
// one where as many digits follow as the currency has, or fewer.
func inUnits(text, currency string) (int64, bool) {
	digits, places := "", decimalsOf(currency)
	last := strings.LastIndexAny(text, ".,٫")
	fraction := 0
	for at, r := range text {
		switch {
		case r >= '0' && r <= '9':
			if digits += string(r); at > last && last >= 0 {
				fraction++
			}
		case strings.ContainsRune(".,'٫٬ \u00a0\u202f", r):
		default:
			return 0, false
		}
	}
	if last < 0 || fraction > places || fraction == 3 && places != 3 {
		fraction = 0
	}
	n, err := strconv.ParseInt(digits+strings.Repeat("0", places-fraction), 10, 64)
	return n, err == nil
}

var threeNumbers = regexp.MustCompile(`^\s*(\d+)\D+(\d+)\D+(\d+)\s*$`)

// qifAgain reads a list of movements: a letter begins each line, a circumflex ends each
// movement.
func qifAgain(text, currency string) (out seen) {
	type entry struct{ date, sum string }
	var all []entry
	monthFirst, list := false, false
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r", ""), "\n^") {
		e := entry{}
		for l := range strings.SplitSeq(part, "\n") {
			switch {
			case strings.HasPrefix(l, "!"):
				list = regexp.MustCompile(`(?i)^!type:(bank|cash|ccard|oth [al])`).MatchString(l)
			case strings.HasPrefix(l, "D"):
				e.date = l[1:]
			case strings.HasPrefix(l, "T"), strings.HasPrefix(l, "U") && e.sum == "":
				e.sum = l[1:]
			}
		}
		if list && e != (entry{}) {
			all = append(all, e)
		}
		if m := threeNumbers.FindStringSubmatch(e.date); m != nil && fmt.Sprintf("%02s", m[2]) > "12" {
			monthFirst = true
		}
	}
	for _, e := range all {
		m := threeNumbers.FindStringSubmatch(e.date)
		sum, minus := strings.CutPrefix(strings.TrimSpace(e.sum), "-")
		n, ok := inUnits(sum, currency)
		if m == nil || !ok || sum == "" {
			out.unread++
			continue
		}
		day, month, year := m[1], m[2], m[3]
		if monthFirst {
			day, month = month, day
		}
		if len(day) == 4 {
			day, month, year = m[3], m[2], m[1]
		}
		if len(year) == 2 {
			year = "20" + year
		}
		if minus {
			n = -n
		}
		out.add(fmt.Sprintf("%s-%02s-%02s", year, month, day), n, currency)
	}
	return out
}

// bai2Again reads the records of cash management, version 2: fields between commas, a
// slash at the end, 88 goes on with the record before.
func bai2Again(text string) (out seen) {
	text = strings.ReplaceAll(text, "\r", "")
	text = regexp.MustCompile(`/?\n88,`).ReplaceAllString(text, ",")
	text = regexp.MustCompile(`/[ \t]+(02|03|16|49|98|99),`).ReplaceAllString(text, "/\n$1,")
	group, account, day, live := "", "", "", true
	for l := range strings.SplitSeq(text, "\n") {
		f := append(strings.Split(strings.TrimSuffix(strings.TrimSpace(l), "/"), ","), make([]string, 8)...)
		switch f[0] {
		case "02": // receiver, originator, status, day, time, currency
			live, group, day = f[3] == "1" || f[3] == "3" || f[3] == "", f[6], ""
			if t, err := time.Parse("060102", f[4]); err == nil {
				day = t.Format(time.DateOnly)
			}
		case "03":
			if account = f[2]; account == "" {
				account = group
			}
		case "16": // kind, sum, funds and what they are of, names of the bank and of the customer
			kind, err := strconv.Atoi(f[1])
			n, bad := strconv.ParseInt(f[2], 10, 64)
			switch {
			case !live:
			case err != nil || bad != nil || n < 0 || kind < 100 || kind > 699 || account == "" || day == "":
				out.unread++
			case kind <= 399:
				out.add(day, n, strings.ToUpper(account))
			default:
				out.add(day, -n, strings.ToUpper(account))
			}
			if len(out.moved) > len(out.names) {
				at := 4
				switch strings.ToUpper(f[3]) {
				case "V":
					at = 6
				case "S":
					at = 7
				case "D":
					days, _ := strconv.Atoi(f[4])
					at = 5 + 2*days
				}
				out.names = append(out.names, strings.TrimSpace(f[at]))
			}
		}
	}
	return out
}

// decoded is a text in the encoding that its first bytes show, line by line.
func decoded(data []byte) string {
	text := letters(data)
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return text
}

func letters(data []byte) string {
	switch {
	case len(data) > 1 && data[0] == 0xff && data[1] == 0xfe:
		var units []uint16
		for i := 2; i+1 < len(data); i += 2 {
			units = append(units, uint16(data[i])|uint16(data[i+1])<<8)
		}
		return string(utf16.Decode(units))
	case !utf8.Valid(data):
		text, _ := charmap.Windows1256.NewDecoder().Bytes(data)
		return string(text)
	}
	return strings.TrimPrefix(string(data), "\ufeff")
}

// TestSecondDecoders: a decoder that shares nothing with the readers reads the same
// movements from the files of testdata, from drawn ones and, where they are there, from
// the public ones.
func TestSecondDecoders(t *testing.T) {
	files := map[statement.Kind]int{}
	compare := func(name string, data []byte, currency string) {
		f, err := statement.Open(t.Context(), data, statement.Mapping{})
		if err != nil {
			return // what is refused is another test's
		}
		var want seen
		switch f.Kind {
		case statement.KindQIF:
			want = qifAgain(decoded(data), currency)
		case statement.KindBAI2:
			want = bai2Again(decoded(data))
		case statement.KindCSV:
			if want, err = csvAgain(decoded(data), currency); err != nil {
				t.Errorf("%s: the second decoder does not read it: %v", name, err)
				return
			}
		default:
			return
		}
		var answer func(*statement.Mapping)
		if currency != "" && f.Kind != statement.KindBAI2 {
			answer = answers(currency)
		}
		s, _, err := opened(t, data, answer)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		got := seen{unread: len(s.Broken)}
		for _, l := range s.Lines {
			got.add(l.At.In(tripoli).Format(time.DateOnly), l.Amount.Minor, l.Amount.Currency)
			if at := len(got.moved) - 1; at < len(want.names) && want.names[at] != "" && len(l.IDs) > 0 && l.IDs[0] != want.names[at] {
				t.Errorf("%s: row %d is called %q, decoded %q", name, at, l.IDs[0], want.names[at])
			}
		}
		files[f.Kind]++
		for i := range max(len(got.moved), len(want.moved)) {
			if i >= len(got.moved) || i >= len(want.moved) || got.moved[i] != want.moved[i] {
				t.Errorf("%s: row %d of %d and %d: read %q, decoded %q", name, i, len(got.moved), len(want.moved), got.moved[min(i, len(got.moved)):min(i+1, len(got.moved))], want.moved[min(i, len(want.moved)):min(i+1, len(want.moved))])
				return
			}
		}
		if got.unread != want.unread {
			t.Errorf("%s: %d rows unread, the second decoder has %d", name, got.unread, want.unread)
		}
	}
	for _, file := range []struct{ pattern, currency string }{{"testdata/*.qif", "USD"}, {"testdata/*.bai2", ""}, {"testdata/*.csv", ""}} {
		names, _ := filepath.Glob(file.pattern)
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(notAgain, filepath.Base(name)) {
				compare(name, data, file.currency)
			}
		}
	}
	for _, pattern := range []string{"*/*/*", "*/*/*/*", "*/*/*/*/*"} {
		names, _ := filepath.Glob("../../../out/statements/" + pattern)
		for _, name := range names {
			if ext := strings.ToLower(filepath.Ext(name)); ext == ".qif" || ext == ".bai2" || strings.Contains(name, "moov-io") && ext == ".txt" {
				if data, err := os.ReadFile(name); err == nil {
					compare(name, data, map[bool]string{true: "USD"}[ext == ".qif"])
				}
			}
		}
	}
	compare("a credit that was taken back", []byte("Date,Ref,Credit,Debit,Currency\n2026-11-20,A-0001-X,12.50,,EUR\n2026-11-20,A-0002-X,-3.25,,EUR\n2026-11-21,A-0003-X,,4.00,EUR\n"), "")
	for seed := uint64(1); seed <= 300; seed++ {
		if w := drawn(t, seed); w.kind == statement.KindQIF || w.kind == statement.KindBAI2 || w.kind == statement.KindCSV {
			currency := ""
			if w.asks {
				currency = w.currency
			}
			compare(fmt.Sprint("seed ", seed), w.data, currency)
		}
	}
	t.Logf("compared: %v", files)
	for _, kind := range []statement.Kind{statement.KindQIF, statement.KindBAI2, statement.KindCSV} {
		if files[kind] < 10 {
			t.Errorf("%d files of %s are compared", files[kind], kind)
		}
	}
}
