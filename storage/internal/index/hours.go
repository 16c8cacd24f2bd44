package index

import (
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// The hours bucket holds what the sales add up to. A record is one hour of UTC
// on one business day, with every figure of its four quarters: a year is some
// thousand records, whatever the number of sales, and a sale that changes its
// status changes one. What a record says follows from the sales alone: from the
// same sales comes the same record.

const QuartersOfHour = 4

// HourKey names the record of a business day and a quarter's hour. Keys sort by
// day, then by time.
func HourKey(day journal.Day, q journal.Quarter) []byte {
	hour := int64(q) / QuartersOfHour
	if int64(q)%QuartersOfHour < 0 {
		hour--
	}
	key := append(make([]byte, 0, HourKeySize), day...)
	return binary.BigEndian.AppendUint64(key, uint64(hour)^1<<63)
}

const HourKeySize = DaySize + 8

// DaySize is the length of a day.
const DaySize = len("20261120")

// HourOf is the inverse of HourKey: the day's letters, and the hour's first quarter.
func HourOf(key []byte) (day []byte, first journal.Quarter, ok bool) {
	if len(key) != HourKeySize {
		return nil, 0, false
	}
	hour := int64(binary.BigEndian.Uint64(key[DaySize:]) ^ 1<<63)
	return key[:DaySize], journal.Quarter(hour * QuartersOfHour), true
}

// EncodeHour writes the figures of one record down, in their order: the texts
// that they hold, sorted, and then each by the numbers of its texts.
func EncodeHour(figures []journal.Figure) []byte {
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
		payload = binary.AppendUvarint(payload, uint64(f.Quarter&(QuartersOfHour-1)))
		for _, text := range textsOf(f) {
			payload = binary.AppendUvarint(payload, numbers[text])
		}
		payload = binary.AppendVarint(binary.AppendUvarint(payload, uint64(f.Number)), f.Minor)
	}
	return payload
}

const textsOfFigure = 4

func textsOf(f *journal.Figure) [textsOfFigure]string {
	return [textsOfFigure]string{string(f.Route), string(f.Status), f.Cashier, f.Currency}
}

// HourReader reads records, and keeps each text that it met once.
type HourReader struct {
	known map[string]string
	texts []string // of the record
	day   journal.Day
}

func (r *HourReader) text(b []byte) string {
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

// Read appends the figures of a record.
func (r *HourReader) Read(to []journal.Figure, key, payload []byte) ([]journal.Figure, error) {
	letters, first, ok := HourOf(key)
	if !ok {
		return to, record.Corrupt("figures %q", key)
	}
	if string(r.day) != string(letters) {
		r.day = journal.Day(letters)
	}
	begin, in := len(to), numbers{rest: payload}
	r.table(&in)
	var last [5]uint64 // the quarter and the texts of the figure before
	for !in.wrong && len(in.rest) > 0 {
		at := [5]uint64{in.next(QuartersOfHour)}
		for i := range textsOfFigure {
			at[1+i] = in.next(uint64(len(r.texts)))
		}
		number, minor := int64(in.next(math.MaxInt64)), in.signed()
		if in.wrong || number == 0 || len(to) > begin && slices.Compare(last[:], at[:]) >= 0 {
			in.wrong = true
			break
		}
		last = at
		to = append(to, journal.Figure{FigureKey: journal.FigureKey{Day: r.day, Quarter: first + journal.Quarter(at[0]), Route: core.Route(r.texts[at[1]]),
			Status: journal.Status(r.texts[at[2]]), Cashier: r.texts[at[3]], Currency: r.texts[at[4]]}, Number: number, Minor: minor})
	}
	if in.wrong || len(to) == begin {
		return to, record.Corrupt("figures %q", key)
	}
	return to, nil
}

// table reads the texts of a record, which are sorted: figures are in order when
// their numbers are.
func (r *HourReader) table(in *numbers) {
	r.texts = r.texts[:0]
	for n := in.next(math.MaxInt64); n > 0 && !in.wrong; n-- {
		text := r.text(in.bytes())
		if k := len(r.texts); k > 0 && r.texts[k-1] >= text {
			in.wrong = true
		}
		r.texts = append(r.texts, text)
	}
}

// numbers reads what a record is made of; wrong once it does not hold it.
type numbers struct {
	rest  []byte
	wrong bool
}

// next reads a number below a limit.
func (in *numbers) next(below uint64) uint64 {
	n, size := binary.Uvarint(in.rest)
	if in.wrong || size <= 0 || n >= below {
		in.wrong = true
		return 0
	}
	in.rest = in.rest[size:]
	return n
}

func (in *numbers) signed() int64 {
	n, size := binary.Varint(in.rest)
	if in.wrong || size <= 0 {
		in.wrong = true
		return 0
	}
	in.rest = in.rest[size:]
	return n
}

func (in *numbers) bytes() (b []byte) {
	size := in.next(math.MaxInt64)
	if in.wrong || size > uint64(len(in.rest)) {
		in.wrong = true
		return nil
	}
	b, in.rest = in.rest[:size], in.rest[size:]
	return b
}

var ErrTooLarge = errors.New("the figures of an hour exceed what can be counted")

// AddFigure counts a sale in a sorted list. ErrTooLarge when 64 bits do not
// hold the sum.
func AddFigure(figures []journal.Figure, key journal.FigureKey, minor int64) ([]journal.Figure, error) {
	at, there := slices.BinarySearchFunc(figures, key, func(f journal.Figure, key journal.FigureKey) int { return f.Compare(key) })
	if !there {
		return slices.Insert(figures, at, journal.Figure{FigureKey: key, Number: 1, Minor: minor}), nil
	}
	sum, ok := Plus(figures[at].Minor, minor)
	if !ok {
		return figures, ErrTooLarge
	}
	figures[at].Number++
	figures[at].Minor = sum
	return figures, nil
}

// RemoveFigure takes a sale out of a sorted list.
func RemoveFigure(figures []journal.Figure, key journal.FigureKey, minor int64) ([]journal.Figure, error) {
	at, there := slices.BinarySearchFunc(figures, key, func(f journal.Figure, key journal.FigureKey) int { return f.Compare(key) })
	if !there {
		return figures, record.Corrupt("no figure %s counts the sale", NameOf(key))
	}
	f := &figures[at]
	if f.Number == 1 {
		if f.Minor != minor {
			return figures, record.Corrupt("figure %s does not add up", NameOf(key))
		}
		return slices.Delete(figures, at, at+1), nil
	}
	if minor == math.MinInt64 {
		return figures, ErrTooLarge
	}
	sum, ok := Plus(f.Minor, -minor)
	if !ok {
		return figures, ErrTooLarge
	}
	f.Number, f.Minor = f.Number-1, sum
	return figures, nil
}

func Plus(a, b int64) (sum int64, ok bool) {
	if b > 0 && a > math.MaxInt64-b || b < 0 && a < math.MinInt64-b {
		return 0, false
	}
	return a + b, true
}

// NameOf names a figure for the log: no sum, no sale.
func NameOf(k journal.FigureKey) string {
	return string(k.Day) + " " + k.Quarter.Time().Format("2006-01-02 15:04Z") + " " + strconv.Quote(string(k.Route)) + " " + string(k.Status) + " " +
		strconv.Quote(k.Cashier) + " " + k.Currency
}
