package secrets

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// values are the secrets that the story chooses itself, all from one seed.
type values struct {
	Client, HMAC, Phrase, WrongPhrase string
	Account, Wrong, Wallet            string
	codes                             *rand.Rand
	sent                              []oneTime
}

// oneTime is a one-time code. Six digits turn up by themselves in megabytes of
// printed values: as the nanoseconds of a time, as two numbers of a list of
// bytes, as a measure within a PDF, in the name of a backup. So half of the codes begin and end with a
// zero, which no number that is printed does, whichever way it is read; the
// others could be numbers, so that a leak which loses leading zeros is found as
// well: see Search.Leaks.
type oneTime struct {
	code   string
	number bool
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
	for {
		c := oneTime{number: v.codes.IntN(2) == 0}
		if c.code = zeroed(v.codes); c.number { // no number of a list of bytes is as large as its second half
			c.code = fmt.Sprintf("%d%d", 100+v.codes.IntN(900), 256+v.codes.IntN(744))
		}
		if !slices.Contains(v.sent, c) {
			v.sent = append(v.sent, c)
			return c.code
		}
	}
}

// zeroed is a code that no number is, nor a sale's number in six digits, nor a
// time in six digits, forwards or backwards.
func zeroed(r *rand.Rand) string {
	return fmt.Sprintf("0%d%d%d%d0", 1+r.IntN(9), 6+r.IntN(4), 6+r.IntN(4), 1+r.IntN(9))
}

// controls are codes that the story never uses. A test that finds one finds by
// chance what it looks for.
func (v *values) controls() (all []Secret) {
	const many = 200
	r := rand.New(rand.NewPCG(v.codes.Uint64(), 79))
	for len(all) < many {
		c := zeroed(r)
		back := []byte(c)
		slices.Reverse(back)
		if !slices.Contains(v.sent, oneTime{code: c}) && !slices.Contains(v.sent, oneTime{code: string(back)}) {
			all = append(all, named(controlName, c))
		}
	}
	return all
}

// controlName is what controls are called.
const controlName = "control"

// secrets are those that the story chose.
func (v *values) secrets() []Secret {
	all := []Secret{
		named("client ID", v.Client), named("signing secret", v.HMAC), named("passphrase", v.Phrase), named("wrong passphrase", v.WrongPhrase),
		named("account number", v.Account), named("account number that was refused", v.Wrong), named("wallet ID", v.Wallet),
	}
	for i, c := range v.sent {
		all = append(all, Secret{Name: fmt.Sprint("one-time code ", i+1), Value: []byte(c.code), Number: c.number})
	}
	return all
}
