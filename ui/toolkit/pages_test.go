package toolkit_test

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// The pages of the gallery: all parts in all states, and the screens they were drawn for.

func words(en, ar string) string {
	if theme.Now().RTL {
		return ar
	}
	return en
}

func partsPage() fyne.CanvasObject {
	var objects []fyne.CanvasObject
	var spots []fyne.Position
	var sizes []fyne.Size
	add := func(o fyne.CanvasObject, x, y, w, h float32) {
		objects, spots, sizes = append(objects, o), append(spots, fyne.NewPos(x, y)), append(sizes, fyne.NewSize(w, h))
	}
	heading := func(s string, x, y float32) {
		add(typeset.NewText(s, typeset.Caption.With(theme.Medium)), x, y, 600, 20)
	}

	heading("Key 112 × 96", 32, 24)
	key := func(i float32, place int, set func(fyne.CanvasObject)) {
		k := padKey(place, nil)
		set(k)
		add(k, 32+i*108, 50, 96, 72)
	}
	key(0, 4, func(fyne.CanvasObject) {})
	key(1, 4, func(k fyne.CanvasObject) { k.(desktop.Mouseable).MouseDown(nil) })
	key(2, 4, func(k fyne.CanvasObject) { k.(fyne.Focusable).FocusGained() })
	key(3, 4, func(k fyne.CanvasObject) { k.(fyne.Disableable).Disable() })
	key(4, 11, func(fyne.CanvasObject) {})
	for i, s := range []string{"rest", "pressed", "focus", "off", "function"} {
		add(typeset.NewText(s, typeset.Caption.Tight(1.2)).Aligned(typeset.Centre), 32+float32(i)*108, 126, 96, 18)
	}

	heading("Primary 72: filled moves the sale on, tonal only asks, grey waits, filling sends itself", 600, 24)
	add(control.NewPrimary(words("Charge", "تحصيل"), "Enter", nil), 600, 50, 360, 72)
	add(control.NewTonal(words("Check now", "تحقق الآن"), "refresh", "F5", nil), 972, 50, 362, 72)
	off := control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Label: "2 more digits", Size: &theme.Lead}, nil)
	off.Disable()
	add(off, 600, 130, 361, 72)
	sends := control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Label: words("Sending. Backspace stops it.", "جارٍ الإرسال. يوقفه مفتاح الحذف."), Size: &theme.Lead}, nil)
	sends.SetShare(.62)
	add(sends, 973, 130, 361, 72)

	heading("Button 56: rest, focus, chosen, quiet", 32, 222)
	cash := words("Paid cash", "دفع نقدًا")
	add(control.NewButton(control.ButtonSpec{Label: cash}, nil), 32, 250, 112, 56)
	focused := control.NewButton(control.ButtonSpec{Label: cash}, nil)
	focused.FocusGained()
	add(focused, 156, 250, 112, 56)
	add(control.NewButton(control.ButtonSpec{Label: cash, Icon: "check", Chosen: true}, nil), 280, 250, 150, 56)
	add(control.NewButton(control.ButtonSpec{Label: "Let it expire", Kind: control.Quiet}, nil), 442, 250, 130, 56)

	heading("Field 56: empty, focus, wrong", 612, 222)
	add(control.NewField(control.FieldSpec{Placeholder: words("Search", "بحث"), Icon: "search"}), 612, 250, 244, 56)
	typed := control.NewField(control.FieldSpec{})
	typed.SetText("0123 4567")
	typed.Focusable().FocusGained()
	add(typed, 868, 250, 244, 56)
	wrong := control.NewField(control.FieldSpec{})
	wrong.SetText("0123 4567 89")
	wrong.SetProblem(words("The bank does not know this account.", "المصرف لا يعرف هذا الحساب."))
	add(wrong, 1124, 250, 210, 110)

	heading("States: shape, word, colour", 612, 372)
	states := []struct {
		s    graphic.State
		word string
	}{{graphic.StateWaiting, "Waiting"}, {graphic.StateUnknown, "Not known"}, {graphic.StateFailed, "Not paid"}, {graphic.StateExpired, "Expired"}, {graphic.StateAside, "Set aside"}, {graphic.StateCode,
		"Code sent"}, {graphic.StatePaid, "Paid, live"}}
	for i, x := range states {
		c := layout.Centred(theme.S2, graphic.NewStateIcon(x.s, 22, false), typeset.NewText(x.word, typeset.Fact.Sized(theme.Fixed(20)).Tint(x.s.Colour(false))))
		add(c, 612+float32(i%3)*241, 398+float32(i/3)*41, 200, 28)
	}
	add(layout.Centred(theme.S2, graphic.NewStateIcon(graphic.StatePaid, 22, true), typeset.NewText("Paid practice", typeset.Body.Sized(theme.Fixed(20)))), 853, 480, 200, 28)
	add(control.NewChip("Today", "", false, nil), 32, 400, 90, 48)
	on := control.NewChip("7 days", "", false, nil)
	on.SetSelected(true)
	add(on, 130, 400, 96, 48)
	add(control.NewChip("Pick a day", "calendar", false, nil), 234, 400, 156, 48)
	add(control.NewChip("Any state", "", true, nil), 398, 400, 140, 48)
	add(control.NewSegmented([]string{"Answers", "Slow", "Silent"}, 0, nil), 32, 460, 268, 46)
	add(control.NewIconButton("back", nil), 320, 456, 56, 56)
	add(typeset.NewKeyCapSized("1", theme.Text, theme.Lead), 400, 462, 40, 36)

	heading("Banner 64", 32, 526)
	for i, b := range []dialog.BannerSpec{
		{Icon: "cross-octagon", Fact: "The till cannot save.", Then: "Nothing is sent, nothing is shown as done. Reopening.", Action: "Try now"},
		{Fact: words("Paid twice: #12 and #13.", "دُفع مرتين: #12 و #13."), Then: words("Money is owed back, through the bank. Call the manager.", "يجب رد المبلغ عبر المصرف. استدعِ المدير."), Action: "Open both", More: "+2 more"},
		{Icon: "clock", Fact: "This clock is 6 minutes behind the bank.", Then: "Payments may be refused.", Action: "How to mend"},
		{Icon: "gateway-off", Fact: words("We cannot hear the bank.", "لا نسمع المصرف."), Then: words("The customer may have paid. Last answer 14:31.", "قد يكون الزبون دفع. آخر رد 14:31."), Action: "Check now"},
	} {
		add(dialog.NewBanner(b, nil, nil), 32, 553+float32(i)*72, 1302, 64)
	}
	heading("Rings: of the five minutes", 32, 852)
	for i, s := range []float32{.08, .38, .86} {
		r := graphic.NewRing(72, 0)
		r.SetShare(s)
		add(r, 32+float32(i)*92, 879, 72, 72)
	}
	heading("Frames: 16 hatch, 12 solid", 327, 852)
	add(graphic.NewHatchFrame(graphic.PracticeHatching, theme.Frame, theme.HatchStripe, nil), 327, 879, 150, 72)
	add(graphic.NewHatchFrame(graphic.UnknownHatching, theme.Frame, theme.HatchStripe, nil), 489, 879, 150, 72)
	add(graphic.NewSolidFrame(theme.Failed, theme.FrameSolid, nil), 650, 879, 150, 72)
	heading("Ink: primary, waiting, paid, failed, unknown, practice", 840, 852)
	for i, c := range []theme.Colour{theme.Primary, theme.Waiting, theme.Paid, theme.Failed, theme.Unknown, theme.Practice} {
		add(graphic.NewFrame(c, theme.Line, theme.RadiusSmall), 840+float32(i)*84, 879, 76, 44)
	}
	back := graphic.NewPanel(theme.Ground)
	return layout.New(layout.Least(fyne.NewSize(100, 100)), func(p layout.Placer) {
		p.Put(back, 0, 0, p.W, p.H)
		for i, o := range objects {
			p.Put(o, spots[i].X, spots[i].Y, sizes[i].Width, sizes[i].Height)
		}
	}, append([]fyne.CanvasObject{back}, objects...)...)
}

