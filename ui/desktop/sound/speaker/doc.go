// Package speaker plays samples on the computer's sound device, by what the
// system itself brings: the sound server on Linux, spoken to without a library,
// the multimedia calls of Windows, the player of macOS.
package speaker
