package adversary

import (
	"math/rand/v2"
	"time"

	"sanduq/core"
)

// troubles are what gateways are known to do: corners of the cross product that
// are drawn more often than it would by itself.
var troubles = []func(r *rand.Rand, u *rule){
	// A code is carried out, or not, and nobody can tell it from the reply.
	func(r *rand.Rand, u *rule) {
		*u = rule{op: core.OpSubmitOTP, sale: u.sale, leg: -1, times: 1 + r.IntN(3), shape: refusal, code: pick(r, vague),
			status: pick(r, []int{200, 400, 403, 408, 409, 409, 422, 425, 429, 500, 503}), named: r.IntN(3), skips: r.IntN(3) == 0}
	},
	func(r *rand.Rand, u *rule) {
		*u = rule{op: core.OpSubmitOTP, sale: u.sale, leg: -1, times: 1 + r.IntN(3), shape: pick(r, []shape{page, nothing, short, broken, whole}),
			status: pick(r, []int{0, 200, 409, 500, 502, 504}), trick: pick(r, []trick{straight, silent, torn}), skips: r.IntN(3) == 0}
	},
	// Another sale's transaction, with the word that settles or with another.
	func(r *rand.Rand, u *rule) {
		*u = rule{op: core.OpFetchStatus, sale: u.sale, leg: -1, times: u.times, lasts: u.lasts, tx: txOther,
			word: pick(r, []string{"", "SUCCESS", "SUCCESS", "PROCESSING", "AUTHORIZED"}), names: pick(r, []int{asIs, noNames, ownNames})}
	},
	// SUCCESS without a transaction.
	func(r *rand.Rand, u *rule) {
		*u = rule{op: core.OpFetchStatus, sale: u.sale, leg: -1, times: 1 + r.IntN(3), tx: txNone, word: "SUCCESS", names: pick(r, []int{noNames, ownNames})}
	},
	// A spell of refused tokens.
	func(r *rand.Rand, u *rule) {
		*u = rule{op: core.OpFetchStatus, sale: u.sale, leg: u.leg, lasts: pick(r, []time.Duration{4 * time.Second, time.Minute, 20 * time.Minute, 0}),
			status: 401, shape: pick(r, []shape{refusal, page, nothing}), code: "TOKEN_EXPIRED"}
	},
	// Silence on one leg or for one sale.
	func(r *rand.Rand, u *rule) {
		*u = rule{op: core.OpFetchStatus, sale: u.sale, leg: u.leg, lasts: u.lasts, trick: pick(r, []trick{silent, silent, torn, straight}),
			delay: pick(r, []time.Duration{0, 7 * time.Second, 12 * time.Second})}
	},
	// A cache on the way.
	func(r *rand.Rand, u *rule) {
		*u = rule{op: core.OpFetchStatus, sale: u.sale, leg: u.leg, times: 1 + r.IntN(6), trick: pick(r, []trick{stale, foreign, foreignOK, foreignOK})}
	},
	// The payment of another order for a new one.
	func(r *rand.Rand, u *rule) {
		*u = rule{op: core.OpInitiate, sale: -1, leg: -1, times: 1, names: pick(r, []int{otherSale, beforeSale})}
	},
}

// drawRule draws one from the cross product, and every second time from its
// known corners.
func drawRule(r *rand.Rand, sales int) *rule {
	u := drawAny(r, sales)
	if r.IntN(2) == 0 {
		pick(r, troubles)(r, u)
	}
	return u
}

// plot draws two faults that are only bad one after the other: another sale's
// transaction in an answer that settles nothing, then SUCCESS with none.
func plot(r *rand.Rand) [2]*rule {
	first := rule{op: core.OpFetchStatus, sale: 1, leg: -1, times: 1 + r.IntN(3), tx: txOther, names: noNames,
		word: pick(r, []string{"PROCESSING", "AUTHORIZED", "PENDING"})}
	second := rule{op: core.OpFetchStatus, sale: 1, leg: -1, tx: txNone}
	return [2]*rule{&first, &second}
}
