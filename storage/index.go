package storage

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
	byTime   = 'd' // every sale; the word is blank
	byStatus = 's'
	byRoute  = 'r'
	byBoth   = 'b'
	byAmount = 'a'
	byNumber = 'n'
	byTail   = 't'
	byName   = 'p'
	byOwed   = 'o' // money is owed back, or was; the word is blank
	// Since the layout with figures:
	byCashier  = 'c' // blank is nobody
	byCurrency = 'm'
	byQuarter  = 'h' // of the day, in UTC
)

// paperPrefix starts every paper name, folded.
const paperPrefix = "till-"

// What starts the number of a receipt, and of one of cash, on paper, folded.
const (
	receiptPrefix = "t-"
	cashPrefix    = "c-"
)

func indexPrefix(kind byte, term string) []byte {
	if len(term) > maxTerm {
		term = term[:maxTerm]
	}
	return append(append([]byte{kind}, strings.ReplaceAll(term, "\x00", " ")...), 0)
}

func bothTerm(status journal.Status, route core.Route) string {
	return string(status) + "/" + string(route)
}

// entries lists the prefixes of the terms under which a sale stands. Names that
// follow from the SaleID are not indexed: they are found by the SaleID itself.
func entries(sale *journal.Sale) map[string]struct{} {
	out := make(map[string]struct{}, 12)
	add := func(kind byte, term string) { out[string(indexPrefix(kind, term))] = struct{}{} }
	status := sale.Status()
	add(byTime, "")
	add(byStatus, string(status))
	add(byRoute, string(sale.Route))
	add(byBoth, bothTerm(status, sale.Route))
	add(byNumber, numberTerm(sale.ID.Number()))
	if !sale.OwedSince.IsZero() {
		add(byOwed, "")
	}
	if amount, ok := saleAmount(sale.Amount); ok {
		add(byAmount, string(amount))
	}
	for _, prefix := range figureEntries(sale) {
		out[string(prefix)] = struct{}{}
	}
	for end := indexedEnd(tail(sale.Session.MaskedAccount)); end != ""; {
		add(byTail, end)
		_, size := utf8.DecodeRuneInString(end)
		end = end[size:]
	}
	paper := fold(sale.ID.Paper())
	derived := strings.HasPrefix(string(sale.ID), "20")
	for _, name := range names(sale) {
		if name != "" && !(derived && strings.HasPrefix(name, paper)) {
			add(byName, name)
		}
	}
	return out
}

// figureEntries lists the prefixes of the terms by which a list is narrowed to
// what a figure counts, besides its day, status and route.
func figureEntries(sale *journal.Sale) [3][]byte {
	return [3][]byte{indexPrefix(byCashier, sale.Cashier), indexPrefix(byCurrency, sale.Amount.Currency),
		indexPrefix(byQuarter, quarterTerm(journal.QuarterOf(sale.CreatedAt)))}
}

// indexedEnd bounds how much of an account's end is indexed; the record is
// compared with the rest.
func indexedEnd(end string) string {
	for utf8.RuneCountInString(end) > 12 {
		_, size := utf8.DecodeRuneInString(end)
		end = end[size:]
	}
	return end
}

// totalKey names a figure: day, status, route, currency.
func totalKey(sale *journal.Sale) []byte {
	return []byte(strings.Join([]string{string(sale.ID.Day()), string(sale.Status()), string(sale.Route),
		sale.Amount.Currency}, "\x00"))
}

func encodeTotal(count, sum int64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(count)), uint64(sum))
}

func decodeTotal(payload []byte) (count, sum int64, err error) {
	if payload == nil {
		return 0, 0, nil
	}
	if len(payload) != 16 {
		return 0, 0, record.Corrupt("total of %d bytes", len(payload))
	}
	return int64(binary.BigEndian.Uint64(payload)), int64(binary.BigEndian.Uint64(payload[8:])), nil
}

func numberTerm(number int) string { return strconv.Itoa(number) }

const quartersOfDay = 24 * quartersOfHour

// quarterTerm names the place of a quarter in the day of UTC.
func quarterTerm(q journal.Quarter) string {
	return strconv.Itoa(int((q%quartersOfDay + quartersOfDay) % quartersOfDay))
}
