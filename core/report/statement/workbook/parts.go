package workbook

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"

	"sanduq/core/report"
)

// Limits of what is unpacked and kept.
const (
	maxSheet = 512 << 20 // bytes of one sheet
	maxOther = 128 << 20 // of any other part
	maxText  = 8 << 20   // of one token
	maxCells = 4 << 20
)

// book is what of a workbook is not its cells.
type book struct {
	parts   map[string]*zip.File
	sheets  []string // the parts of its sheets, in order
	hidden  []bool   // which of them nobody sees
	texts   []string // that its cells share
	formats []format // by the style of a cell
	late    bool     // days are counted from 1904
}

// limited refuses what is longer than it is read for.
type limited struct {
	from  io.Reader
	left  int64
	token int64 // since the last one
}

var errLarge = report.Refuse(report.CodeTooLarge, errors.New("it unpacks to too much"))

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	l.token += int64(n)
	if l.left -= int64(n); l.left < 0 || l.token > maxText {
		return 0, errLarge
	}
	return n, err
}

// walk goes through a part's elements; a part that is missing has none.
func (b *book) walk(name string, most int64, each func(d *xml.Decoder, t xml.Token) error) error {
	file := b.parts[strings.ToLower(name)]
	if file == nil {
		return nil
	}
	if file.UncompressedSize64 > uint64(most) {
		return errLarge
	}
	r, err := file.Open()
	if err != nil {
		return report.Refuse(report.CodeFormat, err)
	}
	defer func() { _ = r.Close() }()
	from := &limited{from: r, left: most}
	d := xml.NewDecoder(from)
	for {
		from.token = 0
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = each(d, t)
		}
		if report.CodeOf(err) != "" {
			return err
		}
		if err != nil {
			return report.Refuse(report.CodeFormat, err)
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func open(data io.ReaderAt, size int64) (*book, error) {
	z, err := zip.NewReader(data, size)
	if err != nil {
		return nil, report.Refuse(report.CodeFormat, err)
	}
	b := &book{parts: map[string]*zip.File{}}
	for _, f := range z.File {
		b.parts[strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, "\\", "/"), "/"))] = f
	}
	root := "xl/workbook.xml"
	targets := map[string]string{}
	relations := func(of string) error {
		return b.walk(path.Dir(of)+"/_rels/"+path.Base(of)+".rels", maxOther, func(_ *xml.Decoder, t xml.Token) error {
			if e, ok := t.(xml.StartElement); ok && e.Name.Local == "Relationship" {
				target := attribute(e, "Target")
				if !strings.HasPrefix(target, "/") {
					target = path.Join(path.Dir(of), target)
				}
				target = strings.TrimPrefix(target, "/")
				targets[attribute(e, "Id")] = target
				if kind := path.Base(attribute(e, "Type")); kind == "sharedStrings" || kind == "styles" || kind == "officeDocument" {
					targets[kind] = target
				}
			}
			return nil
		})
	}
	if err := relations("."); err != nil {
		return nil, err
	}
	if t := targets["officeDocument"]; t != "" {
		root = t
	}
	if b.parts[strings.ToLower(root)] == nil {
		return nil, report.Refuse(report.CodeFormat, errors.New("no workbook in it"))
	}
	if err := relations(root); err != nil {
		return nil, err
	}
	err = b.walk(root, maxOther, func(_ *xml.Decoder, t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok {
			switch e.Name.Local {
			case "workbookPr":
				on := attribute(e, "date1904")
				b.late = on == "1" || on == "true" || on == "on"
			case "sheet":
				if part := targets[attribute(e, "id")]; part != "" {
					state := attribute(e, "state")
					b.sheets, b.hidden = append(b.sheets, part), append(b.hidden, state == "hidden" || state == "veryHidden")
				}
			}
		}
		return nil
	})
	if err == nil {
		err = b.styles(targets["styles"])
	}
	if err == nil {
		err = b.shared(targets["sharedStrings"])
	}
	return b, err
}

func (b *book) styles(part string) error {
	codes, cells := map[int]format{}, false
	return b.walk(part, maxOther, func(_ *xml.Decoder, t xml.Token) error {
		switch e := t.(type) {
		case xml.StartElement:
			switch id, _ := strconv.Atoi(attribute(e, "numFmtId")); {
			case e.Name.Local == "numFmt":
				codes[id] = formatOf(attribute(e, "formatCode"))
			case e.Name.Local == "cellXfs":
				cells = true
			case e.Name.Local == "xf" && cells:
				f, own := codes[id]
				if !own {
					f = builtin(id)
				}
				b.formats = append(b.formats, f)
			}
		case xml.EndElement:
			cells = cells && e.Name.Local != "cellXfs"
		}
		return nil
	})
}

// shared reads the texts that cells share. Those in rPh are how another one is spoken.
func (b *book) shared(part string) error {
	var text strings.Builder
	inside, spoken := false, false
	return b.walk(part, maxSheet, func(_ *xml.Decoder, t xml.Token) error {
		switch e := t.(type) {
		case xml.StartElement:
			inside, spoken = e.Name.Local == "t", spoken || e.Name.Local == "rPh"
		case xml.EndElement:
			switch inside = false; e.Name.Local {
			case "rPh":
				spoken = false
			case "si":
				if b.texts = append(b.texts, unescaped(text.String())); len(b.texts) > maxCells {
					return errLarge
				}
				text = strings.Builder{}
			}
		case xml.CharData:
			if inside && !spoken && text.Len() < maxText {
				text.Write(e)
			}
		}
		return nil
	})
}

var escapes = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// unescaped is a text with the characters that XML has no room for: _x000D_.
func unescaped(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return escapes.ReplaceAllStringFunc(s, func(m string) string {
		n, _ := strconv.ParseUint(m[2:6], 16, 32)
		return string(rune(n))
	})
}
