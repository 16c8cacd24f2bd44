package onscreenkeyboard

import (
	"strings"
	"unicode/utf8"

	"sanduq/ui/words"
)

// page is one arrangement of keys.
type page int

const (
	latin page = iota
	azerty
	arabic
	signs
	digits
)

// what a key does.
type what int

const (
	letter what = iota // types
	back
	shift
	space
	done
	enter
	language
	turn // between letters and signs
)

// keycap is a key before it is drawn: what it types, or what it does.
type keycap struct {
	what  what
	types string  // lower case
	wide  float32 // its share of the row
}

// The middle rows of each page. The row of digits above and the row below with
// the space are the same on all of them, and stand at the same places.
var rows = map[page][]string{
	latin:  {"q w e r t y u i o p @", "a s d f g h j k l _ :", "⇧ z x c v b n m , . /"},
	azerty: {"a z e r t y u i o p é", "q s d f g h j k l m è", "⇧ w x c v b n ç à , ."},
	arabic: {"ض ص ث ق ف غ ع ه خ ح ج د", "ش س ي ب ل ا ت ن م ك ط ذ", "ئ ء ؤ ر لا ى ة و ز ظ أ إ"},
	signs:  {"@ # $ % & * - + = / \\", "( ) [ ] { } < > | ~ ^", "_ : ; ! ? ' \" , . ` €"},
}

// romans are the Latin pages of languages whose hands expect the letters
// elsewhere; of all others it is the first page.
var romans = map[string]page{words.French: azerty}

// sides are what stands left and right of the space.
var sides = map[page][2]string{latin: {"'", "-"}, azerty: {"'", "-"}, arabic: {"،", "-"}, signs: {"،", "؟"}}

// more is what a key types when it is held: marks and accents.
var more = map[string]string{
	"a": "à â ä æ", "c": "ç", "e": "é è ê ë", "i": "î ï", "n": "ñ", "o": "ô ö œ", "u": "ù û ü", "y": "ÿ",
	"'": "’ \"", "-": "_ –", ".": "; :", ",": "; ،", "?": "؟", "\"": "« »",
	"ا": "أ إ آ", "ي": "ى ئ", "و": "ؤ", "ه": "ة", "،": "؛ ؟ .",
}

const thin, broad, longest float32 = 1.25, 1.5, 4

// keysOf are the rows of a page from the top.
func keysOf(p page) [][]keycap {
	top := typing("1 2 3 4 5 6 7 8 9 0")
	all := [][]keycap{append(top, keycap{what: back, wide: broad})}
	ends := []keycap{{what: done, wide: broad}, {what: enter, wide: broad}}
	if p == digits {
		return append(all, ends)
	}
	for _, row := range rows[p] {
		all = append(all, typing(row))
	}
	last := []keycap{{what: language, wide: thin}, {what: turn, wide: thin}, {types: sides[p][0], wide: 1},
		{what: space, types: " ", wide: longest}, {types: sides[p][1], wide: 1}}
	return append(all, append(last, ends...))
}

func typing(row string) (all []keycap) {
	for _, text := range strings.Fields(row) {
		one := keycap{types: text, wide: 1}
		if text == "⇧" {
			one = keycap{what: shift, wide: 1}
		}
		all = append(all, one)
	}
	return all
}

// offers is what a key types when it is held.
func (c keycap) offers() []string {
	if c.what != letter {
		return nil
	}
	return strings.Fields(more[c.types])
}

// cased writes a text in the case that Shift asks for.
func cased(text string, up bool) string {
	if up && utf8.RuneCountInString(text) == 1 {
		return strings.ToUpper(text)
	}
	return text
}
