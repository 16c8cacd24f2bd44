// Package people is the page on which a shop says who may sit at its till and what
// each role may do. What is kept there holds at once; only after how long the till
// locks itself waits for the settings to be saved.
//
// It may import core, the toolkit and package page; it knows no other page. It belongs
// on the UI goroutine, but for what it asks of Staff.
package people
