// Package ledger draws rows of facts below headings, and the sheet of paper that a
// slip is shown on.
package ledger
