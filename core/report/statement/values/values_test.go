package values_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sanduq/core/report/statement/values"
)

// TestNumbersAreTakenApart: what stands beside the digits says a side and a
// currency, or the cell is no number.
func TestNumbersAreTakenApart(t *testing.T) {
	for cell, want := range map[string]string{
		"850.000 D":     "850.000 -1 []",
		"2.500 Dr.":     "2.500 -1 []",
		"DR 3.500":      "3.500 -1 []",
		"3.500 DB":      "3.500 -1 []",
		"DB 3.500":      "3.500 -1 []",
		"12.500 CR":     "12.500 1 []",
		"12.500 C":      "12.500 1 []",
		"12,50 H":       "12,50 1 []",
		"12,50 S":       "12,50 -1 []",
		"12.500 مدين":   "12.500 -1 []",
		"١٢٫٥٠٠ دائن":   "12٫500 1 []",
		"(3.000)":       "3.000 -1 []",
		"3.000-":        "3.000 -1 []",
		"-3.000":        "3.000 -1 []",
		"\u22123.000":   "3.000 -1 []",
		"+3.000":        "3.000 1 []",
		"-3.000 DR":     "3.000 -1 []",
		"-3.000 CR":     "3.000 1 [] clash",
		"$125.50":       "125.50 0 [USD AUD CAD SGD HKD NZD MXN ARS CLP COP TWD BND FJD JMD TTD]",
		"USD 12.50":     "12.50 0 [USD]",
		"12.50USD":      "12.50 0 [USD]",
		"US$ 12.50":     "12.50 0 [USD]",
		"-£1,183.23":    "1,183.23 -1 [GBP EGP SYP LBP SDG GIP FKP]",
		"€ 12,50":       "12,50 0 [EUR]",
		"12.500 د.ل":    "12.500 0 [LYD]",
		"د.ل.12.500":    "12.500 0 [LYD]",
		"LYD 12.500 DR": "12.500 -1 [LYD]",
		"USD 12.50 EUR": "12.50 0 []",
		".500":          ".500 0 []",
		"500,":          "500, 0 []",
		"-":             " 0 []",
		"--":            " 0 []",
		"":              " 0 []",
		"12.500 ABC":    "no",
		"much":          "no",
		"12.500%":       "no",
		"--5":           "no",
		"(5":            "no",
		"seven 7":       "no",
	} {
		n, ok := values.ParseNumber(cell)
		got := fmt.Sprintf("%s %d %v", n.Text, n.Side, n.Currencies)
		if n.Clash {
			got += " clash"
		}
		if !ok {
			got = "no"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", cell, got, want)
		}
	}
}

// TestSeparatorsAreDecidedByAllNumbers of a column.
func TestSeparatorsAreDecidedByAllNumbers(t *testing.T) {
	for _, c := range []struct {
		column []string
		want   string
		sure   bool
	}{
		{[]string{"12.50", "3"}, ".", true},
		{[]string{"12,50", "1.000"}, ",", true},
		{[]string{"12.500"}, ".", false},
		{[]string{"12,500"}, ",", false},
		{[]string{"12.500", "1,012.500"}, ".", true},
		{[]string{"12.500", "0.750"}, ".", true},    // no thousand begins with nothing
		{[]string{"12.500", "1250.750"}, ".", true}, // no group has four digits
		{[]string{"12.50", "12,50"}, "", false},
		{[]string{"12.500", "12,500"}, "", false},
		{[]string{"1250.750", "12,500"}, "", false}, // both have three decimals, or one has none
		{[]string{"1,25,000.50"}, ".", true},
		{[]string{"1,25,000", "500"}, ".", true},
		{[]string{"1 250,750"}, ",", true},
		{[]string{"1'250.75"}, ".", true},
		{[]string{"12٫500", "1٬250٫750"}, ".", true},
		{[]string{"12", "1250"}, ".", true},
	} {
		var d values.Decimals
		for _, v := range c.column {
			d.See(v)
		}
		if got, sure := d.Separator(); got != c.want || sure != c.sure {
			t.Errorf("%v: %q %v, want %q %v", c.column, got, sure, c.want, c.sure)
		}
	}
	for _, c := range []struct{ text, sep, want string }{
		{"1,25,000.50", ".", "125000.50"}, {"12,34,56,789.00", ".", "123456789.00"}, {"1٬250٫750", ",", "1250.750"}, {"1٬250٫750", ".", "1250.750"},
		{"1’250.750", ".", "1250.750"}, {"000000001213,28", ",", "1213.28"}, {"1,25,00", ".", "no"}, {"1.2.3", ".", "no"}, {"1,25", ".", "no"}, {"0,500", ".", "no"}, {"1.250,5", ".", "no"},
	} {
		got, ok := values.Literal(c.text, c.sep)
		if !ok {
			got = "no"
		}
		if got != c.want {
			t.Errorf("%q by %q: %s, want %s", c.text, c.sep, got, c.want)
		}
	}
}