func shell(work fyne.CanvasObject, selected int) fyne.CanvasObject {
	small := theme.Now().Small
	ribbon := dialog.NewRibbon(words("Practice. No money moves.", "تدريب. لا تنتقل أي أموال."))
	logo := graphic.NewIcon("app-practice", 32, theme.Text)
	shop := typeset.NewText(words("Al Noor Market", "سوق النور"), typeset.Fact)
	till := typeset.NewText(words("Till 2", "الصندوق 2"), typeset.Body.Tint(theme.Muted))
	net := words("Bank answers", "المصرف يجيب")
	user := words("Samira", "سميرة")
	if small {
		net, user = "", ""
	}
	tools := []fyne.CanvasObject{
		control.NewBarTool("network", net, false, nil), control.NewBarTool("sound-on", "", false, nil), control.NewBarTool("settings", "", false, nil),
		control.NewBarTool("help", "", false, nil), control.NewBarTool("language", words("العربية", "English"), true, nil),
		control.NewBarTool("user", user, true, nil), control.NewBarTool("lock", "", false, nil),
		layout.Fixed(100, 52, layout.Padding(12, 11, typeset.NewText("14:31", typeset.Lead).Aligned(typeset.Centre))),
	}
	bar := layout.Columns(theme.S2, append([]fyne.CanvasObject{layout.Centred(theme.S2, logo, shop, till), layout.Grow(1, graphic.NewPanel(theme.Transparent))}, tools...)...)
	barBack, barLine := graphic.NewPanel(theme.Card), graphic.NewDivider()
	stripBack, stripLine := graphic.NewPanel(theme.Card), graphic.NewPanel(theme.Line)
	sale := control.NewNavItem("plus", words("New sale", "بيع جديد"), "F2", nil)
	sale.SetSelected(selected == 0)
	heading := layout.Columns(0, typeset.NewText(words("In progress", "قيد المتابعة"), typeset.Caption.With(theme.Medium)), layout.Grow(1, graphic.NewPanel(theme.Transparent)), typeset.NewText("3", typeset.Caption.With(theme.Medium)))
	tiles := []*list.SaleTile{
		list.NewSaleTile(list.TileSpec{State: graphic.StateWaiting, Practice: true, Number: "#11", Amount: "48.000", Word: words("Waiting", "بانتظار الدفع"), Time: "14:29", Selected: selected == 11}, nil),
		list.NewSaleTile(list.TileSpec{State: graphic.StateAside, Practice: true, Number: "#10", Amount: "15.250", Word: words("Set aside", "جانبًا"), Time: "14:20", Selected: false}, nil),
		list.NewSaleTile(list.TileSpec{State: graphic.StateUnknown, Practice: true, Number: "#9", Amount: "40.000", Word: words("Not known", "لا نعرف"), Time: "14:12", Selected: false}, nil),
	}
	customer, phone := words("Customer view", "شاشة الزبون"), words("Practice phone", "هاتف التدريب")
	if small {
		customer, phone = "Customer", "Phone"
	}
	foot := []*control.NavItem{control.NewNavItem("receipt", words("Receipts", "الإيصالات"), "F4", nil), control.NewNavItem("screen", customer, "F6", nil), control.NewNavItem("phone", phone, "", nil)}
	ground := graphic.NewPanel(theme.Ground)
	objects := []fyne.CanvasObject{ground, ribbon, barBack, barLine, bar, stripBack, stripLine, sale, heading, tiles[0], tiles[1], tiles[2], foot[0], foot[1], foot[2], work}
	return layout.New(layout.Least(fyne.NewSize(1024, 640)), func(p layout.Placer) {
		w, h := p.W, p.H
		strip := theme.SidebarWidth()
		p.Put(ground, 0, 0, w, h)
		p.Put(ribbon, 0, 0, w, 28)
		p.Put(barBack, 0, 28, w, 52)
		p.Put(barLine, 0, 79, w, 1)
		p.Put(bar, 16, 28, w-24, 51)
		p.Put(stripBack, 0, 80, strip, h-80)
		p.Put(stripLine, strip-1, 80, 1, h-80)
		y := float32(92)
		if small {
			y = 88
		}
		p.Put(sale, 12, y, strip-25, sale.MinSize().Height)
		p.Put(heading, 24, 164, strip-49, 20)
		for i, tile := range tiles {
			p.Put(tile, 12, 192+float32(i)*72, strip-25, 64)
		}
		for i, n := range foot {
			p.Put(n, 12, h-196+float32(i)*64, strip-25, n.MinSize().Height)
		}
		p.Put(work, strip, 80, w-strip, h-80)
	}, objects...)
}

