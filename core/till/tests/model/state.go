package model

// truth is what the gateway holds of one leg of a payment.
type truth uint8

const (
	nothing   truth = iota // nobody can pay this way
	open                   // PENDING
	confirmed              // PROCESSING
	debited                // SUCCESS
	refused                // FAILED
	expired                // EXPIRED
)

// fate is what became of the one-time codes that went out for one leg.
type fate uint8

const (
	unsent fate = iota
	loose       // on the wire, or lost there: it may still be carried out
	taken       // carried out
)

// The legs, as a status question tells them apart.
const (
	byQR      = 0 // the QR's and a wallet's
	byAccount = 1
	legs      = 2
)

// step is the journal's, see journal.Step.
type step uint8

const (
	absent step = iota // there is no such sale
	intent
	notSent
	rejected
	createUnknown
	created
	qrIntent
	validateIntent
	otpIntent
	session
)

// route is the one that was picked last.
type route uint8

const (
	noRoute route = iota
	qr
	account
	wallet
)

// state is the session's, in the order of core.PaymentStateMachine.States,
// after the state before there is a session.
type state uint8

const (
	noSession state = iota
	pending
	qrGenerated
	otpRequired
	waitingPayment
	authorized
	success
	failed
	ended // expired, by the gateway's word
)

// doubt is why a submitted code has no known outcome.
type doubt uint8

const (
	settled   doubt = iota // none is open
	unheard                // no reply that could be understood
	misspoken              // refused in words that are on no list
	unasked                // refused for certain, and a leg has not said since that nothing was paid
)

// plan is the watcher's, for one sale.
type plan uint8

const (
	unwatched plan = iota
	watched
	done // the plan was used up
)

// call is what is under way for the cashier.
type call uint8

const (
	idle       call = iota
	linking         // announced; the sale that it replaces is not told yet
	initiating      // and so on: the request is on the wire
	drawing
	validating
	submitting
	repeating
)

// bank is what the gateway knows of one sale's payment. The till sees none of
// it but by answers.
type bank struct {
	leg   [legs]truth
	code  [legs]fate
	shown bool // a QR was handed out, so that it can be paid
}

// record is what the journal holds: journal.Sale, as far as money depends on it.
type record struct {
	step          step
	route         route
	state         state
	shown         bool  // the session has a QR payload
	lost          bool  // a QR was asked for and no reply told of it
	rail          route // of the account that was validated last: account or wallet
	byAccount     bool
	doubt         doubt
	indeterminate bool // a code's outcome could once not be told from its reply
	repeat        bool // after the cap: the same code may be sent again
	conflict      bool
	sealed        bool // conflict, as the announcement of a code sealed it
	late          bool
	capped        bool
	stale         bool
	watch         plan
	denied        bool
	coded         [legs]bool // a code was submitted on this leg

	setAside, withManager, resolved, acked bool
	receipt, twice, alertRead              bool
	linked                                 bool // knows of the sale opened instead
}

// memory is what a restart loses.
type memory struct {
	polling bool
	call    call
	rail    route // of the account being validated
	back    step  // where the record returns to when the call is refused
	from    route
	manager bool // allowed the charge that is linking
}

// heard is what the laws remember of one sale. The till has no part in it.
type heard struct {
	success bool  // the gateway said SUCCESS of this very sale
	code    doubt // a code went out, and what it came to was not told
	wire    bool  // a code is out whose reply has not come
	capped  bool  // since it went out, polling ended without an answer
	fresh   bool  // since the plan was used up, a QR or a code was handed out
	gone    bool  // opened after the backup that was put back: the till cannot know it
}

type sale struct {
	bank   bank
	record record
	memory memory
	heard  heard
}

// world is the whole of the model.
type world struct {
	sale   [2]sale
	frozen bool // a journal was put back and no manager has confirmed yet
	put    bool // it was put back already
	saved  bool // a backup was made; kept holds it
	kept   [2]record
}
