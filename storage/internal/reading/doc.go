// Package reading answers the questions of journal.Store on one durable state of
// the file: single records, pages of any filter, totals and figures, the day's
// records. What it finds by an index it compares with the question, and a list
// with the totals of its days. It writes nothing and holds no lock: Reader is
// given the function that begins and ends a read.
package reading
