package index

import (
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf8"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// A term's prefix is a kind, a word and a zero: all sales of one term lie
// together in the order of time.
const (
	ByTime   = 'd' // every sale; the word is blank
	ByStatus = 's'
	ByRoute  = 'r'
	ByBoth   = 'b'
	ByAmount = 'a'
	ByNumber = 'n'
	ByTail   = 't'
	ByName   = 'p'
	ByOwed   = 'o' // money is owed back, or was; the word is blank
	// Since the layout with figures:
	ByCashier  = 'c' // blank is nobody
	ByCurrency = 'm'
	ByQuarter  = 'h' // of the day, in UTC
	// Of the few sales that are booked on another day than their own:
	ByElsewhere = 'e' // the word is blank
	ByBooked    = 'k' // the day on which they are booked
)

func IndexPrefix(kind byte, term string) []byte {
	if len(term) > maxTerm {
		term = term[:maxTerm]
	}
	return append(append([]byte{kind}, strings.ReplaceAll(term, "\x00", " ")...), 0)
}

func BothTerm(status journal.Status, route core.Route) string {
	return string(status) + "/" + string(route)
}

// Entries lists the prefixes of the terms under which a sale stands. Names that
// follow from the SaleID are not indexed: they are found by the SaleID itself.
func Entries(sale *journal.Sale) map[string]struct{} {
	out := make(map[string]struct{}, 16)
	add := func(kind byte, term string) { out[string(IndexPrefix(kind, term))] = struct{}{} }
	status := sale.Status()
	add(ByTime, "")
	add(ByStatus, string(status))
	add(ByRoute, string(sale.Route))
	add(ByBoth, BothTerm(status, sale.Route))
	add(ByNumber, NumberTerm(sale.ID.Number()))
	if !sale.OwedSince.IsZero() {
		add(ByOwed, "")
	}
	if sale.Booked != "" {
		add(ByElsewhere, "")
		add(ByBooked, string(sale.Booked))
	}
	if amount, ok := saleAmount(sale.Amount); ok {
		add(ByAmount, string(amount))
	}
	for _, prefix := range FigureEntries(sale) {
		out[string(prefix)] = struct{}{}
	}
	for _, kind := range journal.NameKinds() {
		if name := sale.GatewayName(kind); name != "" {
			out[string(GatewayNamePrefix(kind, GatewayName(name)))] = struct{}{}
		}
	}
	for end := IndexedEnd(tail(sale.Session.MaskedAccount)); end != ""; {
		add(ByTail, end)
		_, size := utf8.DecodeRuneInString(end)
		end = end[size:]
	}
	paper := Fold(sale.ID.Paper())
	derived := strings.HasPrefix(string(sale.ID), "20")
	for _, name := range names(sale) {
		if name != "" && !(derived && strings.HasPrefix(name, paper)) {
			add(ByName, name)
		}
	}
	return out
}

// FigureEntries lists the prefixes of the terms by which a list is narrowed to
// what a figure counts, besides its day, status and route.
func FigureEntries(sale *journal.Sale) [3][]byte {
	return [3][]byte{IndexPrefix(ByCashier, sale.Cashier), IndexPrefix(ByCurrency, sale.Amount.Currency),
		IndexPrefix(ByQuarter, QuarterTerm(journal.QuarterOf(sale.BookedAt())))}
}

// IndexedEnd bounds how much of an account's end is indexed; the record is
// compared with the rest.
func IndexedEnd(end string) string {
	for utf8.RuneCountInString(end) > 12 {
		_, size := utf8.DecodeRuneInString(end)
		end = end[size:]
	}
	return end
}

// TotalKey names a figure: day, status, route, currency.
func TotalKey(sale *journal.Sale) []byte {
	return []byte(strings.Join([]string{string(sale.ID.Day()), string(sale.Status()), string(sale.Route),
		sale.Amount.Currency}, "\x00"))
}

func EncodeTotal(count, sum int64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(count)), uint64(sum))
}

func DecodeTotal(payload []byte) (count, sum int64, err error) {
	if payload == nil {
		return 0, 0, nil
	}
	if len(payload) != 16 {
		return 0, 0, record.Corrupt("total of %d bytes", len(payload))
	}
	return int64(binary.BigEndian.Uint64(payload)), int64(binary.BigEndian.Uint64(payload[8:])), nil
}

func NumberTerm(number int) string { return strconv.Itoa(number) }

const QuartersOfDay = 24 * QuartersOfHour

// QuarterTerm names the place of a quarter in the day of UTC.
func QuarterTerm(q journal.Quarter) string {
	return strconv.Itoa(int((q%QuartersOfDay + QuartersOfDay) % QuartersOfDay))
}
