// Package fold brings words of a gateway to one spelling, so that two may be
// compared. It knows the standard library alone.
package fold

import "strings"

// Word brings a status word to one case. Only ASCII letters have two: a letter
// that merely looks like one of a known word must not make it one.
func Word(word string) string { return strings.Map(upper, strings.TrimSpace(word)) }

// Code is a refusal code without case and separators; blank when it holds
// anything but ASCII.
func Code(code string) string {
	if !ASCII(code) {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r = upper(r); 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, code)
}

// ASCII reports whether a text holds nothing else.
func ASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > '~' })
}

func upper(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}