func salePage() fyne.CanvasObject {
	unit := words("LYD", "د.ل")
	title := typeset.NewText(words("Sale #12", "بيع #12"), typeset.Lead)
	order := typeset.NewText("TILL-261120-012", typeset.Body.Tint(theme.Muted))
	amount := typeset.NewAmount("12.500", unit, theme.AmountXL)
	amount.Align = typeset.Trailing
	field := control.NewField(control.FieldSpec{Label: words("Order reference, optional", "مرجع الطلب، اختياري"), Icon: "barcode", Placeholder: words("Scan or type", "امسح الرمز أو اكتب")})
	inside := layout.New(layout.Least(fyne.NewSize(100, 100)), func(p layout.Placer) {
		w, h := p.W, p.H
		p.PutMin(title, 0, 0)
		p.PutEnd(order, w, 2)
		fh := field.MinSize().Height
		p.Put(amount, 0, 28, w, h-28-fh)
		p.Put(field, 0, h-fh, w, fh)
	}, title, order, amount, field)
	card := graphic.NewCard(inside)
	pad := control.NewSalePad(words("Clear", "مسح"), nil)
	charge := control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Label: words("Charge", "تحصيل"), Amount: "12.500", Currency: unit, Key: "Enter"}, nil)
	work := layout.New(layout.Least(fyne.NewSize(100, 100)), func(p layout.Placer) {
		w, h, s := p.W, p.H, theme.S5()
		high := h - 3*s - 72
		pw := pad.MinSize().Width
		p.Put(card, s, s, w-3*s-pw, high)
		p.Put(pad, w-s-pw, s, pw, high)
		p.Put(charge, s, h-s-72, w-2*s, 72)
	}, card, pad, charge)
	return shell(work, 0)
}

