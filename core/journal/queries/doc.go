// Package queries answers what no single record says: what was taken while the shop had
// shifts switched off, what was given back, which Zs are newer. It reads a store or a till through the
// few methods that it names, keeps nothing, holds no lock, and imports core/journal
// alone of the till.
package queries
