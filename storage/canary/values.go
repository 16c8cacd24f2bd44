package canary

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// values are the secrets that the story chooses itself, all from one seed.
type values struct {
	Client, HMAC, Phrase, WrongPhrase string
	Account, Wrong, Wallet            string
	codes                             *rand.Rand
	sent                              []string // one-time codes
}

func newValues(seed uint64) *values {
	r := rand.New(rand.NewPCG(seed, 77))
	digits := func(first string, n int) string {
		for len(first) < n {
			first += fmt.Sprint(r.IntN(10))
		}
		return first
	}
	word := func(n int) string {
		return strings.Map(func(rune) rune { return rune('a' + r.IntN(26)) }, strings.Repeat("x", n))
	}
	return &values{
		Client: "client-" + word(10), HMAC: "hmac/" + word(12) + "+" + word(12) + "==",
		Phrase: word(6) + " " + word(7) + " قهوة " + word(5), WrongPhrase: word(9) + " " + word(9),
		Account: digits("73", 13), Wrong: digits("84", 12), Wallet: digits("09", 10),
		codes: rand.New(rand.NewPCG(seed, 78)),
	}
}

// code is the next one-time code.
func (v *values) code() string {
	c := fmt.Sprintf("%06d", 100_000+v.codes.IntN(900_000))
	v.sent = append(v.sent, c)
	return c
}

// secrets are those that the story chose.
func (v *values) secrets() []Secret {
	all := []Secret{
		{"client ID", []byte(v.Client)}, {"signing secret", []byte(v.HMAC)},
		{"passphrase", []byte(v.Phrase)}, {"wrong passphrase", []byte(v.WrongPhrase)},
		{"account number", []byte(v.Account)}, {"account number that was refused", []byte(v.Wrong)}, {"wallet ID", []byte(v.Wallet)},
	}
	for i, c := range v.sent {
		all = append(all, Secret{fmt.Sprint("one-time code ", i+1), []byte(c)})
	}
	return all
}
