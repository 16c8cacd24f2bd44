package office_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	. "sanduq/core/office"
	"sanduq/core/office/intake"
)

func TestABatchArrivesAsItLeft(t *testing.T) {
	b := Sample()
	packed, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := intake.Decode(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, got, cmp.AllowUnexported(Masked{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Batch{}, "Plain")); diff != "" {
		t.Error(diff)
	}
}

// TestASmallBatchTravelsPlain and arrives as any other; larger ones are packed, and
// taken as they are all the same.
func TestASmallBatchTravelsPlain(t *testing.T) {
	for _, lines := range []int{0, 1, 20} {
		b := Sample()
		b.Receipts, b.Sales, b.Zs, b.Cash, b.Owed, b.Audit = nil, nil, nil, nil, nil, slices.Repeat(b.Audit, lines)
		sent, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		plain := Unpack(t, sent)
		if small := len(plain) <= SmallBatch; small != (lines < 20) || small != (sent[0] == '{') {
			t.Errorf("%d lines: %d bytes plain, %d sent", lines, len(plain), len(sent))
		}
		for _, sent := range []string{string(sent), plain} {
			got, err := intake.Decode(strings.NewReader(sent))
			if diff := cmp.Diff(b, got, cmp.AllowUnexported(Masked{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Batch{}, "Plain")); err != nil || diff != "" {
				t.Error(err, diff)
			}
		}
	}
}

// TestRefused sends what no till of ours does.
func TestRefused(t *testing.T) {
	change := func(f func(*Batch)) []byte {
		b := Sample()
		f(b)
		packed, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		return packed
	}
	whole := change(func(*Batch) {})
	plain := Unpack(t, whole)
	edit := func(old, fresh string) []byte {
		changed := strings.Replace(plain, old, fresh, 1)
		if changed == plain {
			t.Fatalf("there is no %q", old)
		}
		return Pack(t, changed)
	}
	for name, c := range map[string]struct {
		packed []byte
		want   error
	}{
		"nothing":             {nil, intake.ErrMalformed},
		"neither":             {[]byte("v" + plain), intake.ErrMalformed},
		"plain, cut":          {[]byte(plain[:len(plain)-9]), intake.ErrMalformed},
		"plain, large":        {[]byte(strings.TrimSuffix(plain, "\n") + strings.Repeat("\n", MaxPacked)), intake.ErrTooLarge},
		"rubbish packed":      {Pack(t, strings.Repeat("x", 1000)), intake.ErrMalformed},
		"cut":                 {whole[:len(whole)-9], intake.ErrMalformed},
		"a sum that is wrong": {append(bytes.Clone(whole[:len(whole)-8]), 0, 0, 0, 0, 0, 0, 0, 0), intake.ErrMalformed},
		"rows missing":        {edit(`"rows":10`, `"rows":11`), intake.ErrMalformed},
		"rows too many":       {edit(`"rows":10`, `"rows":9`), intake.ErrMalformed},
		"rows beyond limit":   {edit(`"rows":10`, `"rows":4000`), intake.ErrTooLarge},
		"large unpacked":      {Pack(t, strings.TrimSuffix(plain, "\n")+strings.Repeat("\n", MaxBytes)), intake.ErrTooLarge},
		"newer":               {edit(`"v":4`, `"v":5`), intake.ErrVersion},
		"no version":          {edit(`"v":4`, `"v":0`), intake.ErrMalformed},
		"field unknown":       {edit(`"receipt":{`, `"receipt":{"token":"eyJ",`), nil},
		"kind unknown":        {edit(`{"receipt":`, `{"y":`), intake.ErrMalformed},
		"two in one":          {edit(`"receipt":{`, `"audit":{"seq":1},"receipt":{`), intake.ErrMalformed},
		"bare account":        {edit(`"•••• 4417"`, `"0012345674417"`), nil},
		"chain unknown":       {edit(`"audit":{"seq":9`, `"others":{"seq":9`), intake.ErrMalformed},
		"environment":         {edit(`"environment":"live"`, `"environment":"liv"`), intake.ErrMalformed},
		"NUL":                 {edit(`"W"`, `"\u0000"`), nil},
		"ID":                  {edit(`"id":"20261120-000012"`, `"id":"20261320-000012"`), nil},
		"sale twice":          {change(func(b *Batch) { b.Sales = append(b.Sales, b.Sales[0]) }), nil},
		"text too long":       {change(func(b *Batch) { b.Audit[0].By = strings.Repeat("x", MaxText+1) }), nil},
		"moment":              {change(func(b *Batch) { b.Audit[0].At = time.Date(1830, 1, 1, 0, 0, 0, 0, time.UTC) }), nil},
		"paid, no receipt":    {change(func(b *Batch) { b.Sales[0].ReceiptSeq = 0 }), nil},
		"left out, yet money": {change(func(b *Batch) { b.Receipts[1].Minor = 1 }), nil},
		"booked elsewhere":    {change(func(b *Batch) { b.Owed[1].Booked = "20261122" }), nil},
		"booked, no moment":   {change(func(b *Batch) { b.Owed[1].At = time.Time{} }), nil},
		"Z left out, a shift": {change(func(b *Batch) { b.Zs[1].Shift = 4 }), nil},
		"Z of no figures":     {change(func(b *Batch) { b.Zs[0].Sums = "{" }), nil},
		"cash of nothing":     {change(func(b *Batch) { b.Cash[0].Minor = 0 }), nil},
		"cash given below 0":  {change(func(b *Batch) { b.Cash[0].Given = -1 }), nil},
		"cash left out, paid": {change(func(b *Batch) { b.Cash[1].Given = 1 }), nil},
		"owed, no currency":   {change(func(b *Batch) { b.Owed[0].Currency = "" }), nil},
		"owed, opened later":  {change(func(b *Batch) { b.Owed[1].Owed, b.Owed[1].Currency = 1, "LYD" }), nil},
		"shift beyond bigint": {change(func(b *Batch) { b.Owed[1].Shift = 1 << 63 }), nil},
		"negative":            {change(func(b *Batch) { b.Receipts[0].Minor = -1 }), nil},
		"receipt of 2^63":     {change(func(b *Batch) { b.Sales[0].ReceiptSeq = 1 << 63 }), nil},
		"number of 2^31":      {change(func(b *Batch) { b.Sales[0].ID = "20261120-9999999999" }), nil},
		"number of 2^64":      {edit(`"receiptSeq":5`, `"receiptSeq":18446744073709551616`), nil},
		"currency":            {change(func(b *Batch) { b.Sales[0].Currency = "lyd" }), nil},
		"status":              {change(func(b *Batch) { b.Sales[0].Status = "paid " }), nil},
		"head's epoch":        {change(func(b *Batch) { b.Epoch = 1 << 31 }), intake.ErrMalformed},
		"head's position":     {change(func(b *Batch) { b.Chains[ChainZs] = Position{Newest: 1 << 63} }), intake.ErrMalformed},
	} {
		b, err := intake.Decode(bytes.NewReader(c.packed))
		switch {
		case !errors.Is(err, c.want):
			t.Errorf("%s: %v, want %v", name, err, c.want)
		case err == nil && len(b.Rejected) != 1: // that row alone, and those of a chain that follow it
			t.Errorf("%s: rejected %v", name, b.Rejected)
		case err == nil && (b.Size() > 10 || b.Size() < 8):
			t.Errorf("%s: %d rows are left of ten", name, b.Size())
		case strings.Contains(fmt.Sprint(err, b), "0012345674417"):
			t.Errorf("%s: the error quotes an account: %v", name, err)
		}
	}
}

// TestLimitsAreReached makes sure that a reader is not drained beyond them.
func TestLimitsAreReached(t *testing.T) {
	endless := &counted{}
	zip, _ := gzip.NewWriterLevel(endless, gzip.NoCompression)
	line := []byte(strings.Repeat(" ", 1<<16))
	for range 160 { // 10 MB
		if _, err := zip.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	read := &counted{from: endless.Buffer.Bytes()}
	if _, err := intake.Decode(read); err == nil {
		t.Error("10 MB of nothing were taken")
	}
	if read.n > MaxPacked+(1<<16) {
		t.Errorf("%d bytes were read", read.n)
	}
}

type counted struct {
	bytes.Buffer
	from []byte
	n    int
}

func (c *counted) Read(p []byte) (int, error) {
	n := copy(p, c.from[c.n:])
	c.n += n
	if n == 0 {
		return 0, errors.New("end")
	}
	return n, nil
}

// TestAnEarlierVersionIsTaken: a till that is older than its office is taken as ever.
func TestAnEarlierVersionIsTaken(t *testing.T) {
	for i, sent := range SentBy {
		got, err := intake.Decode(bytes.NewReader(Pack(t, sent)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Early(Sample(), i+1), got, cmp.AllowUnexported(Masked{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Batch{}, "Plain", "Rows")); diff != "" {
			t.Error(diff)
		}
	}
}

// TestALaterFieldIsNotOfVersion1: nobody could say by which link such a row is proved.
func TestALaterFieldIsNotOfVersion1(t *testing.T) {
	b := Sample()
	b.Version = 1
	packed, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := intake.Decode(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Receipts) != 0 || len(got.Audit) != 0 || len(got.Zs) != 0 || len(got.Owed) != 1 || len(got.Sales) != 0 || len(got.Rejected) != 5 {
		t.Fatalf("%d receipts, %d lines of the audit, rejected %v", len(got.Receipts), len(got.Audit), got.Rejected)
	}
	for i, want := range []string{"Receipt.Shift is of version 2", "AuditRow.DelegatedBy is of version 2", "Z.Booked is of version 3", "OwedRow.Booked is of version 4", "Sale.Booked is of version 3"} {
		if !strings.Contains(got.Rejected[i].Why, want) {
			t.Errorf("rejected since %q, want %q", got.Rejected[i].Why, want)
		}
	}
}

// TestWhatATillMakesIsWithinItsBounds: every record of the sample, which has every
// field, and none of it beyond by one.
func TestWhatATillMakesIsWithinItsBounds(t *testing.T) {
	b := Sample()
	if got := rejected(t, b); len(got) != 0 {
		t.Errorf("rejected: %v", got)
	}
	checked := 0
	for _, record := range []any{&b.Receipts[0], &b.Audit[0], &b.Zs[0], &b.Cash[0], &b.Owed[0], &b.Sales[0], &b.Sales[0].Rare, &b.Sales[0].Rare.SetAside} {
		v := reflect.ValueOf(record).Elem()
		for _, p := range Fields(v.Type()) {
			f := p.Value(v)
			was := reflect.ValueOf(f.Interface())
			for _, bad := range beyond(p, f.Type()) {
				f.Set(bad)
				if got := rejected(t, b); len(got) != 1 || !strings.Contains(got[0].Why, p.Of+"."+p.Name) {
					t.Errorf("%s.%s may be %.60v: %v", p.Of, p.Name, bad, got)
				}
				checked++
			}
			f.Set(was)
		}
	}
	if checked < 150 {
		t.Errorf("only %d values were tried", checked)
	}
}

// rejected are the rows of a batch that no office could keep.
func rejected(t *testing.T, b *Batch) []Rejected {
	t.Helper()
	packed, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := intake.Decode(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	return got.Rejected
}

// beyond are values that a field of the type can hold and that are out of its bounds.
func beyond(b Field, typ reflect.Type) (out []reflect.Value) {
	add := func(v any) { out = append(out, reflect.ValueOf(v).Convert(typ)) }
	switch b.Kind {
	case Number:
		if typ.Kind() == reflect.Uint64 {
			add(uint64(b.Max) + 1)
		} else if b.Max < math.MaxInt64 {
			add(b.Max + 1)
		}
		if b.Min > -math.MaxInt64-1 && typ.Kind() != reflect.Uint64 || b.Min > 0 {
			add(b.Min - 1)
		}
	case Text, JSON:
		add(strings.Repeat("A", int(b.Max)+1))
		add("A\x00B")
		if b.Min > 0 {
			add("")
		}
		if b.Pattern != nil {
			add("a b")
		}
	case SaleName:
		for _, id := range []string{"x", "20261320-000001", "20261120-000000", "20261120-1000000", "20261120-9999999999", "19691231-000001", "99990101-000001"} {
			add(id)
		}
	case Date:
		for _, day := range []string{"x", "20261320", "2026-11-20", "20261120 ", "19691231", "99990101"} {
			add(day)
		}
	case Instant:
		add(time.Unix(-1, 0))
		add(LastMoment)
	}
	return out
}
