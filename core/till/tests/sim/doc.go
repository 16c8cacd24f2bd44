// Package sim plays whole shop days in virtual time, one for each seed, and
// holds the till against a simple model of what may happen to an order.
//
// Everything of ours is real: core/till with core's SDK and its HTTP client on
// one side, the practice bank with its ledger on the other. Between them stands
// a cable of memory that loses, delays and garbles, below the till a disk that
// fails, around it a cashier and customers who do whatever comes to their
// minds, and now and then the process dies. All of it runs in one synctest
// bubble: minutes take no time, and nothing sleeps for real.
//
// The gateway speaks in a manner of its own: what its replies name, how it
// writes amounts and words, of which leg it refuses to speak. In a rough network
// it also lies: it answers with another sale's reply or an old one, forgets
// orders, refuses tokens for a while, or refuses a code that it carried out. At
// the end of each day it is calm and truthful, and all the money that it has
// must come to be known; TestLiveness lets nobody help the till with that.
//
// Around them the Date headers of replies are wrong for a spell, by a proxy or by the
// gateway's own clock, by which it validates signatures; the shop turns its shifts over
// and exports its sales while they go on;
// and the till starts again in another time zone. On the real storage the whole folder is
// put back to an earlier copy between two runs, beside its second checkpoint or a keyring's,
// and a second process tries to open it.
//
// What happens is a function of the seed: each choice is drawn from a source
// of its own, named by who chooses and how often it chose before, so that the
// order in which goroutines run at one instant changes nothing. Run a seed
// again (make soak ROW=sim SEED=n) and the same day
// passes, with its history written out.
package sim
