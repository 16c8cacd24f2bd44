//go:build linux

package collector

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"sanduq/core/office"
)

// stranger is a till's program that knows the wire by its description alone: it writes
// JSON, canonical bytes and links by its own hand, and whatever a case asks for.
type stranger struct {
	url, key string
	till     int64
	epoch    int
	seq      uint64 // of receipts, as is everything here
	link     [32]byte
	cursor   office.Cursor
}

// fields are one JSON object. A value of type raw stands as it is.
type fields map[string]any

type raw string

func (f fields) text() string {
	var all []string
	for name, value := range f {
		text, is := value.(raw)
		if !is {
			packed, err := json.Marshal(value)
			if err != nil {
				panic(err) // of a test's own value
			}
			text = raw(packed)
		}
		all = append(all, fmt.Sprintf("%q:%s", name, text))
	}
	return "{" + strings.Join(all, ",") + "}"
}

func (f fields) but(name string, value any) fields {
	out := fields{}
	for k, v := range f {
		out[k] = v
	}
	out[name] = value
	return out
}

const shownMoment = "2026-11-20T09:30:00.123456Z"

// receipt is a sound row.
func (s *stranger) receipt(seq uint64) fields {
	return fields{"seq": seq, "saleId": fmt.Sprintf("20261120-%06d", seq), "orderId": fmt.Sprint("o", seq), "minor": 1250, "currency": "LYD", "route": "qr",
		"settledAt": shownMoment, "shop": "Noor", "cashier": "سميرة"}
}

// next is the link after a sound row, by the description in package office.
func (s *stranger) next(link [32]byte, seq uint64) [32]byte {
	var c []byte
	text := func(n byte, s string) { c = append(binary.AppendUvarint(append(c, n), uint64(len(s))), s...) }
	c = binary.AppendUvarint(append(c, 1), seq)
	text(3, fmt.Sprintf("20261120-%06d", seq))
	text(4, fmt.Sprint("o", seq))
	c = binary.AppendVarint(append(c, 8), 1250)
	text(9, "LYD")
	text(10, "qr")
	at, _ := time.Parse(time.RFC3339Nano, shownMoment)
	c = binary.AppendVarint(append(c, 13), at.UnixMicro())
	text(14, "Noor")
	text(17, "سميرة")
	return sha256.Sum256(append(append([]byte("sanduq office v1 receipts\n"), link[:]...), c...))
}

// head is the first line of a batch of so many rows, after which the till's newest
// receipt is newest.
func (s *stranger) head(rows int, newest uint64) fields {
	none := fmt.Sprintf(`{"seq":0,"link":"%064x","newest":0}`, 0)
	of := fmt.Sprintf(`{"receipts":{"seq":%d,"link":"%s","newest":%d},"audit":%s,"zs":%s,"cash":%s,"owed":%s}`, s.seq, hex.EncodeToString(s.link[:]), newest, none, none, none, none)
	return fields{"v": 3, "till": s.till, "epoch": s.epoch, "environment": "live", "at": noon, "chains": raw(of), "rows": rows}
}

// batch is a head and receipts.
func (s *stranger) batch(rows ...fields) string {
	out := s.head(len(rows), s.seq+uint64(len(rows))).text() + "\n"
	for _, row := range rows {
		out += fields{"receipt": raw(row.text())}.text() + "\n"
	}
	return out
}

// sale is a batch with one sale's state.
func (s *stranger) sale(row fields) string {
	return s.head(1, s.seq).text() + "\n" + fields{"sale": raw(row.text())}.text() + "\n"
}

func (s *stranger) state(number int) fields {
	return fields{"id": fmt.Sprintf("20261120-%06d", number), "version": 1, "orderId": fmt.Sprint("o", number), "minor": 1250, "currency": "LYD",
		"createdAt": shownMoment, "updatedAt": shownMoment, "status": "waiting", "open": true}
}

func zipped(text string) string {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	_, _ = zip.Write([]byte(text))
	_ = zip.Close()
	return out.String()
}

// send sends a body, and keeps the cursor that it is told.
func (s *stranger) send(body string) error {
	cursor := office.Cursor{}
	err := ask(s.url+"/v1/rows", s.key, strings.NewReader(body), &cursor)
	if said, ok := errors.AsType[*office.Refusal](err); ok && said.Cursor != nil {
		cursor = *said.Cursor
	} else if err != nil {
		return err
	}
	s.cursor = cursor
	return err
}

// goesOn sends one sound receipt from where the office stands.
func (s *stranger) goesOn() error {
	if err := ask(s.url+"/v1/cursor", s.key, nil, &s.cursor); err != nil {
		return err
	}
	s.epoch, s.seq, s.link = s.cursor.Epoch, 0, [32]byte{}
	for at := s.cursor.Chains[office.ChainReceipts].Seq; s.seq < at; {
		s.seq++
		s.link = s.next(s.link, s.seq)
	}
	return s.send(s.batch(s.receipt(s.seq + 1)))
}

func isEpoch(err error) bool {
	said, ok := errors.AsType[*office.Refusal](err)
	return ok && said.Code == office.CodeEpoch
}
