// Package emv writes the payload of a merchant-presented QR as EMVCo defines it. It imports nothing of the service.
package emv

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The QR carries what EMVCo calls a merchant-presented payload: fields of two digits id, two digits length, value,
// with a checksum at the end. The payment itself stands in a template of our own, under a name from the reserved
// domain .test, as a link to the page where the customer approves.
const (
	emvTemplate   = "26"
	emvGlobalID   = "test.sanduq"
	emvCategory   = "5999" // other retail
	maxEMVName    = 25
	maxEMVCity    = 15
	maxEMVLocalAr = 16
)

var (
	plainText = regexp.MustCompile(`^[\x20-\x7e]+$`)
	billText  = regexp.MustCompile(`^[A-Za-z0-9.-]{1,25}$`)
)

// tlv writes one field. Lengths count characters, not bytes: the standard's own example counts a name in Chinese so,
// while its checksum covers the UTF-8 bytes.
func tlv(id, value string) string {
	return fmt.Sprintf("%s%02d%s", id, utf8.RuneCountInString(value), value)
}

// Payment is what the QR of a payment says.
type Payment struct {
	Payee, City string
	Country     string // ISO 3166, two letters
	Currency    string // ISO 4217, three digits
	Amount      string // in major units, with all digits
	Order       string
	Link        string // where the customer approves
}

// Payload is the text inside the QR of a payment.
func Payload(p Payment) string {
	name, localName, city := p.Payee, "", p.City
	if !plainText.MatchString(name) {
		name, localName = "Practice Shop", p.Payee
	}
	if !plainText.MatchString(city) {
		city = "Tripoli"
	}
	var b strings.Builder
	b.WriteString(tlv("00", "01"))
	b.WriteString(tlv("01", "12")) // good for one payment
	b.WriteString(tlv(emvTemplate, tlv("00", emvGlobalID)+tlv("01", p.Link)))
	b.WriteString(tlv("52", emvCategory))
	b.WriteString(tlv("53", p.Currency))
	b.WriteString(tlv("54", p.Amount))
	b.WriteString(tlv("58", p.Country))
	b.WriteString(tlv("59", cut(name, maxEMVName)))
	b.WriteString(tlv("60", cut(city, maxEMVCity)))
	if billText.MatchString(p.Order) {
		b.WriteString(tlv("62", tlv("01", p.Order)))
	}
	if localName != "" {
		b.WriteString(tlv("64", tlv("00", "AR")+tlv("01", cut(localName, maxEMVLocalAr))))
	}
	b.WriteString("6304") // the checksum covers its own id and length
	return b.String() + fmt.Sprintf("%04X", crc16(b.String()))
}

func cut(s string, limit int) string {
	if r := []rune(s); len(r) > limit {
		return strings.TrimSpace(string(r[:limit]))
	}
	return s
}

// crc16 is CRC-16/CCITT with polynomial 0x1021 and initial value 0xFFFF, four bits at a time.
func crc16(s string) uint16 {
	crc := uint16(0xFFFF)
	for i := range len(s) {
		for _, nibble := range [2]byte{s[i] >> 4, s[i] & 0xF} {
			crc = crc<<4 ^ crcNibble[byte(crc>>12)^nibble]
		}
	}
	return crc
}

var crcNibble = [16]uint16{
	0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
	0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
}
