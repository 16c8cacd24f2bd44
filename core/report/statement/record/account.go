package record

import (
	"regexp"
	"slices"
	"strings"

	"sanduq/core/money"
)

var (
	suffixForm = regexp.MustCompile(`^(.*[0-9/])([A-Z]{3})$`)
	insideForm = regexp.MustCompile(`^([A-Za-z0-9]+)/([0-9]+)$`)
)

// longestInside is how many characters an account's number has within its country, at most.
const longestInside = 30

// Suffix is the currency that MT940 may write behind the number of an account; blank for none.
func Suffix(number string) string {
	if m := suffixForm.FindStringSubmatch(strings.TrimSpace(number)); m != nil {
		if _, err := money.FractionDigits(m[2]); err == nil {
			return m[2]
		}
	}
	return ""
}

// Forms are the ways in which files may write the number of one account, as Normal has them:
// the way in which it is written first, then without a currency behind it, then as it is
// within its country. Two numbers that share one are of one account. iban says that it is
// written as an international number. None for what is no number.
func Forms(number string) (forms []string, iban bool) {
	if Normal(number) == "" {
		return nil, false
	}
	forms = []string{Normal(number)}
	if currency := Suffix(number); currency != "" && !isIBAN(number) {
		number = strings.TrimSuffix(strings.TrimSpace(number), currency)
		forms = append(forms, Normal(number))
	}
	if isIBAN(number) {
		return append(forms, Normal(number)[4:]), true
	}
	if m := insideForm.FindStringSubmatch(strings.ReplaceAll(number, " ", "")); m != nil { // the bank, and the number there
		for zeros := ""; len(m[1])+len(zeros)+len(m[2]) < longestInside; zeros += "0" { // it may lack zeros at its beginning
			forms = append(forms, Normal(m[1]+zeros+m[2]))
		}
	}
	return forms, false
}

// SameNumber reports whether two numbers are of one account, as far as their texts tell.
func SameNumber(a, b string) bool {
	if a == b {
		return true
	}
	forms, _ := Forms(a)
	others, _ := Forms(b)
	return slices.ContainsFunc(forms, func(one string) bool { return slices.Contains(others, one) })
}
