package present

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/money"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/words"
)

// every is each status that the till has.
var every = []journal.Status{journal.StatusOpening, journal.StatusChoosing, journal.StatusEntry, journal.StatusCode, journal.StatusWaiting, journal.StatusUnknown,
	journal.StatusSetAside, journal.StatusPaid, journal.StatusFailed, journal.StatusExpired, journal.StatusNotOpened, journal.StatusResolved, journal.StatusCash}

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
		if (l.State == graphic.StatePaid) != (s == journal.StatusPaid) {
			t.Errorf("%s looks like %v", s, l.State)
		}
	}
	if l := Status("a status of tomorrow"); l.State != graphic.StateUnknown {
		t.Errorf("a status that nobody knows looks like %v", l.State)
	}
}

// TestOneIconAndOneWordForOneState: no two statuses share an icon or a word, and
// a way to pay is no status: a sale by wallet wears no bank.
func TestOneIconAndOneWordForOneState(t *testing.T) {
	for _, lang := range words.Languages() {
		w, icons, said := words.MustLoad(lang), map[string]journal.Status{}, map[string]journal.Status{}
		for _, s := range every {
			l := Status(s)
			if twin, taken := icons[l.State.Icon()]; taken {
				t.Errorf("%s and %s share the icon %s", s, twin, l.State.Icon())
			}
			if twin, taken := said[w.T(l.Key)]; taken {
				t.Errorf("%s: %s and %s are both called %q", lang, s, twin, w.T(l.Key))
			}
			icons[l.State.Icon()], said[w.T(l.Key)] = s, s
			for _, r := range []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet} {
				icon, key := Route(r)
				if icon == l.State.Icon() || w.T(key) == w.T(l.Key) {
					t.Errorf("%s: the state %s and the route %s look or sound alike", lang, s, r)
				}
			}
		}
		for _, s := range []journal.Sale{{Step: journal.StepCreated, Route: core.RouteWallet}, {Step: journal.StepCreated, Route: core.RouteAccount}} {
			if Sale(s) != Status(journal.StatusEntry) {
				t.Errorf("the way to pay changes the look of %s", s.Status())
			}
		}
		if upper := strings.ToUpper(w.T("state.resolved")); lang != words.Arabic && w.T("resolved.word") != upper || lang == words.Arabic && w.T("resolved.word") != w.T("state.resolved") {
			t.Errorf("%s: resolved outside is called %q and %q", lang, w.T("state.resolved"), w.T("resolved.word"))
		}
	}
}

// TestOneWordForOneThing, where languages had several.
func TestOneWordForOneThing(t *testing.T) {
	for lang, wrong := range map[string]*regexp.Regexp{
		words.French: regexp.MustCompile(`(?i)d’essai|\bEssai\b :|^Essai$|Entrée choisit|\bEnter\b`), words.Arabic: regexp.MustCompile(`المعاملة|^من الحساب$`),
	} {
		w := words.MustLoad(lang)
		for key, s := range sentences(t, lang) {
			if wrong.MatchString(s) {
				t.Errorf("%s: %s says %q", lang, key, s)
			}
		}
		if lang == words.French && Key(w, "Enter") != "Entrée" {
			t.Errorf("the key cap says %q", Key(w, "Enter"))
		}
	}
	english := sentences(t, words.English)
	for key, s := range sentences(t, words.French) { // a drill is no other thing, such as practice itself
		if strings.Contains(strings.ToLower(s), "exercice") != strings.Contains(strings.ToLower(english[key]), "drill") {
			t.Errorf("fr: %s says %q, English %q", key, s, english[key])
		}
	}
}

func sentences(t *testing.T, lang string) (all map[string]string) {
	data, ok := assets.Translation(lang)
	if err := json.Unmarshal(data, &all); err != nil || !ok {
		t.Fatal(ok, err)
	}
	return all
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

// TestAPaperIsShownWhole: the audit's page leaves out what is for the till alone, and
// nothing that a person wrote.
func TestAPaperIsShownWhole(t *testing.T) {
	paper := queries.Entered{Number: 7, Day: "20261120", Amount: money.Amount{Minor: 12_500, Currency: "LYD"}, Route: core.RouteQR, Reference: "late; shift 2 TX-9", Shift: 1}
	back := queries.Entered{Number: 7, Withdrawn: true, Reason: "of another; shift 2; it was", Shift: 1}
	for want, e := range map[string]queries.Entered{
		`T-0007; 20261120; 12.500 LYD; qr; "late; shift 2 TX-9"`: paper,
		`T-0007; "of another; shift 2; it was"`:                  back,
	} {
		if _, got := Decision(words.MustLoad(words.English), journal.AuditRow{Action: e.Action(), Detail: e.Detail(3)}); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}
