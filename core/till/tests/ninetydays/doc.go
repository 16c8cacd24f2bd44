// Package ninetydays lets one till serve a shop for ninety days of virtual
// time in one process, and holds it to what must not grow: the questions that
// it asks, the sales that it keeps in hand, its goroutines, its memory, and the
// time that it takes to start.
//
// Everything of ours is real: core/till on the file that the shop will have,
// core's SDK and its HTTP client. The gateway is a small one that does what a
// bank does to a shop over the weeks: orders that nobody pays and that never
// expire, that it forgets, whose token it refuses for ever, that it authorizes
// and never settles, of which it tells another amount, about which it breaks
// down. The staff acknowledge what has ended, set aside what nobody pays, and
// each evening a manager closes what the till has given up asking about. The
// computer starts again twice a week and loses its network once.
//
// The laws:
//
//	pace      what nobody at the till asked for is never asked faster than once a
//	          second, over ten questions and over a minute, after a start too
//	plan      no leg of a sale is asked about more often than its pollers and its
//	          watch plan, and the rounds at a start, a return of the network and
//	          the end of a day
//	end       every watch ends, the sale says so, and the till lets go of it
//	flat      sales in hand, questions a day, goroutines, memory and the time to
//	          start do not grow
//	heard     what was paid is known within two hours
//
//sanduq:norace months pass in each run, ten times slower with it; the row sim plays the same till with it
package ninetydays
