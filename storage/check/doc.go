// Package check examines a file for what bbolt relies on, if need be in a process
// of its own: a damaged file may make bbolt use up all memory, go round for ever, or
// fault in a way that nobody can catch. It reads pages, no records.
package check
