package storage

import (
	"errors"
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
)

// FuzzRecord gives the reading side bytes that nobody wrote: whatever they are,
// they are refused as damage.
func FuzzRecord(f *testing.F) {
	seal, err := record.NewSealer(make([]byte, keys.Size))
	if err != nil {
		f.Fatal(err)
	}
	f.Add("20261120-000001", []byte{record.Format})
	f.Add("", []byte(nil))
	f.Add("20261120-000001", append([]byte{record.Format}, make([]byte, 48)...))
	f.Add("x", append([]byte{2}, make([]byte, 300)...))
	f.Fuzz(func(t *testing.T, key string, value []byte) {
		b := record.Bucket{Name: record.SalesBucket, Seal: seal}
		payload, _, err := b.Authenticate([]byte(key), value)
		if value == nil {
			return
		}
		if payload != nil || !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("authenticated: %q, error %v", payload, err)
		}
		if _, err := seal.Open([]byte(key), value); !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("unsealed: %v", err)
		}
		// Behind a good MAC stands what an older program may have written.
		if err := new(record.SaleRecord).Decode(journal.SaleID(key), value, record.Digest{}); err != nil && !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("decoded: %v", err)
		}
		if _, _, err := index.DecodeTotal(value); err != nil && !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("total: %v", err)
		}
	})
}

// FuzzSearch holds the index against the rule: whatever a sale's texts and a
// search are, a sale that matches by its own text, account or amount has an
// index entry or a name by which that search finds it.
func FuzzSearch(f *testing.F) {
	for _, seed := range [][4]string{
		{"12.5", "TXN-1", "table 7", "•••• 4417"}, {"٤٤١٧", "", "", "**4417"}, {"#12", "#12x", "ß", ""},
		{"till-261120-0", "till-261120-000", "TILL-261120-00", "till-"}, {"İ", "i̇x", "", "İ"}, {"\x00", "\x00a", "", "\x00"},
		{"0.012", "0.0120", "", "12"}, {"till-2", "", "", ""}, {"\xff", "\xff\xfe", "", "\xff"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3], int64(12))
	}
	f.Fuzz(func(t *testing.T, typed, transaction, reference, account string, minor int64) {
		sale := aSale(12)
		sale.Session.TransactionID, sale.Reference, sale.Session.MaskedAccount = transaction, reference, account
		sale.Amount = money.Amount{Minor: minor, Currency: "LYD"}
		q := index.ReadSearch(typed)
		if q.Text == "" || !q.Matches(&sale) {
			return
		}
		terms := index.Entries(&sale)
		has := func(kind byte, term string) bool {
			_, ok := terms[string(index.IndexPrefix(kind, term))]
			return ok
		}
		paper := index.Fold(sale.ID.Paper())
		found := strings.HasPrefix(paper, q.Text) || strings.HasPrefix(q.Text, paper) ||
			q.Number == 12 || q.HasAmount && has(index.ByAmount, string(q.Amount)) || q.End != "" && has(index.ByTail, index.IndexedEnd(q.End))
		prefix := string(index.IndexPrefix(index.ByName, q.Text))
		for key := range terms {
			found = found || strings.HasPrefix(key, prefix[:len(prefix)-1])
		}
		if !found {
			t.Errorf("%q matches %+v and no index leads there", typed, sale)
		}
	})
}
