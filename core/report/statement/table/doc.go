// Package table reads the files of banks that are tables: CSV and workbooks. A
// Mapping says what the columns are; it is guessed from heads and contents,
// corrected by a person, kept, and validated against each new file.
//
// Sign, currency, date and sum of a row are stated by the file or by the mapping,
// or the row is unread. A column is read in one format or not at all.
package table
