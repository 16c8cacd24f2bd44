// Package pager keeps the pages of a long list that were read, and where the list
// stands while more are read in front of it or behind. It draws nothing and reads
// nothing by itself.
package pager
