//go:build !(linux && cgo)

package memory

// trim does nothing: the libraries in C of other systems give back what they have freed.
func trim() {}
