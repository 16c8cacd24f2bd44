package workbook

import (
	"strings"
	"unicode"
)

// format is a number format: what it writes beside numbers, and beside negative ones.
type format struct {
	date  bool
	parts [2]part // the second is of negative numbers; of a format of one part it is the first
	two   bool
}

// part is what a section writes beside the digits; minus where that has a mark of the sign.
type part struct {
	marks string
	minus bool
}

// formatOf reads a format's code. Conditions such as [<100] are not followed: such a
// format says nothing.
func formatOf(code string) (f format) {
	var marks strings.Builder
	section, minus := 0, false
	end := func() {
		if section < 2 {
			f.parts[section] = part{strings.TrimSpace(marks.String()), minus}
		}
		marks.Reset()
		section, minus = section+1, false
	}
	runes := []rune(code)
	for i := 0; i < len(runes); i++ {
		next := func(end rune) string { // up to a mark
			from := i + 1
			for i++; i < len(runes) && runes[i] != end; i++ {
			}
			return string(runes[from:min(i, len(runes))])
		}
		switch r := runes[i]; {
		case r == '"':
			marks.WriteString(next('"'))
		case r == '\\' && i+1 < len(runes):
			i++
			marks.WriteRune(runes[i])
		case r == '_', r == '*':
			i++
		case r == '[':
			in := next(']')
			if rest, is := strings.CutPrefix(in, "$"); is { // [$USD-409]
				symbol, _, _ := strings.Cut(rest, "-")
				marks.WriteString(" " + symbol + " ")
			} else if strings.ContainsAny(in, "<>=") {
				return format{date: f.date}
			}
		case r == ';':
			end()
		case r == '-', r == '(', r == ')':
			minus = true
		case unicode.IsDigit(r), strings.ContainsRune("#?.,/+ Ee@", r):
			marks.WriteRune(' ')
		case strings.ContainsRune("dmyhsDMYHS", r):
			f.date = true
		case r == 'G' && strings.HasPrefix(string(runes[i:]), "General"):
			i += len("General") - 1
		default:
			marks.WriteRune(r)
		}
	}
	end()
	if f.two = section > 1; !f.two {
		f.parts[1] = f.parts[0]
	}
	if f.date {
		f.parts, f.two = [2]part{}, false
	}
	return f
}

// builtin are the formats of dates that have a number and no code; those of money show
// the currency of the reader's country, which says nothing.
func builtin(id int) (f format) {
	f.date = id >= 14 && id <= 22 || id >= 27 && id <= 36 || id >= 45 && id <= 47 || id >= 50 && id <= 58
	if id == 9 || id == 10 {
		f = formatOf("0%")
	}
	return f
}
