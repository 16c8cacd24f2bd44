package money

// Amount is a sum of money in integer minor units of its currency. It is a
// value; there is no float in it anywhere.
type Amount struct {
	Minor    int64  `json:"minor"`
	Currency string `json:"currency"` // ISO 4217 code, upper case
}
