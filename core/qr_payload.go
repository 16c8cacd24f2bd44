package core

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sanduq/core/money"
)

// A QR is read before it is shown. EMVCo's merchant-presented form, which Libya's
// NUMO uses too, is a row of fields: two digits name it, two digits count it, then
// its value; the last one is a checksum over all before it.
const (
	emvBegin    = "000201" // the format indicator: field 00 with the value 01
	emvCurrency = "53"
	emvAmount   = "54"
	emvChecksum = "63"
)

// checkQR reads the payload of a QR. One in EMVCo's form must have a right checksum
// and the amount and currency of the sale; ErrQRMismatch otherwise. Of other forms
// nothing is known, and read is false.
func checkQR(payload string, amount money.Amount) (read bool, err error) {
	payload = strings.TrimSpace(payload)
	if !strings.HasPrefix(payload, emvBegin) {
		return false, nil
	}
	body, sum, found := payload[:max(0, len(payload)-4)], payload[max(0, len(payload)-4):], false
	if found = strings.HasSuffix(body, emvChecksum+"04"); !found || !strings.EqualFold(sum, fmt.Sprintf("%04X", emvCRC(body))) {
		return true, fmt.Errorf("%w: its checksum is wrong", ErrQRMismatch)
	}
	fields, ok := emvFields(payload, false)
	if !ok { // a deployment that counts bytes
		fields, ok = emvFields(payload, true)
	}
	if !ok {
		return true, fmt.Errorf("%w: its fields cannot be told apart", ErrQRMismatch)
	}
	want, err := money.Numeric(amount.Currency)
	if err != nil {
		return true, fmt.Errorf("%w: %w", ErrQRMismatch, err)
	}
	if got := fields[emvCurrency]; got != want {
		return true, fmt.Errorf("%w: its currency is %.8q, not %q", ErrQRMismatch, got, want)
	}
	written, named := fields[emvAmount]
	if !named {
		return true, fmt.Errorf("%w: it names no amount", ErrQRMismatch)
	}
	got, err := money.ParseWire(strings.TrimSuffix(written, "."), amount.Currency)
	if err != nil || got != amount || strings.ContainsAny(written, "eE-") {
		return true, fmt.Errorf("%w: its amount is %.16q, not %q", ErrQRMismatch, written, amount.Major())
	}
	return true, nil
}

// emvFields splits a payload into its fields. Lengths count characters, or bytes.
// A field that is there twice makes the payload unreadable.
func emvFields(payload string, bytes bool) (map[string]string, bool) {
	fields := map[string]string{}
	for len(payload) > 0 {
		if len(payload) < 4 {
			return nil, false
		}
		id := payload[:2]
		count, err := strconv.ParseUint(payload[2:4], 10, 8)
		if _, twice := fields[id]; err != nil || twice || !allDigits(id) || len(fields) > 0 && fields[emvChecksum] != "" {
			return nil, false
		}
		payload = payload[4:]
		end := 0
		if bytes {
			end = int(count)
		} else {
			for range count {
				_, width := utf8.DecodeRuneInString(payload[min(end, len(payload)):])
				end += max(width, 1)
			}
		}
		if end > len(payload) {
			return nil, false
		}
		fields[id], payload = payload[:end], payload[end:]
	}
	return fields, true
}

func allDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// emvCRC is the checksum of EMVCo's form: 16 bits, polynomial 0x1021, beginning
// with 0xFFFF, over the bytes before it, its own name and length included.
func emvCRC(text string) uint16 {
	sum := uint16(0xFFFF)
	for _, b := range []byte(text) {
		sum ^= uint16(b) << 8
		for range 8 {
			if sum&0x8000 != 0 {
				sum = sum<<1 ^ 0x1021
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}
