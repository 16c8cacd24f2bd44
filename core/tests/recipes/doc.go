// Package recipes is a test: each recipe of CONTRIBUTING's "How to add" is carried out
// on the program's own sources, by an overlay and without a copy of the tree. A recipe
// is a file in testdata. It must change the files that the page lists and no others; the
// program must then know what was added everywhere; and it must be noticed, with the
// name of the file, when one of them is left out.
//
// It knows the sources as text, and the tables of the packages by importing them.
//
//sanduq:norace it runs the go command, and reads tables in one goroutine
package recipes
