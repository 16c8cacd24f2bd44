// Package downloads keeps files that a person asked for in their folder of downloads.
package downloads
