// Package accounting writes what a shop took as a journal of double entry: an entry for
// each Z and currency, and one for each statement of a bank that was held against the
// till. Each entry adds up to nothing, to the last digit, or is an error.
//
// Accounts are named by the shop (Setup, a file that a bookkeeper edits). Their balances mean: the cash account is
// what was counted in the drawer; the clearing account is what the gateway reported as
// paid and no statement has yet, less what was returned through the bank and no statement has
// yet; the owed account is what is owed back; and the sales account is turnover, without what
// is owed back, which is none.
//
// Formats are hledger's journal, and files to import into Odoo, QuickBooks, Xero and
// DATEV (EXTF). An amount that a format cannot hold to the last digit is refused.
//
// It knows core/journal's Z and the sums of a signed statement, and holds no lock.
//
//sanduq:norace it computes, in one goroutine
package accounting
