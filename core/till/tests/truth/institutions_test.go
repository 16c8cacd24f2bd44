package truth_test

import (
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// offered returns the codes that a cashier can choose from.
func (s *shop) offered(id journal.SaleID, route core.Route) []string {
	s.t.Helper()
	list, err := s.Institutions(s.t.Context(), id, route)
	if err != nil {
		s.t.Fatalf("institutions for %s: %v", route, err)
	}
	codes := []string{}
	for _, i := range list {
		codes = append(codes, i.Code)
	}
	return codes
}

func (s *shop) wantOffered(id journal.SaleID, route core.Route, want ...string) {
	s.t.Helper()
	if got := s.offered(id, route); !slices.Equal(got, want) {
		s.t.Errorf("%s: offered %q, want %q", route, got, want)
	}
}

// TestAnInstitutionWithoutRailIsOfferedForBoth: a gateway that names no rail
// would leave the cashier with an empty list.
func TestAnInstitutionWithoutRailIsOfferedForBoth(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.draft(journal.Draft{Amount: amount, Route: core.RouteAccount})
		s.gate.script(core.OpInstitutions, always(data(`[{"code":"ANY","name":"First Practice Bank"},{"code":"NUL","name":"Second Practice Bank","rail":null},
			{"code":"BNK","name":"Third Practice Bank","rail":"bank"},{"code":"WAL","name":"Practice Wallet","rail":"WALLET"}]`)))
		s.wantOffered(v.ID, core.RouteAccount, "ANY", "NUL", "BNK")
		s.wantOffered(v.ID, core.RouteWallet, "ANY", "NUL", "WAL")
	})
}

// TestOneBadRowDoesNotRefuseTheList: one bank's record is broken, and no
// customer of any bank could pay.
func TestOneBadRowDoesNotRefuseTheList(t *testing.T) {
	for name, row := range map[string]string{
		"no code": `{"name":"Second Practice Bank","rail":"bank"}`, "no object": `"SPB"`, "null": `null`, "a number for a name": `{"code":"SPB","name":7,"rail":"bank"}`,
		"a list for a code": `{"code":[],"name":"Second Practice Bank"}`, "an object for a rail": `{"code":"SPB","name":"Second Practice Bank","rail":{}}`,
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.draft(journal.Draft{Amount: amount, Route: core.RouteAccount})
				s.gate.script(core.OpInstitutions, always(data(`[{"code":"FPB","name":"First Practice Bank","rail":"bank"},%s,
					{"code":"TPB","name":"Third Practice Bank","rail":"bank"}]`, row)))
				s.wantOffered(v.ID, core.RouteAccount, "FPB", "TPB")
			})
		})
	}
}

// TestAPartialListIsNotKeptForADay: the gateway was half awake in the morning;
// the customers of the other banks would be sent away until midnight.
func TestAPartialListIsNotKeptForADay(t *testing.T) {
	full := data(`[{"code":"FPB","name":"First Practice Bank","rail":"bank"},{"code":"PWL","name":"Practice Wallet","rail":"wallet"}]`)
	for name, partial := range map[string]reply{
		"a broken row": data(`[{"code":"FPB","name":"First Practice Bank","rail":"bank"},{"name":"Practice Wallet","rail":"wallet"}]`),
		"banks alone":  data(`[{"code":"FPB","name":"First Practice Bank","rail":"bank"}]`),
		"none at all":  data(`[]`),
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.draft(journal.Draft{Amount: amount, Route: core.RouteWallet})
				s.gate.script(core.OpInstitutions, always(partial))
				_, _ = s.Institutions(t.Context(), v.ID, core.RouteWallet) // refused or empty: there is nothing to choose from
				s.gate.script(core.OpInstitutions, always(full))
				s.pass(time.Hour)
				s.wantOffered(v.ID, core.RouteWallet, "PWL")
				s.wantOffered(v.ID, core.RouteAccount, "FPB")
			})
		})
	}
}

// TestAWholeListIsKept: the cashier would wait for the gateway at every
// customer.
func TestAWholeListIsKept(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.draft(journal.Draft{Amount: amount, Route: core.RouteWallet})
		for range 5 {
			s.wantOffered(v.ID, core.RouteWallet, "PWL")
			s.wantOffered(v.ID, core.RouteAccount, "FPB")
			s.pass(time.Minute)
		}
		if n := s.gate.count(core.OpInstitutions, ""); n != 1 {
			t.Errorf("asked %d times", n)
		}
	})
}