// TestDates: each way of writing is read, and only as far as it is clear.
func TestDates(t *testing.T) {
	tripoli, _ := time.LoadLocation("Africa/Tripoli")
	for cell, want := range map[string]string{
		"3.11.2026":                 "dmy 2026-11-03 mdy 2026-03-11",
		"13.11.2026":                "dmy 2026-11-13",
		"11/13/2026":                "mdy 2026-11-13",
		"13-Nov-26":                 "name 2026-11-13",
		"Nov 3, 2026":               "name 2026-11-03",
		"3 novembre 2026":           "name 2026-11-03",
		"3 déc. 2026":               "name 2026-12-03",
		"1er mars":                  "no",
		"٣ نوفمبر ٢٠٢٦":             "name 2026-11-03",
		"3 تشرين الثاني 2026":       "name 2026-11-03",
		"1er mars 2026":             "name 2026-03-01",
		"Fri 13 Nov 2026":           "name 2026-11-13",
		"2019.04.19.":               "ymd 2019-04-19",
		"2026-11-03":                "ymd 2026-11-03",
		"20261103":                  "ymd 2026-11-03",
		"13112026":                  "dmy 2026-11-13",
		"22.02.18":                  "dmy 2018-02-22 ymd 2022-02-18",
		"13/02/11":                  "dmy 2011-02-13 ymd 2013-02-11",
		"85-11-03":                  "ymd 1985-11-03",
		"130211":                    "no", // a number like any other, but in a column of dates
		"3.11.2026 15.04":           "dmy 2026-11-03 15:04:00 +0200 mdy 2026-03-11 15:04:00 +0200",
		"2026-11-03 9.07.30":        "ymd 2026-11-03 09:07:30 +0200",
		"2026-11-03 25.04":          "no",
		"3 11.2026":                 "dmy 2026-11-03 mdy 2026-03-11",
		"3/11/2026 3:04 pm":         "dmy 2026-11-03 15:04:00 +0200 mdy 2026-03-11 15:04:00 +0200",
		"2026-11-03 12:04 am":       "ymd 2026-11-03 00:04:00 +0200",
		"2026-11-03 3:04 م":         "ymd 2026-11-03 15:04:00 +0200",
		"2026-11-03T14:31:20+05:30": "ymd 2026-11-03 14:31:20 +0530",
		"2018-02-25 12:34:56 +0000": "ymd 2018-02-25 12:34:56 +0000",
		"2026-11-03 14:31 UTC+2":    "ymd 2026-11-03 14:31:00 +0200",
		"2026-11-03T14:31:20.123Z":  "ymd 2026-11-03 14:31:20 +0000",
		"20261103143120":            "ymd 2026-11-03 14:31:20 +0200",
		"3.11.2026 14h05":           "dmy 2026-11-03 14:05:00 +0200 mdy 2026-03-11 14:05:00 +0200",
		"31.2.2026":                 "no",
		"2026-13-11":                "no",
		"someday":                   "no",
		"12.500":                    "no",
		"2026-11-03 25:00":          "no",
		"13:04 pm 3.11.2026":        "no",
	} {
		d, ok := values.ParseDate(cell)
		got := ""
		for _, o := range []string{values.DayFirst, values.MonthFirst, values.YearFirst, values.Named, values.Serial} {
			if at, dated, reads := d.At(o, values.Date{}, tripoli); reads && dated {
				got += " " + o + " " + at.Format("2006-01-02")
			} else if reads {
				got += " " + o + " " + at.Format("2006-01-02 15:04:05 -0700")
			}
		}
		if !ok {
			got = " no"
		}
		if got != " "+want {
			t.Errorf("%q:%s, want %s", cell, got, want)
		}
	}
	for cell, want := range map[string]string{"46345": "2026-11-19 00:00:00 true", "46345.5": "2026-11-19 12:00:00 false", "46345.9999999": "2026-11-20 00:00:00 false", "12": "no", "-1": "no", "1e9": "no"} {
		d, ok := values.ParseSerial(cell)
		at, dated, _ := d.At(values.Serial, values.Date{}, tripoli)
		if got := at.Format("2006-01-02 15:04:05") + fmt.Sprint(" ", dated); ok && got != want || !ok && want != "no" {
			t.Errorf("%s: %s, want %s", cell, got, want)
		}
	}
}

