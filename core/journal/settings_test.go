package journal

import (
	"math"
	"testing"

	"sanduq/core/money"
)

func TestHowCarefullyAnAmountIsCharged(t *testing.T) {
	for _, c := range []struct {
		limit, currency string
		minor           int64
		of              string
		want            Caution
	}{
		{"", "LYD", math.MaxInt64, "LYD", CautionNone}, // off until a shop sets it
		{"500", "LYD", 500_000, "LYD", CautionNone},
		{"500", "LYD", 500_001, "LYD", CautionAsk},
		{"500.250", "LYD", 500_251, "LYD", CautionAsk},
		{"500", "LYD", 4_999_999, "LYD", CautionAsk},
		{"500", "LYD", 5_000_000, "LYD", CautionManager},
		{"٥٠٠", "LYD", 500_001, "LYD", CautionAsk},
		{"500", "LYD", 5_000_000, "USD", CautionNone},
		{"0", "LYD", 1, "LYD", CautionNone},
		{"x", "LYD", math.MaxInt64, "LYD", CautionNone},
		{"9223372036854775.807", "LYD", math.MaxInt64, "LYD", CautionNone},
		{"9000000000000000", "LYD", math.MaxInt64, "LYD", CautionAsk}, // ten times it is beyond any amount
	} {
		set := Settings{Currency: c.currency, AskAbove: c.limit}
		if got := set.Caution(money.Amount{Minor: c.minor, Currency: c.of}); got != c.want {
			t.Errorf("%d %s where %q is usual: %d, want %d", c.minor, c.of, c.limit, got, c.want)
		}
	}
}
