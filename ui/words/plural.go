package words

// N is T for a sentence that counts: the key's form for n, and {n} filled in with it. Forms are keys of their own,
// "key[one]", "key[other]"; each language has those that Form may answer.
func (c *Catalogue) N(key string, n int, args ...any) string {
	form := key + "[" + Form(c.Lang(), n) + "]"
	return c.T(form, append([]any{"n", n}, args...)...)
}

// Form is the form of a language for a number.
func Form(lang string, n int) string {
	if n < 0 {
		n = -n
	}
	switch lang {
	case Arabic:
		switch h := n % 100; {
		case n <= 2:
			return [...]string{"zero", "one", "two"}[n]
		case h >= 3 && h <= 10:
			return "few"
		case h >= 11:
			return "many"
		default:
			return "other"
		}
	case French:
		if n <= 1 {
			return "one"
		}
	default:
		if n == 1 {
			return "one"
		}
	}
	return "other"
}
