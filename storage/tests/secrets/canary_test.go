package secrets

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sanduq/core/tests/soak"
)

func TestMain(m *testing.M) {
	Child()
	os.Exit(m.Run())
}

// banksOwn is what a bank knows: its ledger is not the till's. It never knows
// what locks the till's data.
var banksOwn = []string{"account number", "wallet ID", "one-time code", "customer's name", "API key", "secret key", "control token"}

func allowed(f Finding) bool {
	if f.Place != placeLedger {
		return false
	}
	for _, own := range banksOwn {
		if strings.HasPrefix(f.Secret, own) {
			return true
		}
	}
	return false
}

// searched is how many bytes each place has at least in a story that was told
// whole.
var searched = map[string]int64{"database": 100_000, "backups": 100_000, "log": 20_000, "stderr": 20_000, "stdout": 0,
	"choices": 10, "elsewhere": 0, "receipts, PDF and PNG": 1_000_000, "printed values, call log": 500_000,
	"environment of children": 100, "bank's log": 0, placeLedger: 30_000, "temporary folder": 0, "home folder": 0}

func TestNoSecretLeaves(t *testing.T) {
	n := soak.N(t, 1)
	end := soak.Begin(t, "canary", n)
	places, secrets, forms, quoted, chance := map[string]Place{}, 0, 0, 0, 0
	defer func() {
		var all int64
		for name := range searched {
			p := places[name]
			all += p.Bytes
			fmt.Printf("SOAK |   searched %-28s %6d files %12d bytes\n", name, p.Files, p.Bytes)
		}
		end("%d secrets and their controls in %d forms, %d answers that quoted them, %d bytes searched, %d numbers equal to a code by chance", secrets, forms, quoted, all, chance)
	}()
	first := soak.First(t, 1)
	for seed := first; seed < first+uint64(n); seed++ {
		before := t.Failed()
		told, search, err := Run(t.Context(), os.Args[0], Story{Dir: t.TempDir(), Seed: seed})
		if err != nil {
			t.Fatalf("seed %d: %v; again: %s", seed, err, soak.Again("canary", seed))
		}
		secrets, forms, quoted = secrets+len(told.Secrets), forms+search.Forms(), quoted+told.Quoted
		inLedger := 0
		var never []Finding // controls: one of hundreds equals a number by chance in some run, two are a search that finds anything
		leaks, byChance := search.Leaks()
		for _, f := range leaks {
			switch {
			case f.Secret == controlName && f.Place == placeLedger: // whose times have nine digits of a second
				chance++
			case f.Secret == controlName:
				never = append(never, f)
			case !allowed(f):
				t.Errorf("seed %d: %s", seed, f)
			case f.Secret == "account number":
				inLedger++
			}
		}
		if chance += len(never); len(never) > 1 {
			t.Errorf("seed %d: the search finds what never was: %v", seed, never)
		}
		for _, f := range byChance {
			if chance++; !allowed(f) {
				t.Logf("seed %d: one number alone: %s", seed, f)
			}
		}
		if inLedger == 0 {
			t.Errorf("seed %d: the account number is not even in the bank's ledger: the search is blind", seed)
		}
		if told.Paid < 3 || told.Refused < 10 || told.Quoted < 30 || len(told.Secrets) < 30 {
			t.Errorf("seed %d: a poor story: %d paid, %d refused, %d quoted, %d secrets", seed, told.Paid, told.Refused, told.Quoted, len(told.Secrets))
		}
		for _, p := range search.Places() {
			if least, known := searched[p.Name]; !known || p.Bytes < least {
				t.Errorf("seed %d: %s holds %d bytes only, or is new", seed, p.Name, p.Bytes)
			}
			sum := places[p.Name]
			places[p.Name] = Place{p.Name, sum.Files + p.Files, sum.Bytes + p.Bytes}
		}
		if len(search.Places()) != len(searched) {
			t.Errorf("seed %d: %d places were searched, not %d", seed, len(search.Places()), len(searched))
		}
		if !before && t.Failed() {
			t.Logf("again: %s", soak.Again("canary", seed))
		}
	}
}

// TestAInjectedSecretIsFound makes sure that the search can fail: the same story
// with the account number leaked on purpose, in another dress each time.
func TestAInjectedSecretIsFound(t *testing.T) {
	told, search, err := Run(t.Context(), os.Args[0], Story{Dir: t.TempDir(), Seed: 1, Injection: true})
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]string{"log": `groups of 4 by "-"`, "stderr": "hex", "temporary folder": "base64", "receipts, PDF and PNG": "UTF-16 BigEndian"}
	for _, f := range search.Findings {
		if form, injected := missing[f.Place]; injected && f.Secret == "account number" && strings.HasPrefix(f.Form, form) {
			delete(missing, f.Place)
		}
	}
	if len(missing) > 0 {
		t.Errorf("injected and not found: %v, of %v", missing, search.Findings)
	}
	leaked := map[string]bool{}
	leaks, _ := search.Leaks()
	for _, f := range leaks {
		leaked[f.Secret+" in "+f.Place+", "+f.Form] = true
	}
	numbers := 0
	for _, s := range told.Secrets {
		want := s.Name + ` in stderr, groups of 3 by " "`
		if s.Number {
			want = s.Name + " in log, raw"
			numbers++
		}
		if strings.HasPrefix(s.Name, "one-time code") && !leaked[want] {
			t.Errorf("injected and not found: %s", want)
		}
	}
	if numbers < 2 {
		t.Errorf("only %d codes could be numbers", numbers)
	}
}

