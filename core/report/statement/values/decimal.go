package values

import "strings"

// Decimals is what the numbers of one column, or of columns that belong together,
// say of their separator. The zero value has seen none.
type Decimals struct {
	point, comma         int // numbers that only the one separator reads
	openPoint, openComma int // that both read, otherwise: "12.500", "12,500"
	digits               map[int]bool
}

// See takes a number's digits in.
func (d *Decimals) See(text string) {
	_, f1, point := Parts(text, ".")
	_, f2, comma := Parts(text, ",")
	if d.digits == nil {
		d.digits = map[int]bool{}
	}
	switch {
	case point && comma && f1 == "" && f2 != "":
		d.openComma++
	case point && comma && f2 == "" && f1 != "":
		d.openPoint++
	case point && comma:
	case point && strings.ContainsAny(text, ".,"):
		d.point++
		d.digits[len(f1)] = true
	case comma && strings.ContainsAny(text, ".,"):
		d.comma++
		d.digits[len(f2)] = true
	}
}

// Separator is what decides; blank where the numbers contradict each other, so
// that none of them can be read. Sure is false where they allow another reading:
// then it is the one by which they have decimals, since sums have decimals more
// often than they are thousands.
func (d *Decimals) Separator() (separator string, sure bool) {
	three := len(d.digits) == 1 && d.digits[3]
	switch {
	case d.point > 0 && d.comma > 0,
		d.point > 0 && three && d.openComma > 0, // 1250.750 and 12,500
		d.comma > 0 && three && d.openPoint > 0,
		d.point+d.comma == 0 && d.openPoint > 0 && d.openComma > 0:
		return "", false
	case d.point > 0:
		return ".", true
	case d.comma > 0:
		return ",", true
	case d.openPoint > 0:
		return ".", false
	case d.openComma > 0:
		return ",", false
	}
	return ".", true
}

// Against reports whether the numbers contradict a separator that was chosen
// before: they prove the other one, prove nothing and look like it, or contradict
// each other.
func (d *Decimals) Against(chosen string) bool {
	separator, _ := d.Separator()
	return separator != chosen && d.point+d.comma+d.openPoint+d.openComma > 0
}
