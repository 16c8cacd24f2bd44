package journal

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Day is a business day in the shop's own time zone, as "20261120". Days sort as text.
type Day string

// DayOf returns the business day that t falls on in t's own time zone.
func DayOf(t time.Time) Day { return Day(t.Format("20060102")) }

// Short returns the day as it stands in an order's name: "261120".
func (d Day) Short() string {
	if len(d) != 8 {
		return string(d)
	}
	return string(d[2:])
}

// Time returns the day's first moment in loc; the zero time for a malformed day.
func (d Day) Time(loc *time.Location) time.Time {
	t, err := time.ParseInLocation("20060102", string(d), loc)
	if err != nil {
		return time.Time{}
	}
	if _, end := t.ZoneBounds(); DayOf(t) < d { // the clocks skip its midnight
		return end
	}
	return t
}

// SaleID names a sale within one till: its business day and the day's number,
// as "20261120-000012". IDs sort as text in the order in which the sales were
// opened, so the newest page of a list is one walk backwards. A history of many
// tills puts between the two what keeps their names apart and in order.
type SaleID string

// NewSaleID joins a day and a day's number, 1 to 999,999.
func NewSaleID(day Day, number int) SaleID {
	return SaleID(fmt.Sprintf("%s-%06d", day, number))
}

// Day returns the business day.
func (id SaleID) Day() Day {
	if len(id) < 8 {
		return ""
	}
	return Day(id[:8])
}

// Number returns the day's number, which people call "#12"; 0 when malformed.
func (id SaleID) Number() int {
	if len(id) < 10 {
		return 0
	}
	n, err := strconv.Atoi(string(id[strings.LastIndexByte(string(id), '-')+1:]))
	if err != nil {
		return 0
	}
	return n
}

// Paper returns the sale's name on paper, "TILL-261120-012".
func (id SaleID) Paper() string {
	return fmt.Sprintf("TILL-%s-%03d", id.Day().Short(), id.Number())
}

// ReceiptNumber is what people call a receipt, as it is on paper: "T-0042".
func ReceiptNumber(seq uint64) string { return fmt.Sprintf("T-%04d", seq) }

// ZNumber is what people call a Z, as it is on paper: "Z-0042".
func ZNumber(seq uint64) string { return fmt.Sprintf("Z-%04d", seq) }

// CashNumber is what people call a cash receipt: "C-0015".
func CashNumber(seq uint64) string { return fmt.Sprintf("C-%04d", seq) }

// LongestReference bounds what a person writes into the ledger, in letters.
const LongestReference = 120

// Written is what a person writes into the ledger, without blanks around it; ok is false for nothing, and for too much.
func Written(text string) (trimmed string, ok bool) {
	trimmed = strings.TrimSpace(text)
	return trimmed, trimmed != "" && utf8.RuneCountInString(trimmed) <= LongestReference
}
