// Package bolt opens bbolt's files as the store needs them on each system, and names
// what went wrong.
package bolt
