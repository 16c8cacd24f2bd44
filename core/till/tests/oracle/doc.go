// Package oracle says what must be true of a till, once for all proofs: which
// breach a witness of its records may report, whatever the till was put
// through and of its driver.
//
// A proof brings its evidence in three parts and nothing else:
//
//   - Books: what is on the till's disk. Read reads them from any journal.Store.
//   - Ledger: the gateway's truth: which orders arrived there, and which money
//     was taken.
//   - what passed in between: a Witness is told, in order, of each commit, each
//     word of the gateway's, each call that leaves and each record that is shown.
//
// The laws are named, and each is a pure function of that evidence. Those over
// books and ledger are judged at rest, by Validate; those over what passes are
// judged by the Witness in the moment in which it passes, so that a trace ends
// where the law was broken. The room knows neither a database nor a gateway,
// and nothing of how the till works inside.
package oracle
