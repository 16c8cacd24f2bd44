package othergateway

import "time"

// Options say how one deployment of the service does what the contract leaves
// open. The zero value is a plain service: it answers in short, forgets
// nothing and settles at once.
type Options struct {
	Name   string // for messages
	Seed   uint64 // of all that is drawn: codes, names, delays, the order of members
	Now    func() time.Time
	Speech Speech
	Habits Habits
	Law    Law
	// Keys of the merchant; blank ones are drawn.
	APIKey, SecretKey string
	// ClientID and ClientSecret demand a signature on every call, by the
	// algorithm that the SDK assumes. Blank demands none.
	ClientID, ClientSecret string
	// Banks and Wallets are the codes of the institutions; none means the
	// gateway's own.
	Banks, Wallets []string
	// Codes makes the one-time codes; nil draws them.
	Codes func() string
}

// Speech is what replies look like.
type Speech struct {
	Code      CodeMember
	Refusal   RefusalStyle
	Spelling  int    // of the refusals' codes, see spellings
	OKCode    string // the code that a reply without a fault carries, such as "00"; blank is none
	Language  string // of messages: "en", "ar", "fr"; blank leaves them out
	Extra     int    // members in each object that no contract names
	Nulls     bool   // what there is none of is null instead of absent
	Twins     bool   // members that differ from the contract's by case alone, with another meaning
	Names     []string
	NamesCode bool // the reply to a wallet's code names the payment too
	Amount    AmountForm
	Words     Words
	Ack       string // the bank's word for a code that it took
	BareList  bool   // institutions as an array without an envelope
	Rails     bool   // institutions say their rail
	// EarlyTransaction stands as transactionId while there is none.
	EarlyTransaction string
	// TransactionAfter is how long after a settlement its transactionId follows.
	TransactionAfter time.Duration
}

// CodeMember is where a refusal has its code.
type CodeMember int

// The places.
const (
	InCode CodeMember = iota
	InErrorCode
	InError // as the member code of an object error
)

// RefusalStyle is the HTTP status of a refusal that is about business and not
// about the request.
type RefusalStyle int

// The styles. An account that is refused is always a 4xx.
const (
	RefuseByCase RefusalStyle = iota // 404 and 422
	RefuseAs200
	RefuseAs400
)

// AmountForm is how a status reply writes an amount, where it names one.
type AmountForm int

// The forms, for 12.500 LYD.
const (
	AmountNumber AmountForm = iota // 12.5
	AmountString                   // "12.500"
	AmountShort                    // "12.5"
	AmountMinor                    // 12500
)

// Words are the values of paymentStatus. Blank ones stand for the words that
// the SDK's default profile assumes.
type Words struct {
	Success, Failed, Declined, Expired, Processing, Pending string
	Held                                                    string // during the first half of processing; blank is as Processing
	CodeSent                                                string // until the code is handed in; blank is as Pending
}

// Habits are how the service treats connections.
type Habits struct {
	Chunked     bool // replies come in pieces, without a length
	Close       Closing
	Idle        time.Duration // a connection that nobody used for so long is closed; 0 is never
	DateOff     time.Duration // what the Date header is wrong by
	ContentType string        // blank is application/json
	Denial      DenialStyle
}

// Closing is when the service closes a connection.
type Closing int

// The habits.
const (
	CloseNever  Closing = iota
	CloseAlways         // announced with each reply
	CloseThird          // announced with every third reply or so
	CloseAbrupt         // after every third reply or so, and nobody says so
)

// DenialStyle is what comes with a 401.
type DenialStyle int

// The styles.
const (
	DenyInWords DenialStyle = iota
	DenyEmpty
	DenyPage // of a proxy in front
)

// Law is how the service and its bank decide. Durations of 0 mean at once for
// delays and never for ends.
type Law struct {
	UnknownLeg   LegAnswer
	Repeat       RepeatAnswer
	LegFromCode  bool // an account or a wallet is a leg only from the right code on
	FreshCode    bool // each validation sends another code; without it the first is sent again
	Tries        int  // of a code; 0 is three
	CodeLife     time.Duration
	QRLife       time.Duration
	QRGrace      time.Duration // how long an expired QR can still be paid
	SessionLife  time.Duration // of the whole payment, unless the bank works on it by then
	HardExpiry   bool          // a QR expires by the clock, even while the bank works on it
	SettleMin    time.Duration
	SettleMax    time.Duration
	SlowSpan     time.Duration // over how long slow settlements spread, from six minutes on; 0 is twenty minutes
	TokenLife    time.Duration
	Keep         time.Duration // how long an order is remembered after its last change
	BothLegs     bool          // one payment can be paid twice, by two legs
	Wallet       WalletReply
	MerchantAuth bool  // check-status demands the merchant's keys as well
	Ceiling      int64 // minor units that a payment may have; 0 is no limit
}

// LegAnswer is what a status question gets about a leg that was never used.
type LegAnswer int

// The answers.
const (
	LegNotFound LegAnswer = iota // refused as ORDER_NOT_FOUND, in the style of business
	LegMissing                   // 404, whatever the style
	LegPending                   // the word for pending
	LegNoWord                    // success, and no paymentStatus
)

// RepeatAnswer is what a code that was taken before gets when it comes again.
type RepeatAnswer int

// The answers.
const (
	RepeatAcknowledged RepeatAnswer = iota // what the first one got
	RepeatConflict                         // 409 DUPLICATE_REQUEST
)

// WalletReply is what the reply to a wallet's code says when the code is right.
type WalletReply int

// The replies.
const (
	WalletProcessing WalletReply = iota // the word for processing
	WalletFinal                         // settled at once, with the word
	WalletQuiet                         // no word
)
