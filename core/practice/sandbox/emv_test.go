package sandbox_test

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/makiuchi-d/gozxing"
	qrreader "github.com/makiuchi-d/gozxing/qrcode"
	"github.com/skip2/go-qrcode"
	"pgregory.net/rapid"
)

// readTLV is a reader of its own: it knows the standard, not the writer.
func readTLV(payload string) (map[string]string, error) {
	fields := map[string]string{}
	for rest := []rune(payload); len(rest) > 0; {
		if len(rest) < 4 {
			return nil, fmt.Errorf("%d characters left over", len(rest))
		}
		n, err := strconv.Atoi(string(rest[2:4]))
		if err != nil || n < 1 || len(rest) < 4+n {
			return nil, fmt.Errorf("field %s has length %q with %d characters to come", string(rest[:2]), string(rest[2:4]), len(rest)-4)
		}
		id := string(rest[:2])
		if _, twice := fields[id]; twice {
			return nil, fmt.Errorf("field %s stands twice", id)
		}
		fields[id] = string(rest[4 : 4+n])
		rest = rest[4+n:]
	}
	return fields, nil
}

// bitwiseCRC is the checksum as the standard defines it, bit by bit.
func bitwiseCRC(data string) uint16 {
	crc := uint16(0xFFFF)
	for _, b := range []byte(data) {
		for bit := 7; bit >= 0; bit-- {
			in := uint16(b) >> bit & 1
			out := crc >> 15
			crc <<= 1
			if in != out {
				crc ^= 0x1021
			}
		}
	}
	return crc
}

func TestChecksumOfTheTestUsesThePublishedVector(t *testing.T) {
	if got := bitwiseCRC("123456789"); got != 0x29B1 {
		t.Fatalf("%04X", got)
	}
}

// TestLengthsCountCharacters reads the example that EMVCo publishes for its standard: a name in another script has the
// length of its characters, and the checksum covers its bytes.
func TestLengthsCountCharacters(t *testing.T) {
	const example = "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN" +
		"5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***" +
		"0708A60086670902ME91320016A0112233449988770708123456786304A13A"
	f, err := readTLV(example)
	if err != nil || f["64"] != "0002ZH0104最佳运输0202北京" || f["54"] != "23.72" {
		t.Fatal(f, err)
	}
	if sum := fmt.Sprintf("%04X", bitwiseCRC(example[:len(example)-4])); sum != f["63"] {
		t.Fatal(sum)
	}
}

func checkPayload(t interface{ Fatalf(string, ...any) }, payload, amount, numeric, link string) map[string]string {
	f, err := readTLV(payload)
	if err != nil {
		t.Fatalf("%v in %s", err, payload)
	}
	body, sum := payload[:len(payload)-4], payload[len(payload)-4:]
	if want := fmt.Sprintf("%04X", bitwiseCRC(body)); sum != want || f["63"] != sum {
		t.Fatalf("checksum %s, want %s", sum, want)
	}
	own, err := readTLV(f["26"])
	if err != nil {
		t.Fatalf("%v in the template", err)
	}
	if !strings.HasPrefix(payload, "000201") || f["01"] != "12" || own["00"] == "" || own["01"] != link ||
		f["54"] != amount || f["53"] != numeric || len(f["58"]) != 2 || f["59"] == "" || f["60"] == "" || len(f["52"]) != 4 {
		t.Fatalf("the payload reads %v, template %v", f, own)
	}
	if n := utf8.RuneCountInString(f["59"]); n > 25 {
		t.Fatalf("a name of %d characters", n)
	}
	code, err := qrcode.New(payload, qrcode.Medium)
	if err != nil || code.VersionNumber > 12 {
		t.Fatalf("too long for a shop's screen: version %d, %d bytes, %v", code.VersionNumber, len(payload), err)
	}
	return f
}

func TestQRPayload(t *testing.T) {
	s := start(t)
	for i, c := range []struct{ amount, currency, wire, numeric, country string }{
		{"12.5", "LYD", "12.500", "434", "LY"}, {"0.001", "TND", "0.001", "788", "TN"}, {"9.99", "USD", "9.99", "840", "US"},
		{"700", "JPY", "700", "392", "JP"}, {"999999999.999", "KWD", "999999999.999", "414", "KW"},
	} {
		m := opened(t, s, fmt.Sprintf("TILL-261120-%03d", i), c.amount, c.currency)
		f := checkPayload(t, m.qr(), c.wire, c.numeric, s.BaseURL()+"/b/"+m.paymentID)
		bill, err := readTLV(f["62"])
		if err != nil || bill["01"] != m.orderID || f["58"] != c.country || f["59"] != "Al Noor Market" {
			t.Fatalf("%v %v", f, err)
		}
	}
}

// TestQRIsReadFromItsPicture renders the picture that the bank page shows and reads it with another library.
func TestQRIsReadFromItsPicture(t *testing.T) {
	s := start(t)
	s.SetMerchantName("متجر النور")
	m := opened(t, s, "TILL-261120-012", "12.500", "LYD")
	payload := m.qr()
	f := checkPayload(t, payload, "12.500", "434", s.BaseURL()+"/b/"+m.paymentID)
	if local, err := readTLV(f["64"]); err != nil || local["01"] != "متجر النور" || local["00"] != "AR" {
		t.Fatalf("the local name reads %v, %v", local, err)
	}
	a := m.must(m.do("GET", "/b/"+m.paymentID+"/qr.png", nil, nil))
	img, _, err := image.Decode(bytes.NewReader(a.raw))
	if err != nil {
		t.Fatal(err)
	}
	bits, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		t.Fatal(err)
	}
	// The picture is nothing but the code: searching for one in a scene is the reader's art, and not under test.
	read, err := qrreader.NewQRCodeReader().Decode(bits, map[gozxing.DecodeHintType]any{
		gozxing.DecodeHintType_CHARACTER_SET: "UTF-8", gozxing.DecodeHintType_PURE_BARCODE: true})
	if err != nil {
		t.Fatal(err)
	}
	if read.GetText() != payload {
		t.Fatalf("the picture says\n%s, not\n%s", read.GetText(), payload)
	}
}

func TestQRPayloadHoldsForAnyShopAndOrder(t *testing.T) {
	s := start(t)
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		s.SetMerchantName(rapid.StringMatching(`[ -~]{1,60}|[ء-ي ]{1,60}`).Draw(r, "shop") + "x")
		minor := rapid.Int64Range(1, 999_999_999_999).Draw(r, "minor")
		amount := fmt.Sprintf("%d.%03d", minor/1000, minor%1000)
		order := rapid.StringMatching(`[A-Za-z0-9/#-]{1,50}`).Draw(r, "order")
		m := opened(t, s, fmt.Sprintf("%s-%d", order, n), amount, "LYD")
		checkPayload(r, m.qr(), amount, "434", s.BaseURL()+"/b/"+m.paymentID)
	})
}
