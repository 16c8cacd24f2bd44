package values

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/shopspring/decimal"
)

// The orders in which a date may stand. A column has one.
const (
	DayFirst   = "dmy"    // 3.11.2026
	MonthFirst = "mdy"    // 11/03/2026
	YearFirst  = "ymd"    // 2026-11-03, 20261103, 26/11/03
	Named      = "name"   // 3-Nov-26, November 3, 2026
	Serial     = "serial" // days that a spreadsheet counts
)

// Date is a cell of a date, taken apart: where only the order of day, month and year
// is open, each reading is kept.
type Date struct {
	orders [3]string // that read it; blank is none
	days   [3]day
	clock  clock
}

type day struct{ year, month, day int }

type clock struct {
	there                       bool
	hour, minute, second, nanos int
	zoned                       bool
	offset                      int // seconds east
}

// At is the moment by an order, in a zone unless the date has one; dated where it has no time.
func (d Date) At(order string, c Date, zone *time.Location) (at time.Time, dated, ok bool) {
	for i, o := range d.orders {
		if o != order || o == "" {
			continue
		}
		when, t := d.days[i], d.clock
		if !t.there {
			t = c.clock
		}
		if t.zoned {
			zone = time.FixedZone("", t.offset)
		}
		at = time.Date(when.year, time.Month(when.month), when.day, t.hour, t.minute, t.second, t.nanos, zone)
		return at, !t.there, true
	}
	return time.Time{}, false, false
}

var (
	clockForm = regexp.MustCompile(`(^|[ t])(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?| ?([صم])\.?)?(?: ?(z|utc|gmt)?(?:([+-])(\d{1,2}):?(\d{2})?)?)?$`)
	digitsT   = regexp.MustCompile(`(\d)t(\d)`)
	dotForm   = regexp.MustCompile(`^(\d{1,2})\.(\d{2})(?:\.(\d{2}))?$`)
	longForm  = regexp.MustCompile(`^(\d{8})t?(\d{2})(\d{2})(\d{2})?$`)
)

// ParseDate takes a date apart, with the time that may stand in the same cell; ok
// is false for what is none.
func ParseDate(cell string) (d Date, ok bool) {
	text := strings.ToLower(Western(cell))
	if len(text) < 6 || len(text) > 60 {
		return d, false
	}
	if first := strings.IndexAny(text, "0123456789"); first < 0 {
		return d, false
	}
	if m := longMatch(text); m != nil {
		text = m[1]
		if !d.clock.set(m[2], m[3], m[4], "") {
			return d, false
		}
	} else {
		if strings.ContainsRune(text, 't') {
			text = digitsT.ReplaceAllString(text, "$1 $2")
		}
		if m := clockMatch(text); m != nil && len(m[0]) < len(text) {
			if !d.clock.parse(m) {
				return d, false
			}
			text = text[:len(text)-len(m[0])]
		} else if m == nil {
			if out, ok := d.dotted(text); ok {
				return out, true
			}
		}
	}
	return d.words(text)
}

// ParseColumnDate is ParseDate for a cell of a column that is known to hold dates: six
// digits are one there, and a number everywhere else.
func ParseColumnDate(cell string) (d Date, ok bool) {
	text := Western(cell)
	if len(text) == 6 && digitsOnly(text) {
		return d.both(text[:2], text[2:4], text[4:])
	}
	return ParseDate(cell)
}

// YearLast is a date whose year stands behind day and month, as its format says.
func (d Date) YearLast() Date {
	d.orders[2] = ""
	return d
}

// dotted reads a date with a time such as 15.04 behind it. "3 11.2026" has none.
func (d Date) dotted(text string) (Date, bool) {
	at := strings.LastIndexByte(text, ' ')
	if at < 0 {
		return d, false
	}
	m := dotForm.FindStringSubmatch(text[at+1:])
	if m == nil || !d.clock.set(m[1], m[2], m[3], "") {
		return d, false
	}
	return d.words(text[:at])
}

// The searches are slow, and most cells can do without.
func longMatch(text string) []string {
	if len(text) < 12 || !digitsOnly(text[:8]) {
		return nil
	}
	return longForm.FindStringSubmatch(text)
}

func clockMatch(text string) []string {
	if !strings.ContainsAny(text, ":h") {
		return nil
	}
	return clockForm.FindStringSubmatch(text)
}

// ParseClock reads a time that has a cell of its own, for Date.At.
func ParseClock(cell string) (d Date, ok bool) {
	text := strings.ToLower(Western(cell))
	if text == "" {
		return d, true
	}
	if digitsOnly(text) && (len(text) == 4 || len(text) == 6) {
		return d, d.clock.set(text[:2], text[2:4], text[4:], "")
	}
	if m := dotForm.FindStringSubmatch(text); m != nil {
		return d, d.clock.set(m[1], m[2], m[3], "")
	}
	if m := clockForm.FindStringSubmatch(text); m != nil {
		return d, d.clock.parse(m)
	}
	return d, false
}

func (c *clock) parse(m []string) bool {
	if !c.set(m[2], m[3], m[4], m[5]) {
		return false
	}
	if half := m[6] + m[7]; half != "" {
		if c.hour < 1 || c.hour > 12 {
			return false
		}
		c.hour %= 12
		if half == "p" || half == "م" {
			c.hour += 12
		}
	}
	if m[8]+m[9] != "" {
		hours, _ := strconv.Atoi(m[10])
		minutes, _ := strconv.Atoi(m[11])
		c.zoned, c.offset = true, hours*3600+minutes*60
		if m[9] == "-" {
			c.offset = -c.offset
		}
		return hours <= 15 && minutes < 60
	}
	return true
}

