// Package agent is the till's side of the wire that package office describes. It
// reads the till's store, sends what the office has not yet, and does so again
// until it is there, be it weeks later.
//
// It only reads, in short transactions, and beside everything else: a payment
// never waits for it, and nothing that goes wrong here is an error of the till. It
// keeps nothing on the disk. What the office has, the office says; what the till
// has, stands in its store.
//
//	a, err := agent.New(agent.Config{Store: store, Office: client, Till: enrolled.Till, Environment: core.Live})
//	go a.Run(ctx)          // until the till closes
//	a.Wake(notice.SaleID)  // on each notice of the till: sends at once
//	a.Status()             // for anyone who shows it
//
// Wake is for speed alone. Without it the agent looks by itself every few seconds.
package agent
