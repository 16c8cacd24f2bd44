// Package settings is the screen on which a shop sets its till up. It lists the pages,
// each of which is in a package below it, and has the one button that saves what was
// changed on any of them: it checks all, asks for the rights, writes down who changes
// what, and keeps one part after the other. What a person changes while a save is
// under way stays unsaved.
//
// A setting that the till keeps for its shop is a field of journal.Settings, a row in the
// table of a page in package shop, its sentences in the catalogues, and what uses it.
// Nothing here names it: what was changed, saved and audited follows from the record.
//
// It may import its pages, package page and the toolkit; no page imports it. It belongs
// on the UI goroutine, but for write.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package settings
