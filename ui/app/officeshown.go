package app

import (
	"context"

	"sanduq/core/office/reader"
	"sanduq/storage/config"
	officepage "sanduq/ui/settings/office"
)

// Show implements the Office of the settings: from the next start on the computer shows the
// office instead of its till. A till with a sale that is not finished stays one:
// nobody would ask the bank about that sale any more.
func (h *headOffice) Show(ctx context.Context, by, address string) (officepage.Fault, error) {
	h.changing.Lock()
	defer h.changing.Unlock()
	a, detail := h.app, "shows the till"
	if address != "" {
		var host string
		address, host = addressOf(address)
		r, err := reader.New(reader.Config{Address: address, Roots: h.roots, Currency: ownCurrency})
		if err != nil {
			return officepage.Address, nil
		}
		r.Close()
		open, err := a.store.OpenSales(ctx)
		if err != nil {
			return officepage.Disk, err
		}
		if len(open) > 0 {
			return officepage.Open, nil
		}
		detail = "shows " + host
	}
	if err := a.till.Staff.OfficeChanging(ctx, by, detail); err != nil {
		return officepage.Unwritten, err
	}
	if err := config.ShowOffice(a.root, address); err != nil {
		return officepage.Unkept, err
	}
	return "", nil
}

// stayTill takes the choice of the office back where a sale was begun after it and
// is not finished.
func (h *headOffice) stayTill() {
	a := h.app
	if address, err := config.ShownOffice(a.root); err != nil || address == "" {
		return
	}
	open, err := a.store.OpenSales(context.Background())
	if err == nil && len(open) == 0 {
		return
	}
	a.log.Warn("the next start opens the till: a sale is not finished", "sales", len(open), "err", err)
	if err := config.ShowOffice(a.root, ""); err != nil {
		a.log.Error("the next start shows the office, and a sale is not finished", "err", err)
	}
}

// ShownOffice is the address of the office that a start shows instead of the till;
// blank opens the till, as it does beside an error.
func ShownOffice(o Options) (address string, stay func() error, err error) {
	root, err := config.Root(o.DataDir)
	if err != nil {
		return "", nil, err
	}
	address, err = config.ShownOffice(root)
	return address, func() error { return config.ShowOffice(root, "") }, err
}
