package office

import (
	"errors"
	"reflect"
	"testing"
	"time"
)

// early makes a batch one of an earlier version.
func early(b *Batch, version int) *Batch {
	b.Version = version
	as(b.Receipts, version)
	as(b.Audit, version)
	as(b.Zs, version)
	as(b.Owed, version)
	as(b.Sales, version)
	return b
}

func as[T any](rows []T, version int) {
	for i := range rows {
		rows[i] = As(rows[i], version)
	}
}

// TestCanonicalBytesAreFrozen: tills and offices of different ages must come to
// the same links. Those of the first version were written by it.
func TestCanonicalBytesAreFrozen(t *testing.T) {
	for chain, want := range map[Chain]string{
		ChainReceipts: "1a19ab482850fdcf2cd25846d6a287de04bf7f428a695d249ad511a74b7e267e",
		ChainAudit:    "0ba66f73bb78f123995a8af9270bad1f3b5e8809ee9f9cf4253c807a3a108a91",
	} {
		checkLink(t, sample(), chain, want)
	}
	for chain, want := range map[Chain]string{
		ChainReceipts: "ddbb00ec1415f93f8b247d87fb6b27be766b249a7c032290810668b877cff570",
		ChainZs:       "7b9ba404477d92e64ea4ed844997c458a27f22f00e25359029e9ee37da6142b7",
		ChainCash:     "9ce934859422b83f1410936309567a2c6e26c2e7138f279ced984e825bb7f618",
		ChainOwed:     "4f1f3dd334b343467973cf8958e8d3e29d962cb8aa446814638dc26368b5baff",
		ChainAudit:    "4669b171528ccdca6f678d5cf61e6a14116a94584e2e3bd978ab76b1a88004ce",
	} {
		checkLink(t, early(sample(), 1), chain, want)
	}
}

func checkLink(t *testing.T, b *Batch, chain Chain, want string) {
	t.Helper()
	ends, err := b.Ends()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ends[chain].Link.MarshalText(); err != nil || string(got) != want {
		t.Errorf("%s of version %d: %s, want %s", chain, b.Version, got, want)
	}
}

// unproved are the fields of a row that travel beside its chain, on purpose: the till may say
// another thing of the same row later, and its links must not break by that.
var unproved = map[string]bool{"OwedRow.Booked": true}

// TestEveryFieldIsProved changes each field of each row by itself.
func TestEveryFieldIsProved(t *testing.T) {
	of := func(b *Batch) map[Chain]End {
		ends, err := b.Ends()
		if err != nil {
			t.Fatal(err)
		}
		return ends
	}
	was := of(sample())
	fields := 0
	for chain, row := range map[Chain]func(*Batch) any{
		ChainReceipts: func(b *Batch) any { return &b.Receipts[0] }, ChainAudit: func(b *Batch) any { return &b.Audit[0] },
		ChainZs: func(b *Batch) any { return &b.Zs[0] }, ChainCash: func(b *Batch) any { return &b.Cash[0] }, ChainOwed: func(b *Batch) any { return &b.Owed[0] },
	} {
		typ := reflect.TypeOf(row(sample())).Elem()
		for i := range typ.NumField() {
			b := sample()
			if bend(t, reflect.ValueOf(row(b)).Elem().Field(i), typ.Field(i)) {
				fields++
				if name := typ.Field(i).Name; (of(b)[chain] == was[chain]) != unproved[typ.Name()+"."+name] {
					t.Errorf("%s.%s is proved: %t", typ, name, of(b)[chain] != was[chain])
				}
			}
		}
	}
	if fields != 19+6+21+13+16 {
		t.Errorf("%d fields were bent", fields)
	}
}

// bend changes a field to something else; the number it leaves alone, since a
// chain that skips one is no chain.
func bend(t *testing.T, v reflect.Value, f reflect.StructField) bool {
	switch {
	case f.Name == "Seq":
		return false
	case f.Type == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(v.Interface().(time.Time).Add(time.Microsecond)))
	case f.Type == reflect.TypeFor[Masked]():
		v.Set(reflect.ValueOf(Mask("•••• 4418")))
	case f.Type.Kind() == reflect.String:
		v.SetString(v.String() + "x")
	case f.Type.Kind() == reflect.Uint64:
		v.SetUint(v.Uint() + 1)
	case f.Type.Kind() == reflect.Int64:
		v.SetInt(v.Int() + 1)
	case f.Type.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	default:
		t.Fatalf("field %s of %s: say here how it is changed", f.Name, f.Type)
	}
	return true
}

func TestAChainHasNoGaps(t *testing.T) {
	for name, f := range map[string]func(*Batch){
		"missing":  func(b *Batch) { b.Receipts = b.Receipts[1:] },
		"twice":    func(b *Batch) { b.Receipts[1] = b.Receipts[0] },
		"audit":    func(b *Batch) { b.Audit[0].Seq++ },
		"z":        func(b *Batch) { b.Zs = b.Zs[1:] },
		"cash":     func(b *Batch) { b.Cash[1].Seq = 1 },
		"owed":     func(b *Batch) { b.Owed = b.Owed[1:] },
		"backward": func(b *Batch) { b.Receipts[0], b.Receipts[1] = b.Receipts[1], b.Receipts[0] },
	} {
		b := sample()
		f(b)
		if _, err := b.Ends(); !errors.Is(err, ErrGap) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestChainsDoNotMix(t *testing.T) {
	var c canon
	if link(ChainReceipts, Link{}, c.out) == link(ChainAudit, Link{}, c.out) {
		t.Error("two chains have one link")
	}
}

// TestADigestSeesEveryChange of a day.
func TestADigestSeesEveryChange(t *testing.T) {
	sum := func(rows ...[3]int64) DayState {
		var d DayDigest
		for _, r := range rows {
			d.Add(int(r[0]), uint64(r[1]), time.UnixMicro(r[2]), "")
		}
		return d.Sum()
	}
	was := sum([3]int64{1, 4, 99}, [3]int64{2, 5, 100})
	for _, other := range []DayState{sum(), sum([3]int64{1, 4, 99}), sum([3]int64{2, 5, 100}, [3]int64{1, 4, 99}),
		sum([3]int64{1, 4, 99}, [3]int64{2, 6, 100}), sum([3]int64{1, 4, 99}, [3]int64{3, 5, 100}), sum([3]int64{1, 4, 99}, [3]int64{2, 5, 101})} {
		if other == was {
			t.Errorf("%v is %v too", other, was)
		}
	}
	text, err := was.Digest.MarshalText()
	var back DaysDigest
	if err != nil || back.UnmarshalText(text) != nil || back != was.Digest {
		t.Errorf("%s comes back as %v", text, back)
	}
	if back.UnmarshalText([]byte("12")) == nil || back.UnmarshalText([]byte("zz34567890123456")) == nil {
		t.Error("no digest was read as one")
	}
}
