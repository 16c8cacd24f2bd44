// Package adversary holds the till against gateways that lie, forget, refuse
// and mumble. Each seed is one script: a day of a till with one to four sales,
// and the rules by which the gateway misbehaves on it. A rule is drawn from a
// cross product: HTTP status, shape of the envelope, word, identity,
// transaction, whether a code is carried out, and what the line does to the
// reply. Legs of a payment answer, refuse or are purged as the seed says.
//
// The whole till is real: core/till with core's SDK and its HTTP client on the
// default profile, over connections of memory, in a synctest bubble. Only the
// gateway is ours, and it keeps a ledger of what money was really taken. A
// witness holds what reaches the disk, the screen, the wire and the log against
// the laws below.
//
//	paid       PAID and its receipt only on an answer to a question of this
//	           sale that said success:true and SUCCESS and named nothing that
//	           differs; the same for failed and expired
//	once       one transaction, one receipt; one paymentId, one sale paid
//	twice      money taken for two linked sales is said within two hours of calm
//	way out    every freeze, locked code pad and watch ends, and then a manager
//	           can go on; questions are bounded
//	wire       no second code while one is open, no second initiate, none in
//	           place of a sale that is paid on the disk
//	heard      what the ledger has is known within two hours of calm, without a
//	           restart or a tap
//	log        nothing secret in a log
//	second     what package specoracle, written from the specification alone, says
//
// Calm means that the gateway tells the truth again. A gateway that claims
// SUCCESS for the very sale that it was asked about is believed: that lie is
// its own.
//
//sanduq:norace days pass in each run, ten times slower with it; the row sim plays the same till with it
package adversary
