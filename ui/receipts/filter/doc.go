// Package filter is what the chips and the search field of the receipts say, as a
// value: which days, states, routes and words, and the query that they mean. It knows
// no widget.
package filter
