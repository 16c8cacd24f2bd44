package ui

import (
	"sanduq/ui/theme"
	uicontrol "sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// newFoot makes the places at the foot of the sidebar, in reading order. Four of
// them stand two by two, so that the sales keep their room.
func (t *sidebar) newFoot() []*uicontrol.NavItem {
	s := t.shell
	reports, icon := t.reportsKey()
	for _, one := range []struct {
		item           **uicontrol.NavItem
		icon, key, cap string
		is             bool
		do             func()
	}{
		{&t.reports, icon, reports, "F8", s.opt.Reports != nil, s.openReports},
		{&t.receipts, "receipt", "nav.receipts", "F4", s.opt.Receipts != nil, s.openReceipts},
		{&t.view, "screen", "nav.customer", "F6", s.customer != nil, s.customerView},
		{&t.phone, "phone", "nav.phone", "", s.opt.Offer.Phone != nil && s.env.Practice, s.phone.toggle},
	} {
		if one.is {
			*one.item = t.nav(one.icon, one.key, one.cap, one.do)
			t.foot = append(t.foot, *one.item)
		}
	}
	if len(t.foot) > 3 {
		for i, key := range map[*uicontrol.NavItem]string{t.reports: reports, t.receipts: "nav.receipts", t.view: "nav.customer", t.phone: "nav.phone"} {
			i.Stacked().SetLabel(s.env.Words.T(key + ".short"))
		}
	}
	return t.foot
}

// reportsKey is what the place of the day and the reports is called, and its icon:
// a shop without shifts has no day.
func (t *sidebar) reportsKey() (key, icon string) {
	if t.shell.opt.Till.Settings().Shifts {
		return "nav.day", "drawer"
	}
	return "nav.reports", "chart"
}

// paired reports whether the places stand two by two.
func (t *sidebar) paired() bool { return len(t.foot) > 3 && !theme.Now().Small }

// placeFoot puts the places above a height and returns where they begin.
func (t *sidebar) placeFoot(b layout.Placer, x, bottom, wide float32) float32 {
	if !t.paired() {
		for i := len(t.foot) - 1; i >= 0; i-- {
			h := t.foot[i].MinSize().Height
			b.Put(t.foot[i], x, bottom-h, wide, h)
			bottom -= h + t.spread()
		}
		return bottom
	}
	half := (wide - t.gap()) / 2
	for i := len(t.foot) - 2; i >= 0; i -= 2 {
		h := max(t.foot[i].MinSize().Height, t.foot[i+1].MinSize().Height)
		b.Put(t.foot[i], x, bottom-h, half, h)
		b.Put(t.foot[i+1], x+half+t.gap(), bottom-h, half, h)
		bottom -= h + t.gap()
	}
	return bottom
}
