package ninetydays

import "time"

// kind is what becomes of a sale.
type kind string

// The kinds of sale.
const (
	paidByQR      kind = "paid by QR"
	paidByAccount kind = "paid by account"
	paidByWallet  kind = "paid by wallet" // which settles two seconds after its code
	paidLate      kind = "paid late"      // long after polling ended
	declined      kind = "declined"
	expires       kind = "expires"
	abandoned     kind = "abandoned" // for ever PENDING
	leftAtCode    kind = "left at the code"
	setAside      kind = "set aside"
	replaced      kind = "replaced"
	forgotten404  kind = "forgotten, 404" // the order is not found any more
	forgotten200  kind = "forgotten, 200"
	authorized    kind = "authorized for ever"
	processing    kind = "processing for ever"
	tokenRefused  kind = "token refused for ever"
	conflicting   kind = "conflict for ever"
	switched      kind = "QR, then left at the code"
	unclear       kind = "code refused unclearly"
	notOpened     kind = "not opened"
	// unanswered is one a week about which the gateway breaks for ever: no plan of
	// questions is used up by it, and it stays in hand for a month.
	unanswered kind = "unanswered"
)

// day is what a shop of some sixty sales a day sees of them: six are abandoned
// in one way or another.
var day = map[kind]int{paidByQR: 28, paidByAccount: 8, paidByWallet: 6, paidLate: 2, declined: 2, expires: 3, abandoned: 2, leftAtCode: 1,
	setAside: 1, replaced: 1, forgotten404: 1, forgotten200: 1, authorized: 1, processing: 1, tokenRefused: 1, conflicting: 1, switched: 1,
	unclear: 1, notOpened: 1}

// smallDay is a kiosk's, with some of everything that is not simply paid.
var smallDay = map[kind]int{paidByQR: 2, paidByWallet: 1, paidLate: 1, abandoned: 1, forgotten404: 1, forgotten200: 1, tokenRefused: 1, switched: 1}

// When a payment of a kind changes its mind, counted from its opening.
const (
	forgetEarly  = 10 * time.Minute
	forgetLate   = 26 * time.Hour
	refuseToken  = 2 * time.Minute
	tellAnother  = time.Minute
	breakDown    = 3 * time.Minute
	declineAfter = 30 * time.Second
	expireAfter  = 15 * time.Minute
)
