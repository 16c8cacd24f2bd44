package core

import "strings"

const dots = "•••"

// maskAccount keeps the end of an account number, enough for its owner to
// recognise it and never more than half.
func maskAccount(account Secret) string {
	runes := []rune(strings.TrimSpace(account.Reveal()))
	keep := min(4, len(runes)/2)
	return strings.TrimSpace("•" + dots + " " + string(runes[len(runes)-keep:]))
}

// maskName keeps the first letter of each word of a name.
func maskName(name Secret) string {
	words := strings.Fields(name.Reveal())
	for i, word := range words {
		words[i] = string([]rune(word)[:1]) + dots
	}
	return strings.Join(words, " ")
}
