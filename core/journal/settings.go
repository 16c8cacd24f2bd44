package journal

// Settings are what the shop chose, kept in the store since receipts show
// them. Cosmetic choices (theme, window) are not here.
type Settings struct {
	Shop     string `json:"shop"`
	Place    string `json:"place,omitempty"`
	Till     string `json:"till"`
	Currency string `json:"currency"`
	Cashier  string `json:"cashier,omitempty"`
	// LockAfter is after how many minutes without a touch or a key the till
	// locks itself; 0 is never. It means nothing while nobody signs in.
	LockAfter int `json:"lockAfter,omitempty"`
	// AskAbove is the most that the shop usually charges, in major units of
	// Currency as a person typed it; blank is no limit. What is above it is asked
	// about before a payment is opened.
	AskAbove string `json:"askAbove,omitempty"`
	// Shifts: the shop closes its day with a Z. Cash: it takes cash, and each sale
	// in it is recorded. Without both, a till has neither.
	Shifts bool `json:"shifts,omitempty"`
	Cash   bool `json:"cash,omitempty"`
	// ShowExpected: who counts the drawer sees what should be in it before.
	ShowExpected bool `json:"showExpected,omitempty"`
	// Coin is the smallest coin that is handed out, in minor units of Currency; 0
	// is the currency's own.
	Coin int64 `json:"coin,omitempty"`
	// Quick are the amounts that are charged with one key, as a person typed them
	// in Currency; see QuickAmounts. Repeat offers the last amount again.
	Quick  string `json:"quick,omitempty"`
	Repeat bool   `json:"repeat,omitempty"`
}
