// Package index knows under which words a sale is found, and what the sales of a
// quarter of an hour add up to: terms, the chunks of sales behind each, figures,
// and the walks over them. Indexes are hints: code that follows one compares the
// record with the question. It holds no lock.
package index
