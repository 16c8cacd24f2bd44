package storage

import (
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"

	"sanduq/core"
	"sanduq/core/till"
)

// The hours bucket holds what the sales add up to. A record is one hour of UTC
// on one business day, with every figure of its four quarters: a year is some
// thousand records, whatever the number of sales, and a sale that changes its
// status changes one. What a record says follows from the sales alone: from the
// same sales comes the same record.

const quartersOfHour = 4

// hourKey names the record of a business day and a quarter's hour. Keys sort by
// day, then by time.
func hourKey(day till.Day, q till.Quarter) []byte {
	hour := int64(q) / quartersOfHour
	if int64(q)%quartersOfHour < 0 {
		hour--
	}
	key := append(make([]byte, 0, hourKeySize), day...)
	return binary.BigEndian.AppendUint64(key, uint64(hour)^1<<63)
}

const hourKeySize = daySize + 8

// daySize is the length of a day.
const daySize = len("20261120")

// hourOf is the inverse of hourKey: the day's letters, and the hour's first quarter.
func hourOf(key []byte) (day []byte, first till.Quarter, ok bool) {
	if len(key) != hourKeySize {
		return nil, 0, false
	}
	hour := int64(binary.BigEndian.Uint64(key[daySize:]) ^ 1<<63)
	return key[:daySize], till.Quarter(hour * quartersOfHour), true
}

// encodeHour writes the figures of one record down, in their order: the texts
// that they hold, sorted, and then each by the numbers of its texts.
func encodeHour(figures []till.Figure) []byte {
	numbers := map[string]uint64{}
	for i := range figures {
		for _, text := range textsOf(&figures[i]) {
			numbers[text] = 0
		}
	}
	texts := slices.Sorted(maps.Keys(numbers))
	payload := binary.AppendUvarint(nil, uint64(len(texts)))
	for n, text := range texts {
		numbers[text] = uint64(n)
		payload = append(binary.AppendUvarint(payload, uint64(len(text))), text...)
	}
	for i := range figures {
		f := &figures[i]
		payload = append(payload, byte(f.Quarter&(quartersOfHour-1)))
		for _, text := range textsOf(f) {
			payload = binary.AppendUvarint(payload, numbers[text])
		}
		payload = binary.AppendVarint(binary.AppendUvarint(payload, uint64(f.Number)), f.Minor)
	}
	return payload
}

func textsOf(f *till.Figure) [4]string {
	return [4]string{string(f.Route), string(f.Status), f.Cashier, f.Currency}
}

// hourReader reads records, and keeps each text that it met once.
type hourReader struct {
	known map[string]string
	texts []string // of the record
	day   till.Day
}

func (r *hourReader) text(b []byte) string {
	text, there := r.known[string(b)]
	if !there {
		if r.known == nil {
			r.known = map[string]string{}
		}
		text = string(b)
		r.known[text] = text
	}
	return text
}

// read appends the figures of a record.
func (r *hourReader) read(to []till.Figure, key, payload []byte) ([]till.Figure, error) {
	wrong := func() error { return corrupt("figures %q", key) }
	letters, first, ok := hourOf(key)
	if !ok {
		return to, wrong()
	}
	if string(r.day) != string(letters) {
		r.day = till.Day(letters)
	}
	next := func() (n uint64) {
		n, size := binary.Uvarint(payload)
		if size <= 0 {
			ok = false
			return 0
		}
		payload = payload[size:]
		return n
	}
	r.texts = r.texts[:0]
	for n := next(); ok && n > 0; n-- {
		size := next()
		if !ok || size > uint64(len(payload)) {
			return to, wrong()
		}
		r.texts, payload = append(r.texts, r.text(payload[:size])), payload[size:]
	}
	pick := func() string {
		n := next()
		if ok = ok && n < uint64(len(r.texts)); !ok {
			return ""
		}
		return r.texts[n]
	}
	begin := len(to)
	for ok && len(payload) > 0 {
		quarter := payload[0]
		payload = payload[1:]
		f := till.Figure{FigureKey: till.FigureKey{Day: r.day, Quarter: first + till.Quarter(quarter), Route: core.Route(pick()), Status: till.Status(pick()),
			Cashier: pick(), Currency: pick()}, Number: int64(next())}
		minor, size := binary.Varint(payload)
		if ok = ok && size > 0 && quarter < quartersOfHour && f.Number > 0; !ok {
			return to, wrong()
		}
		f.Minor, payload = minor, payload[size:]
		if n := len(to); n > begin && to[n-1].Compare(f.FigureKey) >= 0 {
			return to, wrong()
		}
		to = append(to, f)
	}
	if !ok || len(to) == begin {
		return to, wrong()
	}
	return to, nil
}

var errTooLarge = errors.New("the figures of an hour exceed what can be counted")

// addFigure counts a sale in a sorted list. errTooLarge when 64 bits do not
// hold the sum.
func addFigure(figures []till.Figure, key till.FigureKey, minor int64) ([]till.Figure, error) {
	at, there := slices.BinarySearchFunc(figures, key, func(f till.Figure, key till.FigureKey) int { return f.Compare(key) })
	if !there {
		return slices.Insert(figures, at, till.Figure{FigureKey: key, Number: 1, Minor: minor}), nil
	}
	sum, ok := plus(figures[at].Minor, minor)
	if !ok {
		return figures, errTooLarge
	}
	figures[at].Number++
	figures[at].Minor = sum
	return figures, nil
}

// removeFigure takes a sale out of a sorted list.
func removeFigure(figures []till.Figure, key till.FigureKey, minor int64) ([]till.Figure, error) {
	at, there := slices.BinarySearchFunc(figures, key, func(f till.Figure, key till.FigureKey) int { return f.Compare(key) })
	if !there {
		return figures, corrupt("no figure %s counts the sale", nameOf(key))
	}
	f := &figures[at]
	if f.Number == 1 {
		if f.Minor != minor {
			return figures, corrupt("figure %s does not add up", nameOf(key))
		}
		return slices.Delete(figures, at, at+1), nil
	}
	if minor == math.MinInt64 {
		return figures, errTooLarge
	}
	sum, ok := plus(f.Minor, -minor)
	if !ok {
		return figures, errTooLarge
	}
	f.Number, f.Minor = f.Number-1, sum
	return figures, nil
}

func plus(a, b int64) (sum int64, ok bool) {
	if b > 0 && a > math.MaxInt64-b || b < 0 && a < math.MinInt64-b {
		return 0, false
	}
	return a + b, true
}

// nameOf names a figure for the log: no sum, no sale.
func nameOf(k till.FigureKey) string {
	return string(k.Day) + " " + k.Quarter.Time().Format("2006-01-02 15:04Z") + " " + strconv.Quote(string(k.Route)) + " " + string(k.Status) + " " +
		strconv.Quote(k.Cashier) + " " + k.Currency
}
