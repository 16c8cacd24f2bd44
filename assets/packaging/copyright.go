package packaging

import (
	"fmt"
	"slices"
	"strings"

	"sanduq/assets"
)

// Copyright is the file that says whose work is in a Linux package, with every
// licence in full. Debian keeps the Apache licence on every machine: there the
// text is named instead.
func Copyright(forDebian bool) []byte { return copyright("linux", forDebian) }

func copyright(system string, forDebian bool) []byte {
	return copyrightOf(assets.ThirdParties(), system, forDebian)
}

func copyrightOf(all []assets.ThirdParty, system string, forDebian bool) []byte {
	var b strings.Builder
	b.WriteString("Sanduq\n\nCopyright 2026 the makers of Sanduq. No licence to pass it on has been granted yet.\n\n" +
		"It contains work of others, under the licences that follow.\n")
	for _, p := range all {
		if p.Systems != nil && !slices.Contains(p.Systems, system) {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n%s\n", strings.Repeat("=", 79), p.Line())
		for _, t := range p.Texts {
			text := t.Text
			if forDebian && strings.Contains(text, "Apache License") && strings.Contains(text, "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION") {
				text = withoutApache(text)
			}
			fmt.Fprintf(&b, "\n%s\n\n%s", t.File, text)
		}
	}
	return []byte(b.String())
}

// withoutApache leaves out the conditions of the Apache licence, and nothing
// else that stands in the same file.
func withoutApache(text string) string {
	begin := strings.Index(text, "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION")
	const last = "END OF TERMS AND CONDITIONS"
	end := strings.Index(text, last)
	if end < begin {
		return text
	}
	return text[:begin] + "Under Debian the conditions are in /usr/share/common-licenses/Apache-2.0.\n" + text[end+len(last):]
}
