// Package table writes records of the wire into the office's tables and reads them
// back, by the descriptions that package office has of their fields. A field that has
// a column needs no word here, nor in the packages that ask the database.
//
// It may import packages office and journal, and pgx. It holds no state; a Rows is of one goroutine.
package table
