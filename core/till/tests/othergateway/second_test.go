package othergateway_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"sanduq/core/tests/soak"
)

// TestSecondGateway plays days of the whole till against gateways that are
// drawn, and holds them against the gateway's ledger. A seed that is played alone
// writes its history out (with -v).
func TestSecondGateway(t *testing.T) {
	if seed, alone := soak.Alone(t); alone {
		out := play(t, seed, inject{}, true)
		for _, line := range out.history {
			fmt.Println(line)
		}
		for _, p := range out.problems {
			t.Error(p)
		}
		return
	}
	n := soak.N(t, 30)
	done := soak.Begin(t, "second-gateway", n)
	first := soak.First(t, 0)
	var mu sync.Mutex
	total, seen, wrong := map[string]int{}, map[string]int{}, 0
	const shares = 2
	t.Run("days", func(t *testing.T) {
		for share := range uint64(shares) {
			t.Run(fmt.Sprint(share), func(t *testing.T) {
				t.Parallel()
				for seed := first + share; seed < first+uint64(n); seed += shares {
					out := play(t, seed, inject{}, false)
					mu.Lock()
					for what, k := range out.counts {
						total[what] += k
					}
					for _, p := range out.problems {
						wrong++
						if seen[law(p)]++; seen[law(p)] <= 8 {
							t.Errorf("seed %d: %s; again: %s", seed, p, soak.Again("second-gateway", seed))
						}
					}
					mu.Unlock()
				}
			})
		}
	})
	for _, must := range musts {
		if total[must] == 0 && n >= 1000 {
			t.Errorf("never happened: %s", must)
		}
	}
	done("%d problems; %d sales, %d calls, %d acts, %d faults, %d restarts, %d debits, %d receipts, %d paid twice, %d not told by the gateway, %d resolved",
		wrong, total["sales"], total["calls"], total["acts"], total["faults"], total["restarts"], total["debits"], total["receipts"],
		total["paid twice"], total["the gateway would not tell"], total["resolved by a manager"])
	t.Log(total, seen)
}

// musts are what a long row must have met.
var musts = []string{"receipts", "faults", "restarts", "journals put back", "came back", "paid twice", "both legs debited", "ends failed", "ends expired",
	"ends paid", "ends unknown", "the same code again", "debits by qr", "debits by account", "debits by wallet", "refused WRONG_OTP", "refused OTP_EXPIRED",
	"refused TOO_MANY_ATTEMPTS", "refused INVALID_ACCOUNT", "refused INSUFFICIENT_FUNDS", "refused LIMIT_EXCEEDED", "refused ORDER_NOT_FOUND",
	"refused DUPLICATE_REQUEST", "refused TOKEN_EXPIRED", "refused ALREADY_PAID", "refused REFERENCE_MISMATCH", "refused SESSION_EXPIRED"}

// law is which one a problem is about: its words in capitals.
func law(problem string) string {
	_, text, _ := strings.Cut(problem, ": ")
	name, _, _ := strings.Cut(text, ":")
	return name
}
