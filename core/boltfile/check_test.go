package boltfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"
)

// file makes one with buckets of all sizes: none, inline, one page, many levels.
func file(t *testing.T) (content []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true, PageSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	for bucket, n := range map[string]int{"none": 0, "inline": 2, "one": 60, "many": 30_000, "large": 3} {
		if err := db.Update(func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucket([]byte(bucket))
			for i := 0; err == nil && i < n; i++ {
				value := make([]byte, 20)
				if bucket == "large" {
					value = make([]byte, 20_000)
				}
				err = b.Put(fmt.Appendf(nil, "key %08d", i), value)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Update(func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("one")) }); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if content, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return content
}

// looked is Check of a content.
func looked(t *testing.T, content []byte, whole bool) error {
	t.Helper()
	return Check(bytes.NewReader(content), int64(len(content)), whole)
}

func TestASoundFilePasses(t *testing.T) {
	content := file(t)
	for _, whole := range []bool{true, false} {
		if err := looked(t, content, whole); err != nil {
			t.Errorf("whole %v: %v", whole, err)
		}
	}
	if err := looked(t, []byte("no database at all"), true); err != nil {
		t.Errorf("bbolt says itself that this is none: %v", err)
	}
}

// TestEachKindOfDamageIsFound damages one page of each kind.
func TestEachKindOfDamageIsFound(t *testing.T) {
	content := file(t)
	kinds := map[uint16]int{}
	for at := 2 * 4096; at < len(content); at += 4096 {
		kind := order.Uint16(content[at+8:])
		if order.Uint64(content[at:]) != uint64(at/4096) || kind == isBranch && order.Uint16(content[order.Uint64(content[at+24:])*4096+8:]) != isLeaf {
			continue // never used, or a branch of branches
		}
		kinds[kind] = at // the last one is in use: it was written last
	}
	m, ok, err := newest(bytes.NewReader(content), int64(len(content)))
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	free, branch := int(m.freelist)*4096, kinds[isBranch]
	if kinds[isFree] == 0 || branch == 0 {
		t.Fatalf("kinds %v", kinds)
	}
	put64 := func(at int, n uint64) func([]byte) { return func(b []byte) { order.PutUint64(b[at:], n) } }
	put32 := func(at int, n uint32) func([]byte) { return func(b []byte) { order.PutUint32(b[at:], n) } }
	for name, c := range map[string]struct {
		change func(b []byte)
		leaves bool // it takes reading all of them
	}{
		"free list of two thousand millions": {change: func(b []byte) { binary.NativeEndian.PutUint16(b[free+10:], manyFree); put64(free+16, 2<<30)(b) }},
		"free list beyond its page":          {change: func(b []byte) { binary.NativeEndian.PutUint16(b[free+10:], 600) }},
		"free list of another kind":          {change: func(b []byte) { b[free+8] = isLeaf }},
		"free page beyond the file":          {change: put64(free+16, 1<<40)},
		"free meta page":                     {change: put64(free+16, 1)},
		"free page in use":                   {change: put64(free+16, uint64(branch/4096))},
		"free leaf in use":                   {change: func(b []byte) { put64(free+16, order.Uint64(b[branch+24:]))(b) }},
		"free page twice":                    {change: func(b []byte) { put64(free+16, order.Uint64(b[free+24:]))(b) }},
		"further pages":                      {change: put32(free+12, 1<<30)},
		"branch to itself":                   {change: put64(branch+16+8, uint64(branch/4096))},
		"branch beyond the file":             {change: put64(branch+16+8, 1<<40)},
		"branch to a meta page":              {change: put64(branch+16+8, 0)},
		"branch key":                         {change: put32(branch+16+4, 1<<31)},
		"branch of another page":             {change: put64(branch, 3)},
		"branch of all pages":                {change: func(b []byte) { binary.NativeEndian.PutUint16(b[branch+10:], 0xFFFF) }},
		"branch of none":                     {change: func(b []byte) { binary.NativeEndian.PutUint16(b[branch+10:], 0) }},
		"leaf record":                        {leaves: true, change: func(b []byte) { put32(int(order.Uint64(b[branch+24:]))*4096+16+12, 1<<31)(b) }},
		"leaf of no kind":                    {leaves: true, change: func(b []byte) { b[int(order.Uint64(b[branch+16+16+8:]))*4096+8] = 0 }},
		"leaf with a bucket":                 {leaves: true, change: func(b []byte) { b[int(order.Uint64(b[branch+24:]))*4096+16] = isBucket }},
		"cut short":                          {change: func(b []byte) { clear(b[len(b)-1:]) }},
	} {
		for _, whole := range []bool{true, false} {
			damaged := append([]byte(nil), content...)
			c.change(damaged)
			if name == "cut short" {
				damaged = damaged[:int(m.end-1)*4096]
			}
			if err := looked(t, damaged, whole); err == nil && (whole || !c.leaves) {
				t.Errorf("%s, whole %v: passes", name, whole)
			}
		}
	}
}

// FuzzAnyDamage: whatever lies in the first page headers, an answer comes.
func FuzzAnyDamage(f *testing.F) {
	f.Add(uint16(2), uint16(10), uint64(0xFFFF))
	var content []byte
	f.Fuzz(func(t *testing.T, id, at uint16, value uint64) {
		if content == nil {
			content = file(t)
		}
		damaged := append([]byte(nil), content...)
		where := (int(id)*4096 + int(at)%4088) % (len(damaged) - 8)
		order.PutUint64(damaged[where:], value)
		_ = looked(t, damaged, true)
		_ = looked(t, damaged, false)
	})
}