func qrPage() fyne.CanvasObject {
	modules := make([][]bool, 57)
	for y := range modules {
		modules[y] = make([]bool, 57)
		for x := range modules[y] {
			modules[y][x] = (x*y+x+y)%3 == 0
		}
	}
	code := graphic.NewQR(modules)
	ring := graphic.NewRing(52, 0)
	ring.SetShare(.64)
	number, order := typeset.NewText("#12", typeset.Lead), typeset.NewText("TILL-261120-012", typeset.Caption)
	amount := typeset.NewAmount("12.500", "LYD", theme.AmountM)
	rule := graphic.NewDivider()
	waiting := typeset.NewParagraph("Waiting for the customer to pay", typeset.Lead)
	last := typeset.NewText("Last answer 14:31:08: not paid yet.\nChecking every few seconds until 14:36.", typeset.Style{Size: theme.Label, Colour: theme.Muted})
	btn := func(icon, label, key string) *control.Button {
		return control.NewButton(control.ButtonSpec{Label: label, Icon: icon, Key: key, PadX: 14}, nil)
	}
	says, account, wallet, aside := btn("bell", "Customer says paid", "F3"), btn("bank", "Account", ""), btn("wallet", "Wallet", ""), btn("set-aside", "Set aside", "F7")
	check := control.NewTonal("Check now", "refresh", "F5", nil)
	work := layout.New(layout.Least(fyne.NewSize(100, 100)), func(p layout.Placer) {
		h := p.H
		side := h - 24*3 - 72
		p.Put(code, 24, 24, side, side)
		x, w := 24+side+24, float32(296)
		p.PutMin(number, x, 24)
		p.PutEnd(order, x+w, 28)
		p.Put(amount, x, 64, w, 64)
		p.Put(rule, x, 144, w, 1)
		p.Put(ring, x, 161, 52, 52)
		p.Put(waiting, x+68, 160, w-68, 56)
		p.PutMin(last, x, 226)
		y := 24 + side
		p.Put(aside, x, y-56, w, 56)
		p.Put(account, x, y-120, 144, 56)
		p.Put(wallet, x+152, y-120, 144, 56)
		p.Put(says, x, y-184, w, 56)
		p.Put(check, 24, h-96, 786, 72)
	}, code, number, order, amount, rule, ring, waiting, last, says, account, wallet, aside, check)
	return shell(work, 11)
}

