package till_test

import (
	"testing"

	"sanduq/core/journal"
	"sanduq/core/seller"
)

// TestASlipNamesTheSellerOfItsTime: a slip that is printed again, and one that is printed by a till that was started
// again, name who sold when it was issued, whatever the settings say by then; a new one names the new seller. Who saves
// settings cannot change the past.
func TestASlipNamesTheSellerOfItsTime(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		save := func(s seller.Seller) {
			t.Helper()
			set := d.Staff.Settings()
			set.Seller, set.Sellers = s, nil
			if err := d.Staff.SaveSettings(d.t.Context(), set, "Huda"); err != nil {
				t.Fatal(err)
			}
		}
		first := seller.Seller{Country: "TN", Name: "Nour SARL", Tax: "1234567/A/M/000"}
		second := first
		second.Name, second.Address[0] = "Nour & Fils SARL", "12, rue de Marseille"
		before := d.paid("TX-0")
		d.wantPrint(before.ID, journal.PrintDone, "")
		save(first)
		one := d.paid("TX-1")
		d.wantPrint(one.ID, journal.PrintDone, "")
		save(second)
		two := d.paid("TX-2")
		d.wantPrint(two.ID, journal.PrintDone, "")
		for _, v := range []journal.SaleID{before.ID, one.ID, two.ID} {
			if err := d.Slips.Print(d.t.Context(), v, "Huda"); err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range []seller.Seller{{}, first, second, {}, first, second} {
			if got := r.slips[i].Seller; got != want {
				t.Errorf("slip %d names %+v, not %+v", i, got, want)
			}
		}
		kept, err := d.store.Settings(d.t.Context())
		if err != nil || kept.Sellers == nil || len(*kept.Sellers) != 2 || kept.Seller != second {
			t.Errorf("on the disk: %+v, %v", kept, err)
		}
	})
}
