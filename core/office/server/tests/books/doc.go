// Package books proves that head office counts like the till's books: for each closed
// period of a life that is drawn, its reports, its totals, what is exported from it and the
// Zs that it holds say the same of each route and currency, and go on saying it.
//
// The lives are written by this package and not by the till's program, Zs and Sale.Booked
// but for their rules alone: see core/till for the till's own books.
package books
