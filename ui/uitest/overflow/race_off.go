//go:build !race

package overflow

const raced = false
