package money

// Digit returns the ASCII digit that a Latin, Arabic-Indic or Persian one
// stands for; ok is false for anything else. What people type and what gateways
// send come in all three.
func Digit(r rune) (digit rune, ok bool) {
	for _, zero := range [...]rune{'0', '٠', '۰'} {
		if r >= zero && r <= zero+9 {
			return '0' + r - zero, true
		}
	}
	return 0, false
}
