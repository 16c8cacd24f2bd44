package values

import (
	"strings"
	"unicode"
)

// Number is a cell of a sum, taken apart.
type Number struct {
	Text       string // digits and separators alone; blank is nothing, or a dash
	Side       Side   // as its marks say; Unknown without any
	Worded     bool   // a word says the side, not a minus or brackets
	Minus      bool   // a minus or brackets
	Clash      bool   // its marks contradict each other
	Reversal   bool
	Currencies []string // that its marks allow; nil without any
}

// Blank reports whether a cell says that there is no sum.
func (n Number) Blank() bool { return n.Text == "" }

// separators are what may stand between the digits of one number.
const separators = ".,' ’٫٬،"

// ParseNumber takes a cell apart; ok is false for what is no number, or has a word
// beside it that is not known.
func ParseNumber(cell string) (n Number, ok bool) {
	text := Western(cell)
	if text == "" || strings.Trim(text, "-") == "" {
		return Number{}, len(text) < 4
	}
	if len(text) > 80 {
		return Number{}, false
	}
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	first, last := strings.IndexFunc(text, digit), strings.LastIndexFunc(text, digit)
	if first < 0 {
		return Number{}, false
	}
	before, after := text[:first], text[last+1:]
	if k := len(before) - 1; k >= 0 && (before[k] == '.' || before[k] == ',') && (k == 0 || !unicode.IsLetter(rune(before[k-1])) && before[k-1] < 0x80) {
		before, first = before[:k], first-1 // ".500"
	}
	dash := false
	if strings.HasPrefix(after, ".") || strings.HasPrefix(after, ",") { // "500,"
		rest := strings.TrimLeft(after[1:], "-")
		dash = rest != after[1:] // "500,-" has no decimals, or went
		after, last = rest, last+1
	}
	if n.Text = text[first : last+1]; strings.ContainsFunc(n.Text, func(r rune) bool { return (r < '0' || r > '9') && !strings.ContainsRune(separators, r) }) {
		return Number{}, false
	}
	open, ok1 := n.marks(before)
	shut, ok2 := n.marks(after)
	if !ok1 || !ok2 || open != -shut || open < 0 {
		return Number{}, false
	}
	if open > 0 {
		n.side(Out)
		n.Minus = true
	}
	n.Clash = n.Clash || dash && n.Side == Unknown
	return n, true
}

func (n *Number) side(s Side) {
	n.Clash = n.Clash || n.Side != Unknown && n.Side != s
	n.Side = s
}

// marks reads what stands before or behind the digits, and counts brackets.
func (n *Number) marks(text string) (brackets int, ok bool) {
	minus := 0
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		switch text[0] {
		case '-':
			minus++
			n.Minus = true
			n.side(Out)
			text = text[1:]
			continue
		case '+':
			n.side(In)
			text = text[1:]
			continue
		case '(':
			brackets++
			text = text[1:]
			continue
		case ')':
			brackets--
			text = text[1:]
			continue
		case '\'':
			text = text[1:] // how a spreadsheet marks a text
			continue
		}
		end := strings.IndexAny(text, " -+()'")
		if end < 0 {
			end = len(text)
		}
		if !n.word(text[:end]) {
			return 0, false
		}
		text = text[end:]
	}
	return brackets, minus < 2 && brackets > -2 && brackets < 2
}

func (n *Number) word(word string) bool {
	if side, reversal := SideOf(strings.TrimRight(word, ".:")); side != Unknown && len(Currencies(word)) == 0 {
		n.Reversal = n.Reversal || reversal
		n.Worded = true
		n.side(side)
		return true
	}
	codes := Currencies(strings.Trim(word, ":"))
	if codes == nil {
		return false
	}
	n.Currencies = Both(n.Currencies, codes)
	return true
}

// Parts are a number's digits before and behind the decimal separator, which is
// "." or ","; thousands may be parted by the other one, by blanks or by
// apostrophes, in groups of three or, with commas, as in India.
func Parts(text, separator string) (whole, fraction string, ok bool) {
	other := map[string]string{".": ",", ",": "."}[separator]
	if strings.Contains(text, "٫") { // it can be nothing else: points and commas would part thousands
		if strings.Contains(text, separator) {
			return "", "", false
		}
		text = strings.ReplaceAll(text, "٫", separator)
	}
	text = strings.NewReplacer("٬", " ", "’", " ", "'", " ", "،", ",").Replace(text)
	if strings.Count(text, separator) > 1 {
		return "", "", false
	}
	whole, fraction, _ = strings.Cut(text, separator)
	if strings.Contains(whole, " ") && strings.Contains(whole, other) || fraction != "" && !digitsOnly(fraction) || whole == "" && fraction == "" {
		return "", "", false
	}
	if whole == "" {
		return "0", fraction, true
	}
	mark := " "
	if strings.Contains(whole, other) {
		mark = other
	}
	groups := strings.Split(whole, mark)
	for _, g := range groups {
		if !digitsOnly(g) {
			return "", "", false
		}
	}
	if len(groups) > 1 && !grouped(groups, mark) {
		return "", "", false
	}
	return strings.Join(groups, ""), fraction, true
}

// grouped reports whether groups of digits are thousands: never behind a zero.
func grouped(groups []string, mark string) bool {
	last := len(groups) - 1
	if len(groups[last]) != 3 || groups[0][0] == '0' {
		return false
	}
	for _, size := range []int{3, 2} {
		fits := len(groups[0]) <= size && (size == 3 || mark == "," && last > 1)
		for _, g := range groups[1:last] {
			fits = fits && len(g) == size
		}
		if fits {
			return true
		}
	}
	return false
}

// Literal is a number as money.ParseWire reads it, without a sign.
func Literal(text, separator string) (literal string, ok bool) {
	whole, fraction, ok := Parts(text, separator)
	if !ok {
		return "", false
	}
	if literal = strings.TrimLeft(whole, "0"); literal == "" {
		literal = "0"
	}
	if fraction != "" {
		literal += "." + fraction
	}
	return literal, true
}
