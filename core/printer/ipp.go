//go:build !windows

package printer

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// The little of the Internet Printing Protocol (RFC 8010, RFC 8011) that sending a job to a queue takes.

const (
	opPrintJob      = 0x0002
	opGetAttributes = 0x000b
	opGetPrinters   = 0x4002 // of CUPS

	groupOperation = 0x01
	groupEnd       = 0x03
	groupPrinter   = 0x04

	tagName    = 0x42
	tagKeyword = 0x44
	tagURI     = 0x45
	tagCharset = 0x47
	tagLang    = 0x48
	tagMIME    = 0x49
)

// ippRequest is one question being written.
type ippRequest struct{ bytes.Buffer }

func newRequest(operation uint16) *ippRequest {
	r := &ippRequest{}
	r.number(0x0101) // the version that every CUPS speaks
	r.number(operation)
	_ = binary.Write(r, binary.BigEndian, uint32(1))
	r.WriteByte(groupOperation)
	r.add(tagCharset, "attributes-charset", "utf-8")
	r.add(tagLang, "attributes-natural-language", "en")
	return r
}

func (r *ippRequest) number(n uint16) { _ = binary.Write(r, binary.BigEndian, n) } // a Buffer takes all

// add writes an attribute; values after the first have no name of their own.
func (r *ippRequest) add(tag byte, name string, values ...string) {
	for i, v := range values {
		if i > 0 {
			name = ""
		}
		r.WriteByte(tag)
		r.number(uint16(len(name)))
		r.WriteString(name)
		r.number(uint16(len(v)))
		r.WriteString(v)
	}
}

func (r *ippRequest) end() []byte {
	r.WriteByte(groupEnd)
	return r.Bytes()
}

// ippAnswer is a reply: its status and the groups that speak of printers.
type ippAnswer struct {
	status   uint16
	printers []map[string][]ippValue
}

type ippValue struct {
	tag  byte
	data []byte
}

func (v ippValue) text() string { return string(v.data) }

func (v ippValue) number() int {
	if len(v.data) != 4 {
		return 0
	}
	return int(int32(binary.BigEndian.Uint32(v.data)))
}

func (v ippValue) yes() bool { return len(v.data) == 1 && v.data[0] == 1 }

var errIPP = errors.New("no answer of a print service")

// parseIPP reads a reply. It never reads beyond its end, whatever the lengths in it say.
func parseIPP(data []byte) (ippAnswer, error) {
	var out ippAnswer
	if len(data) < 9 || data[0] < 1 || data[0] > 2 {
		return out, errIPP
	}
	out.status = binary.BigEndian.Uint16(data[2:])
	data = data[8:]
	var group map[string][]ippValue
	last := ""
	for len(data) > 0 {
		tag := data[0]
		data = data[1:]
		if tag == groupEnd {
			return out, nil
		}
		if tag < 0x10 {
			group, last = nil, ""
			if tag == groupPrinter {
				group = map[string][]ippValue{}
				out.printers = append(out.printers, group)
			}
			continue
		}
		var name, value []byte
		var ok bool
		if name, data, ok = counted(data); !ok {
			return out, errIPP
		}
		if value, data, ok = counted(data); !ok {
			return out, errIPP
		}
		if len(name) > 0 {
			last = string(name)
		}
		if group != nil && last != "" {
			group[last] = append(group[last], ippValue{tag, value})
		}
	}
	return out, errIPP // it ends in the middle
}

func counted(data []byte) (value, rest []byte, ok bool) {
	if len(data) < 2 {
		return nil, nil, false
	}
	n := int(binary.BigEndian.Uint16(data))
	if len(data) < 2+n {
		return nil, nil, false
	}
	return data[2 : 2+n], data[2+n:], true
}

// first returns the first value of an attribute.
func first(group map[string][]ippValue, name string) ippValue {
	if all := group[name]; len(all) > 0 {
		return all[0]
	}
	return ippValue{}
}
