package secrets

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Finding is a secret where it does not belong.
type Finding struct {
	Place, File, Secret, Form string
	Offset                    int
	Ambiguous                 bool // a short number in a form that numbers are printed in
}

func (f Finding) String() string {
	return fmt.Sprintf("%s: %s, %s at %d of %s", f.Place, f.Secret, f.Form, f.Offset, f.File)
}

// Place is something that was searched.
type Place struct {
	Name  string
	Files int
	Bytes int64 // unpacked
}

// Search looks for secrets in places, and keeps account of them. It reads each
// content once, however many forms there are.
type Search struct {
	secrets  []Secret
	forms    []owned
	begins   [1 << 24 / 64]uint64 // whether any form begins with these three bytes
	byBegin  map[uint32][]int     // forms by these
	places   []*Place
	Findings []Finding
}

// owned is a form of a secret.
type owned struct {
	form
	secret    string
	ambiguous bool
}

// NewSearch looks for these secrets. One that is too short is an error: it
// would be found everywhere.
func NewSearch(secrets []Secret) (*Search, error) {
	s := &Search{secrets: secrets, byBegin: map[uint32][]int{}}
	for _, one := range secrets {
		if len(one.Value) < least {
			return nil, fmt.Errorf("the secret %q has %d bytes: too short to be searched", one.Name, len(one.Value))
		}
		for _, f := range one.forms() {
			at := begin(f.bytes)
			s.begins[at/64] |= 1 << (at % 64)
			s.byBegin[at] = append(s.byBegin[at], len(s.forms))
			s.forms = append(s.forms, owned{f, one.Name, one.Number && f.alone && !strings.HasPrefix(f.name, "base")})
		}
	}
	return s, nil
}

func begin(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }

// Forms is how many values are looked for in all.
func (s *Search) Forms() int { return len(s.forms) }

// Places lists what was searched.
func (s *Search) Places() (all []Place) {
	for _, p := range s.places {
		all = append(all, *p)
	}
	return all
}

// Folder searches every file below a folder, its name too.
func (s *Search) Folder(place, root string) error {
	s.place(place)
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		s.scan(place, path, []byte(path))
		if !d.Type().IsRegular() {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s.Bytes(place, path, content)
		return nil
	})
}

// Bytes searches one content, packed parts of it unpacked too.
func (s *Search) Bytes(place, file string, content []byte) {
	p := s.place(place)
	p.Files++
	p.Bytes += int64(len(content))
	s.scan(place, file, content)
	for _, part := range unpacked(content) {
		p.Bytes += int64(len(part))
		s.scan(place, file+" (unpacked)", part)
	}
}

func (s *Search) place(name string) *Place {
	i := slices.IndexFunc(s.places, func(p *Place) bool { return p.Name == name })
	if i < 0 {
		i = len(s.places)
		s.places = append(s.places, &Place{Name: name})
	}
	return s.places[i]
}

// Leaks are the findings that are not by chance. One number that equals a code
// is: a few of a story's hundred thousand numbers are. But what leaks one code
// as a number leaks the others as well, so two of them in the same place and
// form are leaks.
func (s *Search) Leaks() (leaks, chance []Finding) {
	same := func(f Finding) func(Finding) bool {
		return func(g Finding) bool {
			return g.Ambiguous && g.Place == f.Place && g.Form == f.Form && g.Secret != f.Secret
		}
	}
	for _, f := range s.Findings {
		if f.Ambiguous && !slices.ContainsFunc(s.Findings, same(f)) {
			chance = append(chance, f)
		} else {
			leaks = append(leaks, f)
		}
	}
	return leaks, chance
}

// scan finds each form once in a content.
func (s *Search) scan(place, file string, content []byte) {
	found := map[int]bool{}
	for at := 0; at+least <= len(content); at++ {
		first := begin(content[at:])
		if s.begins[first/64]&(1<<(first%64)) == 0 {
			continue
		}
		for _, i := range s.byBegin[first] {
			if f := s.forms[i]; !found[i] && f.at(content, at) {
				found[i] = true
				s.Findings = append(s.Findings, Finding{place, file, f.secret, f.name, at, f.ambiguous})
			}
		}
	}
}

// at reports whether the form stands there.
func (f form) at(content []byte, at int) bool {
	end := at + len(f.bytes)
	if !bytes.HasPrefix(content[at:], f.bytes) {
		return false
	}
	return !f.alone || !f.byChance(content[max(0, at-addressSize):at], content[end:min(len(content), end+2)])
}

// addressSize is more than the text of an address takes, in hex too.
const addressSize = 48

// byChance tells, from what stands before and after it, whether a short number
// is a piece of a longer one, of an address or of a fraction: in megabytes of
// printed values, clocks and pointers every six digits come along some time.
func (f form) byChance(before, after []byte) bool {
	if f.hex {
		before, after = unhex(before[len(before)%2:]), unhex(after)
	}
	if len(after) > 0 && digit(after[0]) {
		return true
	}
	n := len(before)
	if n > 0 && digit(before[n-1]) || n > 1 && before[n-1] == '.' && digit(before[n-2]) {
		return true
	}
	front := bytes.TrimRight(before, "0123456789abcdef")
	return bytes.HasSuffix(front, []byte("x")) && len(front) < n && bytes.HasSuffix(front[:len(front)-1], []byte("0")) ||
		bytes.HasSuffix(before, []byte("0x"))
}

// unhex decodes pairs as far as they are pairs; what is none becomes blanks.
func unhex(b []byte) []byte {
	out := make([]byte, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		var one [1]byte
		if _, err := hex.Decode(one[:], b[:2]); err != nil {
			one[0] = ' '
		}
		out = append(out, one[0])
	}
	return out
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// mostUnpacked bounds what one packed part may grow to.
const mostUnpacked = 64 << 20

// unpacked returns what zlib and gzip streams within a content hold: the
// streams of a PDF, the text and the pixels of a PNG, a log that was put away.
func unpacked(content []byte) (parts [][]byte) {
	open := func(at int, r io.Reader, err error) {
		if err != nil {
			return
		}
		part, _ := io.ReadAll(io.LimitReader(r, mostUnpacked)) // what was read until it broke counts too
		if len(part) >= least {
			parts = append(parts, part)
		}
	}
	for at := 0; at+2 < len(content); at++ {
		switch b := content[at]; {
		case b == 0x78 && (uint(b)<<8|uint(content[at+1]))%31 == 0 && content[at+1]&0x20 == 0:
			r, err := zlib.NewReader(bytes.NewReader(content[at:]))
			open(at, r, err)
		case b == 0x1f && content[at+1] == 0x8b:
			r, err := gzip.NewReader(bytes.NewReader(content[at:]))
			open(at, r, err)
		}
	}
	return parts
}
