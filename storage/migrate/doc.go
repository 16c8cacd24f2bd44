// Package migrate writes what one file holds into another: the next layout of an
// older file, or the same records under another key. It authenticates all that it
// reads. It knows nothing of the open store: it is given a transaction to read and
// makes the new file at a path that nobody else uses. It holds no lock.
package migrate
