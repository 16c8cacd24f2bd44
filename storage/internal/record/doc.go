// Package record knows what the bytes of the file mean: buckets whose records
// carry a MAC, the journal that lies over them, and the manifest that adds all of
// them up. It knows no index and no question, and holds no lock: a Tx belongs to
// the one goroutine that began it.
//
// Its files have two layers: sealed buckets (guard, seal, overlay, bucket), and
// above them the records (record, manifest, record_day, journal).
package record
