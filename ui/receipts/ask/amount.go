package ask

import (
	"math"
	"strings"

	"sanduq/core/money"
)

// amount reads "12.5", "12 dinars", "over 100", "under 5.250", "between 10 and
// 20" and "10.5-20". A whole number alone is none: it may be the number of a
// receipt, a sale or an account.
func (r *reader) amount(i int) (Chip, int) {
	key := r.words[i].key
	switch {
	case r.Words.over[key], r.Words.under[key]:
		return r.limit(i, 1, r.Words.over[key])
	case i+1 < len(r.words) && (r.Words.over[r.key(i, 2)] || r.Words.under[r.key(i, 2)]):
		return r.limit(i, 2, r.Words.over[r.key(i, 2)])
	case r.Words.between[key]:
		return r.between(i)
	}
	if low, high, ok := strings.Cut(key, "-"); ok {
		least, a := r.sum(low)
		most, b := r.sum(high)
		n := r.withCurrency(i + 1)
		if a && b && least < most && (pointed(key) || n > i+1) {
			return Chip{Kind: Amount, Min: least, Max: most}, n - i
		}
		return Chip{}, 0
	}
	n := r.withCurrency(i + 1)
	if sum, ok := r.sum(key); ok && sum > 0 && (pointed(key) || n > i+1) {
		return Chip{Kind: Amount, Min: sum, Max: sum}, n - i
	}
	return Chip{}, 0
}

// limit reads what follows n words that open a range.
func (r *reader) limit(i, n int, over bool) (Chip, int) {
	if i+n >= len(r.words) {
		return Chip{}, 0
	}
	sum, ok := r.sum(r.words[i+n].key)
	if !ok || sum == 0 {
		return Chip{}, 0
	}
	end := r.withCurrency(i + n + 1)
	if over {
		if sum == math.MaxInt64 {
			return Chip{}, 0
		}
		return Chip{Kind: Amount, Min: sum + 1}, end - i
	}
	if sum == 1 {
		return Chip{}, 0
	}
	return Chip{Kind: Amount, Max: sum - 1}, end - i
}

// between reads "between 10 and 20": both are in it.
func (r *reader) between(i int) (Chip, int) {
	if i+3 >= len(r.words) || !r.Words.and[r.words[i+2].key] && !strings.HasPrefix(r.words[i+2].key, "و") {
		return r.joined(i)
	}
	least, a := r.sum(r.words[i+1].key)
	most, b := r.sum(r.words[i+3].key)
	if !a || !b || least >= most || least == 0 {
		return Chip{}, 0
	}
	return Chip{Kind: Amount, Min: least, Max: most}, r.withCurrency(i+4) - i
}

// joined reads a range whose "and" is written with the sum, as Arabic has it.
func (r *reader) joined(i int) (Chip, int) {
	if i+2 >= len(r.words) {
		return Chip{}, 0
	}
	least, a := r.sum(r.words[i+1].key)
	most, b := r.sum(strings.TrimPrefix(r.words[i+2].key, "و"))
	if !a || !b || least >= most || least == 0 {
		return Chip{}, 0
	}
	return Chip{Kind: Amount, Min: least, Max: most}, r.withCurrency(i+3) - i
}

// sum is an amount in minor units.
func (r *reader) sum(s string) (int64, bool) {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	a, err := money.Parse(s, r.Currency)
	return a.Minor, err == nil
}

// withCurrency is the word after i if the one at i is a currency, else i.
func (r *reader) withCurrency(i int) int {
	if i < len(r.words) && (r.Words.money[r.words[i].key] || r.words[i].key == strings.ToLower(r.Currency)) {
		return i + 1
	}
	return i
}

func pointed(s string) bool { return strings.ContainsAny(s, ".,") }
