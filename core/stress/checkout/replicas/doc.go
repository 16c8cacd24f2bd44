// Package replicas runs the payment page in several processes on one database, and
// kills them: each form works once, and the merchant hears of every settlement. The
// gateway and the merchant are the test's own, written without the SDK. It also
// holds the database's Store against coretest's suite, on PostgreSQL and SQLite.
//
//sanduq:norace it starts and kills processes
package replicas
