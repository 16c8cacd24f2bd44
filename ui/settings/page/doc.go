// Package page states what the settings and their pages owe each other, so that each
// page can live in a package of its own and none knows another. It has what several
// pages use: the card that a page is, the choice of a file or a folder in its place,
// and the choices of preferences.
//
// It may import the toolkit, the form, preferences and the file chooser; it knows no
// page. All of it belongs on the UI goroutine, but for Save.Prepare and Save.Write.
package page
