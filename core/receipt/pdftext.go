package receipt

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/shaping"
)

// spelled is what each sign of a weight says. The PDF library writes that every sign says
// itself, which a joined form does not: so its file is edited, and what follows in it
// found again.
type spelled map[rune]string

// says takes down what the glyphs of a run say: text is all that was shaped, the mark
// before it included. It returns the sign of each glyph; 0 for what is no glyph of the
// text. One glyph may stand for several letters, and several for one.
func (s spelled) says(run shaping.Output, text []rune, f *pdfFont) []rune {
	signs := make([]rune, len(run.Glyphs))
	for i := 0; i < len(run.Glyphs); {
		n, at := 1, run.Glyphs[i].TextIndex()
		for i+n < len(run.Glyphs) && run.Glyphs[i+n].TextIndex() == at {
			n++
		}
		count := run.Glyphs[i].RunesCount()
		for k := range n {
			g := run.Glyphs[i+k]
			sign := f.sign(g.GlyphID)
			if at < 0 || at+count > len(text) { // an ellipsis, which is no part of the text
				signs[i+k], s[sign] = sign, ellipsis
				continue
			}
			part := string(text[at : at+count])
			if count == 1 && (text[at] == leftToRightMark || text[at] == rightToLeftMark) {
				if g.Advance != 0 { // the mark has no width: this is an ellipsis, counted from its own beginning
					signs[i+k], s[sign] = sign, ellipsis
				}
				continue
			}
			if n > 1 { // each letter has a glyph, the last first from right to left; what is more says nothing
				own := k
				if run.Direction == di.DirectionRTL {
					own = n - 1 - k
				}
				part = ""
				if own < count {
					part = string(text[at+own])
					if own == n-1 {
						part = string(text[at+own : at+count])
					}
				}
			}
			signs[i+k] = sign
			if part != "" || s[sign] == "" {
				s[sign] = part
			}
		}
		i += n
	}
	return signs
}

// A table of what signs say has parts of so many.
const tablePart = 100

// table is what signs say, as a PDF has it.
func (s spelled) table() string {
	var b strings.Builder
	for part := range slices.Chunk(slices.Sorted(maps.Keys(s)), tablePart) {
		fmt.Fprintf(&b, "%d beginbfchar\n", len(part))
		for _, sign := range part {
			fmt.Fprintf(&b, "<%04X> <", sign)
			for _, u := range utf16.Encode([]rune(s[sign])) {
				fmt.Fprintf(&b, "%04X", u)
			}
			b.WriteString(">\n")
		}
		b.WriteString("endbfchar\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// identity is what the library writes of each font.
const identity = "1 beginbfrange\n<0000> <FFFF> <0000>\nendbfrange"

// edit is a piece of a file that another takes the place of.
type edit struct {
	at, long int
	with     string
}

// speaking puts into a file of the library what the signs of each weight say, and the
// names of fonts that hold a part of their glyphs.
func speaking(file []byte, all [weightCount]spelled) ([]byte, error) {
	var edits []edit
	for w, family := range families {
		name := []byte("/utf8" + family)
		for at := 0; ; {
			i := bytes.Index(file[at:], name)
			if i < 0 {
				break
			}
			at += i + len(name)
			if at < len(file) && (file[at] == '\n' || file[at] == '\r' || file[at] == ' ' || file[at] == '/') {
				edits = append(edits, edit{at - len(name), len(name), "/SNDQ" + string(rune('A'+w)) + "A+IBMPlexSansArabic-" + weightNames[w]})
			}
		}
	}
	for at := 0; ; {
		i := bytes.Index(file[at:], []byte(identity))
		if i < 0 {
			break
		}
		at += i
		w, length := -1, bytes.LastIndex(file[:at], []byte("/Length "))
		last := -1
		for one, family := range families {
			if before := bytes.LastIndex(file[:at], []byte("/BaseFont /utf8"+family+"\n")); before > last {
				w, last = one, before
			}
		}
		if w < 0 || length < 0 {
			return nil, fmt.Errorf("receipt: the PDF has no font before its table")
		}
		end := bytes.IndexByte(file[length:], '>') + length
		old, err := strconv.Atoi(string(file[length+len("/Length ") : end]))
		if err != nil {
			return nil, fmt.Errorf("receipt: the PDF's table: %w", err)
		}
		table := all[w].table()
		edits = append(edits, edit{length, end - length, "/Length " + strconv.Itoa(old+len(table)-len(identity))}, edit{at, len(identity), table})
		at += len(identity)
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.at - b.at })
	return applied(file, edits)
}

// applied makes the edits and the list of where each object begins.
func applied(file []byte, edits []edit) ([]byte, error) {
	list := bytes.LastIndex(file, []byte("\nxref\n"))
	if list < 0 {
		return nil, fmt.Errorf("receipt: the PDF has no list of objects")
	}
	out := make([]byte, 0, len(file)+1<<16)
	from := 0
	// positions are of the old file: an edit moves what stands behind it
	shift := func(at int) int {
		by := 0
		for _, e := range edits {
			if e.at < at {
				by += len(e.with) - e.long
			}
		}
		return at + by
	}
	for _, e := range edits {
		if e.at < from || e.at > list {
			return nil, fmt.Errorf("receipt: the PDF is not as it is known")
		}
		out = append(append(out, file[from:e.at]...), e.with...)
		from = e.at + e.long
	}
	out = append(out, file[from:list+1]...)
	lines := strings.Split(string(file[list+1:]), "\n")
	for i, line := range lines {
		switch {
		case len(line) >= 18 && strings.Contains(line, " 00000 n"):
			at, err := strconv.Atoi(line[:10])
			if err != nil {
				return nil, fmt.Errorf("receipt: the PDF's list of objects: %w", err)
			}
			lines[i] = fmt.Sprintf("%010d%s", shift(at), line[10:])
		case i > 0 && lines[i-1] == "startxref":
			lines[i] = strconv.Itoa(shift(list + 1))
		}
	}
	return append(out, strings.Join(lines, "\n")...), nil
}

// weightNames are the typeface's own.
var weightNames = [weightCount]string{"Regular", "Medium", "SemiBold", "Bold"}