func endPage() fyne.CanvasObject {
	icon := graphic.NewStateIcon(graphic.StatePaid, 200, true)
	word := typeset.NewText("PRACTICE", typeset.Word)
	paid := typeset.NewText("Paid", typeset.Style{Size: theme.AmountS, Weight: theme.SemiBold, Colour: theme.Text, Leading: 1})
	amount := typeset.NewAmount("12.500", "LYD", theme.AmountL)
	do := typeset.NewText("No money moved.\nDo not hand over goods.", typeset.Instruction)
	small := graphic.NewStateIcon(graphic.StatePaid, 22, true)
	fail := graphic.NewStateIcon(graphic.StateFailed, 144, true)
	next := control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "plus", Label: "New sale", Key: "Enter"}, nil)
	return graphic.NewHatchFrame(graphic.PracticeHatching, theme.Frame, theme.HatchStripe, layout.New(layout.Least(fyne.NewSize(100, 100)), func(p layout.Placer) {
		p.Put(icon, 48, 101, 200, 200)
		p.PutMin(word, 296, 167-word.Baseline())
		p.PutMin(paid, 296, 262-paid.Baseline())
		p.Put(amount, 416, 180, 500, 88)
		p.PutMin(do, 296, 290)
		p.PutMin(small, 10, 10)
		p.PutMin(fail, 900, 20)
		p.Put(next, 24, p.H-96, p.W-48, 72)
	}, icon, word, paid, amount, do, small, fail, next))
}

func textPage() fyne.CanvasObject {
	lines := []fyne.CanvasObject{
		typeset.NewText("بيع #12 بقيمة 12.500 د.ل.", typeset.Lead),
		typeset.NewText("آخر رد 14:31:08: لم يُدفع بعد.", typeset.Body),
		typeset.NewText("سألنا 37 مرة. نسأل من جديد 14:42", typeset.Body),
		typeset.NewText("رمز QR (من المصرف)", typeset.Body),
		typeset.NewText("TILL-261120-012", typeset.Body),
		typeset.NewText("\u2068•••• 4417\u2069 من الحساب \u20680123 4567\u2069", typeset.Body),
		typeset.NewRich(typeset.Span{Text: "دُفع مرتين: #12 و #13.", Style: typeset.Fact}, typeset.Span{Text: " يجب رد المبلغ عبر المصرف.", Style: typeset.Body}),
		typeset.NewText("لا نعرف بعد: لا تسلّم البضاعة ولا تطلب الدفع مرة أخرى.", typeset.Lead),
		layout.Fixed(300, 120, typeset.NewParagraph("قد يدفع الزبون 125.000 د.ل. للعملية #12. نخفي الرمز ونواصل المتابعة حتى 14:36.", typeset.Body)),
		layout.Fixed(200, 28, typeset.NewText("نص طويل جدا لا يتسع له المكان أبدا 12", typeset.Body).Cut()),
	}
	for _, n := range []string{"1250750.500", "125.000", "0.000"} {
		a := typeset.NewAmount(n, "د.ل", theme.AmountM)
		lines = append(lines, layout.Fixed(300, 64, a))
	}
	back := graphic.NewPanel(theme.Ground)
	rows := layout.Rows(8, lines...)
	return layout.New(layout.Least(fyne.NewSize(10, 10)), func(p layout.Placer) {
		p.Put(back, 0, 0, p.W, p.H)
		p.Put(rows, 24, 24, 400, p.H-48)
	}, back, rows)
}

func slotsPage() fyne.CanvasObject {
	typed, wrong := control.NewSlots(6), control.NewSlots(6)
	typed.SetDigits("4812")
	wrong.SetDigits("481200")
	wrong.SetWrong(true)
	back := graphic.NewPanel(theme.Ground)
	return layout.New(layout.Least(fyne.NewSize(10, 10)), func(p layout.Placer) {
		p.Put(back, 0, 0, p.W, p.H)
		p.Put(typed, 24, 24, 578, 88)
		p.Put(wrong, 24, 128, 578, 88)
	}, back, typed, wrong)
}