func TestEveryFormIsFoundInEveryWrapping(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	noise := func() []byte {
		b := make([]byte, 500+rng.IntN(500))
		for i := range b {
			b[i] = byte('G' + rng.IntN(14)) // no digit, no letter of hex
		}
		return b
	}
	pack := func(w interface {
		Write([]byte) (int, error)
		Close() error
	}, content []byte) {
		_, err := w.Write(content)
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	secrets := []Secret{named("number", "7305918264407"), named("code", "730591"), named("code with zeros", "073590"), named("phrase", "abc قهوة/+ %z"),
		{Name: "key", Value: []byte{0, 1, 2, 250, 251, 252, 253, 254, 255, 128, 64, 32, 16, 8, 7, 9}}}
	tried := 0
	for _, secret := range secrets {
		for _, f := range secret.forms() {
			plain := bytes.Join([][]byte{noise(), f.bytes, noise()}, nil)
			var z, g bytes.Buffer
			pack(zlib.NewWriter(&z), plain)
			pack(gzip.NewWriter(&g), plain)
			for name, content := range map[string][]byte{"plain": plain, "zlib": append(noise(), z.Bytes()...), "gzip": append(noise(), g.Bytes()...)} {
				s, err := NewSearch(secrets)
				if err != nil {
					t.Fatal(err)
				}
				s.Bytes("here", "file", content)
				tried++
				found := false
				for _, one := range s.Findings {
					found = found || one.Secret == secret.Name && one.Form == f.name
				}
				if !found {
					t.Errorf("%s, %s, in %s: not found", secret.Name, f.name, name)
				}
			}
		}
	}
	if tried < 150 {
		t.Errorf("only %d forms were tried", tried)
	}
}

func TestBase64IsFoundWhereverItBegins(t *testing.T) {
	secret := named("number", "7305918264407")
	for before := range 7 {
		for after := range 4 {
			s, err := NewSearch([]Secret{secret})
			if err != nil {
				t.Fatal(err)
			}
			s.Bytes("here", "file", inBase64Text(strings.Repeat("<", before)+string(secret.Value)+strings.Repeat(">", after)))
			if len(s.Findings) == 0 {
				t.Errorf("%d bytes before, %d after: not found", before, after)
			}
		}
	}
}

func TestShortNumbersAreNotFoundInLongerOnes(t *testing.T) {
	s, err := NewSearch([]Secret{named("code", "730591")})
	if err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 40))); err != nil {
		t.Fatal(err)
	}
	for _, chance := range []string{"at 17305912 and 7305910", "(0xc00a730591)", "(0x730591)", "22:48:03.730591+02:00", "12.730591ms"} {
		s.Bytes("here", "file", []byte(chance))
		s.Bytes("here", "file", []byte(hex.EncodeToString([]byte(chance))))
	}
	s.Bytes("here", "picture", picture.Bytes())
	if len(s.Findings) != 0 {
		t.Errorf("found %v", s.Findings)
	}
	leaks := []string{"code=730591,", "730591", "otp730591", "OTP.730591", "x730591"}
	for i, leak := range leaks {
		s.Bytes("here", "file", []byte(leak))
		s.Bytes("here", "file", []byte(hex.EncodeToString([]byte(leak))))
		if len(s.Findings) != 2*i+2 {
			t.Errorf("%q: found %v", leak, s.Findings)
		}
	}
}

func TestOneNumberAloneIsChanceAndTwoAreALeak(t *testing.T) {
	secrets := []Secret{{"code 1", []byte("730591"), true}, {"code 2", []byte("418730"), true}, {"code 3", []byte("073590"), false}}
	for _, c := range []struct {
		contents      map[string]string // by place
		leaks, chance int
	}{
		{map[string]string{"here": "730591"}, 0, 1},
		{map[string]string{"here": "730591", "there": "418730"}, 0, 2},
		{map[string]string{"here": "730591 and 730-591"}, 0, 2},
		{map[string]string{"here": "730591 and 418730"}, 2, 0},
		{map[string]string{"here": "073590"}, 1, 0},
		{map[string]string{"here": "07 35 90, 730591"}, 1, 1},
		{map[string]string{"here": hex.EncodeToString([]byte("x730591"))}, 0, 1},
		{map[string]string{"here": string(inBase64Text("code: 730591"))}, 1, 0},
	} {
		s, err := NewSearch(secrets)
		if err != nil {
			t.Fatal(err)
		}
		for place, content := range c.contents {
			s.Bytes(place, "file", []byte(content))
		}
		if leaks, chance := s.Leaks(); len(leaks) != c.leaks || len(chance) != c.chance {
			t.Errorf("%v: leaks %v, by chance %v", c.contents, leaks, chance)
		}
	}
}
