// Package fonts carries the program's only typeface, IBM Plex Sans Arabic, for
// what serves or draws it and needs nothing else of package assets.
package fonts

import "embed"

// Files holds four weights, as IBMPlexSansArabic-{Regular,Medium,SemiBold,Bold}.woff.
//
//go:embed *.woff
var Files embed.FS
