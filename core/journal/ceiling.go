package journal

import (
	"math"

	"sanduq/core/money"
)

// Caution is how carefully an amount is charged.
type Caution int

// The cautions. CautionManager is for what is far above the usual: a slip of
// the finger, or worse.
const (
	CautionNone    Caution = iota
	CautionAsk             // whoever charges it says once more that it is right
	CautionManager         // a manager allows it
)

// farAbove is how many times the usual needs a manager.
const farAbove = 10

// Usual is the most that the shop usually charges; ok is false where it has set
// no limit, or none that can be read in its currency.
func (s Settings) Usual() (most money.Amount, ok bool) {
	if s.AskAbove == "" {
		return money.Amount{}, false
	}
	a, err := money.Parse(s.AskAbove, s.Currency)
	return a, err == nil && a.Minor > 0
}

// Caution is how carefully an amount is charged in this shop. An amount in
// another currency than the limit is not compared with it.
func (s Settings) Caution(a money.Amount) Caution {
	most, ok := s.Usual()
	switch {
	case !ok || a.Currency != most.Currency || a.Minor <= most.Minor:
		return CautionNone
	case most.Minor <= math.MaxInt64/farAbove && a.Minor >= farAbove*most.Minor:
		return CautionManager
	}
	return CautionAsk
}