func (c *clock) set(hour, minute, second, fraction string) bool {
	c.there = true
	c.hour, _ = strconv.Atoi(hour)
	c.minute, _ = strconv.Atoi(minute)
	c.second, _ = strconv.Atoi(second)
	if fraction != "" {
		c.nanos, _ = strconv.Atoi((fraction + "00000000")[:9])
	}
	return c.hour < 24 && c.minute < 60 && c.second < 60
}

// twoWords joins the names of months that have a blank in them.
var twoWords = strings.NewReplacer("تشرين ال", "تشرينال", "كانون ال", "كانونال")

// words reads what is left when the time is taken away.
func (d Date) words(text string) (Date, bool) {
	text = twoWords.Replace(text)
	var numbers []string
	month, at := 0, 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" /.-,'’،", r) }) {
		for _, part := range split(word) {
			switch name, known := months[Key(part)]; {
			case digitsOnly(part):
				numbers = append(numbers, part)
			case known && month == 0:
				month, at = name, len(numbers)
			case !weekdays[Key(part)]:
				return d, false
			}
		}
	}
	switch {
	case month > 0 && len(numbers) == 2:
		return d.named(numbers, month, at)
	case month > 0 || len(numbers) == 0:
		return d, false
	case len(numbers) == 1 && len(numbers[0]) == 8:
		return d.compact(numbers[0])
	case len(numbers) == 3:
		return d.three(numbers)
	}
	return d, false
}

// split parts letters from digits: "3nov2026".
func split(word string) (parts []string) {
	from := 0
	for i, r := range word {
		if i > from && unicode.IsDigit(r) != unicode.IsDigit([]rune(word[from:])[0]) {
			parts = append(parts, word[from:i])
			from = i
		}
	}
	return append(parts, word[from:])
}

func (d Date) named(numbers []string, month, at int) (Date, bool) {
	first, second := numbers[0], numbers[1]
	if len(first) == 4 && at <= 1 { // 2026 Nov 3
		first, second = second, first
	}
	return d.checked(0, Named, second, strconv.Itoa(month), first)
}

func (d Date) compact(text string) (Date, bool) {
	if out, ok := d.checked(0, YearFirst, text[:4], text[4:6], text[6:]); ok {
		return out, true
	}
	return d.both(text[:2], text[2:4], text[4:])
}

func (d Date) three(n []string) (Date, bool) {
	if len(n[0]) == 4 {
		return d.checked(0, YearFirst, n[0], n[1], n[2])
	}
	return d.both(n[0], n[1], n[2])
}

func (d Date) both(a, b, year string) (Date, bool) {
	out, one := d.checked(0, DayFirst, year, b, a)
	out, two := out.checked(1, MonthFirst, year, a, b)
	three := false
	if len(a) == 2 && len(year) == 2 {
		out, three = out.checked(2, YearFirst, a, b, year)
	}
	return out, one || two || three
}

// checked takes a reading where the calendar has its day.
func (d Date) checked(at int, order, year, month, dayOf string) (Date, bool) {
	y, ok := fullYear(year)
	m, err1 := strconv.Atoi(month)
	n, err2 := strconv.Atoi(dayOf)
	if !ok || err1 != nil || err2 != nil || len(month) > 2 || len(dayOf) > 2 || m < 1 || m > 12 || n < 1 {
		return d, false
	}
	if t := time.Date(y, time.Month(m), n, 0, 0, 0, 0, time.UTC); t.Day() != n || t.Month() != time.Month(m) {
		return d, false
	}
	d.orders[at], d.days[at] = order, day{y, m, n}
	return d, true
}

// fullYear reads a year of four digits, or of two: of 1980 to 2079.
func fullYear(text string) (int, bool) {
	y, err := strconv.Atoi(text)
	switch {
	case err != nil || len(text) != 2 && len(text) != 4:
		return 0, false
	case len(text) == 2 && y < 80:
		y += 2000
	case len(text) == 2:
		y += 1900
	}
	return y, y >= 1950 && y < 2200
}

// ParseSerial reads days since the end of 1899, and the day's share, as
// spreadsheets count them.
func ParseSerial(cell string) (d Date, ok bool) {
	n, ok := number(cell)
	if !ok || n.LessThan(decimal.NewFromInt(18264)) || n.GreaterThanOrEqual(decimal.NewFromInt(109575)) {
		return d, false
	}
	whole := n.Floor()
	share := n.Sub(whole)
	seconds := int(share.Mul(decimal.NewFromInt(86400)).Round(0).IntPart())
	t := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(whole.IntPart())+seconds/86400)
	seconds %= 86400
	d.orders[0], d.days[0] = Serial, day{t.Year(), int(t.Month()), t.Day()}
	if !share.IsZero() {
		d.clock = clock{there: true, hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60}
	}
	return d, true
}

// ParseShare reads a time of day that a spreadsheet keeps as a share of the day.
func ParseShare(cell string) (d Date, ok bool) {
	n, ok := number(cell)
	if !ok || n.IsNegative() || n.GreaterThanOrEqual(decimal.NewFromInt(1)) {
		return d, false
	}
	seconds := int(n.Mul(decimal.NewFromInt(86400)).Round(0).IntPart()) % 86400
	d.clock = clock{there: true, hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60}
	return d, true
}

func number(cell string) (decimal.Decimal, bool) {
	text := Western(cell)
	if len(text) > 32 || strings.Count(text, ".") > 1 || !digitsOnly(strings.TrimPrefix(strings.Replace(strings.Replace(text, ".", "", 1), "E-", "", 1), "-")) {
		return decimal.Decimal{}, false
	}
	n, err := decimal.NewFromString(text)
	return n, err == nil && n.Exponent() > -40 && n.Exponent() < 7
}
