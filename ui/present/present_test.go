package present

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// every is each status that the till has.
var every = []till.Status{till.StatusOpening, till.StatusChoosing, till.StatusEntry, till.StatusCode, till.StatusWaiting, till.StatusUnknown,
	till.StatusSetAside, till.StatusPaid, till.StatusFailed, till.StatusExpired, till.StatusNotOpened, till.StatusResolved}

// TestEveryStatusHasAWordAndOneLook: paid looks like nothing else, and each word
// exists in every language.
func TestEveryStatusHasAWordAndOneLook(t *testing.T) {
	if len(every) != len(looks) {
		t.Fatalf("%d statuses are shown, %d are tried", len(looks), len(every))
	}
	for _, s := range every {
		l := Status(s)
		for _, lang := range words.Languages() {
			if w := words.MustLoad(lang); !w.Has(l.Key) {
				t.Errorf("%s has no word in %s", s, lang)
			}
		}
		if (l.State == widgets.StatePaid) != (s == till.StatusPaid) {
			t.Errorf("%s looks like %v", s, l.State)
		}
	}
	if l := Status("a status of tomorrow"); l.State != widgets.StateUnknown {
		t.Errorf("a status that nobody knows looks like %v", l.State)
	}
}

func TestAWalletIsToldFromABank(t *testing.T) {
	s := till.Sale{Step: till.StepCreated, Route: core.RouteWallet}
	if s.Status() != till.StatusEntry || Sale(s).State != widgets.StateWallet {
		t.Errorf("%s looks like %v", s.Status(), Sale(s).State)
	}
	if s.Route = core.RouteAccount; Sale(s).State != widgets.StateEntry {
		t.Errorf("an account looks like %v", Sale(s).State)
	}
}

func TestNamesAndTimes(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 31, 8, 0, time.UTC)
	zone := time.FixedZone("shop", 2*3600)
	for got, want := range map[string]string{
		Number("20261120-000012"): "#12", Receipt(412): "T-0412", Clock(at, zone): "14:31", Seconds(at, zone): "14:31:08",
		Clock(time.Time{}, zone): None, Currency(words.MustLoad(words.English), "XTS"): "XTS",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
