package receipt

import (
	"bytes"
	"fmt"
	"image/png"
	"regexp"
	"strconv"
	"testing"
)

func TestPNGIsThePicture(t *testing.T) {
	d := newTestDrawer(t)
	c := NewContent(practiceSample(), Copy{}, english{})
	data, err := d.PNG(c)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want := mustDraw(t, d, c, Full, FileDots)
	if got.Bounds() != want.Bounds() {
		t.Fatalf("bounds %v, want %v", got.Bounds(), want.Bounds())
	}
	for y := 0; y < want.Bounds().Dy(); y += 7 {
		for x := 0; x < want.Bounds().Dx(); x += 7 {
			r, g, b, _ := got.At(x, y).RGBA()
			if w := want.RGBAAt(x, y); uint8(r>>8) != w.R || uint8(g>>8) != w.G || uint8(b>>8) != w.B {
				t.Fatalf("pixel %d,%d differs", x, y)
			}
		}
	}
}

var mediaBox = regexp.MustCompile(`/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]`)

func TestPDFIsOnePageOfPaperWidth(t *testing.T) {
	d := newTestDrawer(t)
	c := NewContent(sample(), Copy{}, english{})
	data, err := d.PDF(c)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, "slip", data)
	if !bytes.HasPrefix(data, []byte("%PDF-")) || !bytes.Contains(data, []byte("/Count 1\n")) {
		t.Fatal("not a PDF of one page")
	}
	boxes := mediaBox.FindAllSubmatch(data, -1)
	if len(boxes) == 0 {
		t.Fatal("no page size")
	}
	const pointsPerMM = 72 / 25.4
	wide, _ := strconv.ParseFloat(string(boxes[0][1]), 64)
	high, _ := strconv.ParseFloat(string(boxes[0][2]), 64)
	if mm := wide / pointsPerMM; mm < 79.9 || mm > 80.1 {
		t.Errorf("page is %.2f mm wide", mm)
	}
	dots, err := d.Height(c, Full, FileDots)
	if err != nil {
		t.Fatal(err)
	}
	if want := float64(dots)/FileDots*72 + 8; high/pointsPerMM < want-.1 || high/pointsPerMM > want+.1 {
		t.Errorf("page is %.2f mm high, want %.2f", high/pointsPerMM, want)
	}
	size := fmt.Sprintf("/Width %d\n/Height %d\n", FileDots, dots)
	if !bytes.Contains(data, []byte(size)) {
		t.Errorf("the picture is not %q", size)
	}
}

func TestPDFIsNamedAfterTheReceipt(t *testing.T) {
	d := newTestDrawer(t)
	data, err := d.PDF(NewContent(sample(), Copy{}, arabic{}))
	if err != nil {
		t.Fatal(err)
	}
	utf16 := []byte{0xfe, 0xff}
	for _, b := range []byte("T-0412") {
		utf16 = append(utf16, 0, b)
	}
	if !bytes.Contains(data, append([]byte("/Title ("), utf16...)) {
		t.Error("the title is not the receipt's number")
	}
	for _, key := range []string{"/CreationDate", "/ModDate"} {
		if !bytes.Contains(data, []byte(key+" (D:20261120143120")) {
			t.Errorf("%s is not the receipt's", key)
		}
	}
}

func TestSameReceiptGivesTheSameBytes(t *testing.T) {
	c := NewContent(practiceSample(), Copy{}, arabic{})
	a, err := newTestDrawer(t).PDF(c)
	if err != nil {
		t.Fatal(err)
	}
	b, err := newTestDrawer(t).PDF(c)
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("differs, %v", err)
	}
	other := practiceSample()
	other.TransactionID = "8F2K-71QD-0447"
	x, err := newTestDrawer(t).PDF(NewContent(other, Copy{}, arabic{}))
	if err != nil || bytes.Equal(a, x) {
		t.Errorf("another receipt gives the same file, %v", err)
	}
}