// TestOrderIsDecidedByAllDates of a column: days 1 to 9 have one digit or two.
func TestOrderIsDecidedByAllDates(t *testing.T) {
	for _, c := range []struct {
		column []string
		want   string
		sure   bool
	}{
		{[]string{"1/11/2026", "9/11/2026", "10/11/2026", "13/11/2026"}, values.DayFirst, true},
		{[]string{"11/1/2026", "11/13/2026"}, values.MonthFirst, true},
		{[]string{"1/11/2026", "2/11/2026"}, values.DayFirst, false},
		{[]string{"5/5/2026"}, values.DayFirst, true},
		{[]string{"13/11/2026", "11/13/2026"}, "", false},
		{[]string{"2026-11-13", "3/11/2026"}, "", false},
		{[]string{"2026-11-13", "13-Nov-2026"}, "", false},
		{[]string{"2026-11-13", "2026-11-14"}, values.YearFirst, true},
		{[]string{"13/11/26", "14/11/26"}, values.DayFirst, true}, // years first: of 2013 and 2014, always on the 26th
		{[]string{"26/11/13", "26/11/14"}, values.YearFirst, true},
		{[]string{"13/02/11", "13/02/11"}, values.DayFirst, false},
		{[]string{"26/11/03", "26/11/35"}, values.DayFirst, true}, // no month has 35 days
		{[]string{"26/11/11"}, values.DayFirst, false},
		{[]string{"11/11/11"}, values.DayFirst, true},
	} {
		var d values.Dates
		for _, v := range c.column {
			date, ok := values.ParseDate(v)
			if !ok {
				t.Fatalf("%q is no date", v)
			}
			d.See(date)
		}
		if got, sure := d.Order(); got != c.want || sure != c.sure {
			t.Errorf("%v: %q %v, want %q %v", c.column, got, sure, c.want, c.sure)
		}
	}
}

// TestShortDatesOfAColumn: six digits are a date where a column of dates is known.
func TestShortDatesOfAColumn(t *testing.T) {
	for cell, want := range map[string]string{"130211": "2011-02-13 no 2013-02-11", "021326": "no 2026-02-13 no", "261103": "2003-11-26 no 2026-11-03", "12.500": "no no no", "991399": "no no no", "١٣٠٢١١": "2011-02-13 no 2013-02-11"} {
		d, _ := values.ParseColumnDate(cell)
		var got []string
		for _, o := range []string{values.DayFirst, values.MonthFirst, values.YearFirst} {
			if at, dated, reads := d.At(o, values.Date{}, time.UTC); reads && dated {
				got = append(got, at.Format("2006-01-02"))
			} else {
				got = append(got, "no")
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", cell, got, want)
		}
	}
}

// TestClocks that have a cell of their own.
func TestClocks(t *testing.T) {
	for cell, want := range map[string]string{"15.04": "15:04:00", "9.07.30": "09:07:30", "15:04": "15:04:00", "1504": "15:04:00", "": "none", "15.4": "no", "25.04": "no", "15.04.2026": "no", "3:04 pm": "15:04:00"} {
		c, ok := values.ParseClock(cell)
		d, _ := values.ParseDate("2026-11-03")
		at, dated, _ := d.At(values.YearFirst, c, time.UTC)
		got := at.Format("15:04:05")
		if dated {
			got = "none"
		}
		if !ok {
			got = "no"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", cell, got, want)
		}
	}
}

// TestCurrenciesOfHeads.
func TestCurrenciesOfHeads(t *testing.T) {
	for head, want := range map[string]string{
		"Amount (USD)": "[USD]", "Deposits (SGD)": "[SGD]", "Amount CZK": "[CZK]", "Betrag (EUR)": "[EUR]", "المبلغ (د.ل)": "[LYD]", "Amount (lyd)": "[LYD]", "Montant en EUR": "[EUR]",
		"Amount": "[]", "ALL AMOUNTS": "[]", "top amount": "[]", "USD / EUR": "[]", "Withdrawals ($)": "[USD AUD CAD SGD HKD NZD MXN ARS CLP COP TWD BND FJD JMD TTD]",
	} {
		if got := fmt.Sprint(values.HeadCurrencies(head)); got != want {
			t.Errorf("%q: %s, want %s", head, got, want)
		}
	}
	if got := values.HeadCurrencies("USD / EUR"); got == nil {
		t.Error("two currencies are taken for none")
	}
}
