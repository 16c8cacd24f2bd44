// Package months keeps the partitions of head office's database: it makes those of the
// months to come, gives a month of its own to what has gathered in a default partition,
// says what is left there and whose it is, and drops months that nobody must keep. It
// works beside those who take rows and never in their transactions; each of its locks
// gives up after half a second and is tried again later.
//
// It may import packages schema, and collector for the names of alarms, and pgx. A Maintainer may be used
// from any goroutine; of several that work on one database, one does the work.
package months
