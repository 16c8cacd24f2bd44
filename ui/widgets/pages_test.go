package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/ui/theme"
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
	heading := func(s string, x, y float32) { add(NewText(s, Caption.With(theme.Medium)), x, y, 600, 20) }

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
		add(NewText(s, Caption.Tight(1.2)).Aligned(Centre), 32+float32(i)*108, 126, 96, 18)
	}

	heading("Primary 72: filled moves the sale on, tonal only asks, grey waits, filling sends itself", 600, 24)
	add(NewPrimary(words("Charge", "تحصيل"), "Enter", nil), 600, 50, 360, 72)
	add(NewTonal(words("Check now", "تحقق الآن"), "refresh", "F5", nil), 972, 50, 362, 72)
	off := NewButton(ButtonSpec{Kind: Filled, Large: true, Label: "2 more digits", Size: &theme.Lead}, nil)
	off.Disable()
	add(off, 600, 130, 361, 72)
	sends := NewButton(ButtonSpec{Kind: Filled, Large: true, Label: words("Sending. Backspace stops it.", "جارٍ الإرسال. يوقفه مفتاح الحذف."), Size: &theme.Lead}, nil)
	sends.SetShare(.62)
	add(sends, 973, 130, 361, 72)

	heading("Button 56: rest, focus, chosen, quiet", 32, 222)
	cash := words("Paid cash", "دفع نقدًا")
	add(NewButton(ButtonSpec{Label: cash}, nil), 32, 250, 112, 56)
	focused := NewButton(ButtonSpec{Label: cash}, nil)
	focused.FocusGained()
	add(focused, 156, 250, 112, 56)
	add(NewButton(ButtonSpec{Label: cash, Icon: "check", Chosen: true}, nil), 280, 250, 150, 56)
	add(NewButton(ButtonSpec{Label: "Let it expire", Kind: Quiet}, nil), 442, 250, 130, 56)

	heading("Field 56: empty, focus, wrong", 612, 222)
	add(NewField(FieldSpec{Placeholder: words("Search", "بحث"), Icon: "search"}), 612, 250, 244, 56)
	typed := NewField(FieldSpec{})
	typed.SetText("0123 4567")
	typed.Focusable().FocusGained()
	add(typed, 868, 250, 244, 56)
	wrong := NewField(FieldSpec{})
	wrong.SetText("0123 4567 89")
	wrong.SetProblem(words("The bank does not know this account.", "المصرف لا يعرف هذا الحساب."))
	add(wrong, 1124, 250, 210, 110)

	heading("States: shape, word, colour", 612, 372)
	states := []struct {
		s    State
		word string
	}{{StateWaiting, "Waiting"}, {StateUnknown, "Not known"}, {StateFailed, "Not paid"}, {StateExpired, "Expired"}, {StateAside, "Set aside"}, {StateCode, "Code sent"}, {StatePaid, "Paid, live"}}
	for i, x := range states {
		c := Centred(theme.S2, NewStateIcon(x.s, 22, false), NewText(x.word, Fact.Sized(theme.Fixed(20)).Tint(x.s.Colour(false))))
		add(c, 612+float32(i%3)*241, 398+float32(i/3)*41, 200, 28)
	}
	add(Centred(theme.S2, NewStateIcon(StatePaid, 22, true), NewText("Paid practice", Body.Sized(theme.Fixed(20)))), 853, 480, 200, 28)
	add(NewChip("Today", "", false, nil), 32, 400, 90, 48)
	on := NewChip("7 days", "", false, nil)
	on.SetSelected(true)
	add(on, 130, 400, 96, 48)
	add(NewChip("Pick a day", "calendar", false, nil), 234, 400, 156, 48)
	add(NewChip("Any state", "", true, nil), 398, 400, 140, 48)
	add(NewSegmented([]string{"Answers", "Slow", "Silent"}, 0, nil), 32, 460, 268, 46)
	add(NewIconButton("back", nil), 320, 456, 56, 56)
	add(NewKeyCapSized("1", theme.Text, theme.Lead), 400, 462, 40, 36)

	heading("Banner 64", 32, 526)
	for i, b := range []BannerSpec{
		{Icon: "cross-octagon", Fact: "The till cannot save.", Then: "Nothing is sent, nothing is shown as done. Reopening.", Action: "Try now"},
		{Fact: words("Paid twice: #12 and #13.", "دُفع مرتين: #12 و #13."), Then: words("Money is owed back, through the bank. Call the manager.", "يجب رد المبلغ عبر المصرف. نادِ المدير."), Action: "Open both", More: "+2 more"},
		{Icon: "clock", Fact: "This clock is 6 minutes behind the bank.", Then: "Payments may be refused.", Action: "How to mend"},
		{Icon: "gateway-off", Fact: words("We cannot hear the bank.", "لا نسمع المصرف."), Then: words("The customer may have paid. Last answer 14:31.", "قد يكون الزبون دفع. آخر رد 14:31."), Action: "Check now"},
	} {
		add(NewBanner(b, nil, nil), 32, 553+float32(i)*72, 1302, 64)
	}
	heading("Rings: of the five minutes", 32, 852)
	for i, s := range []float32{.08, .38, .86} {
		r := NewRing(72, 0)
		r.SetShare(s)
		add(r, 32+float32(i)*92, 879, 72, 72)
	}
	heading("Frames: 16 hatch, 12 solid", 327, 852)
	add(NewHatchFrame(PracticeHatching, theme.Frame, theme.HatchStripe, nil), 327, 879, 150, 72)
	add(NewHatchFrame(UnknownHatching, theme.Frame, theme.HatchStripe, nil), 489, 879, 150, 72)
	add(NewSolidFrame(theme.Failed, theme.FrameSolid, nil), 650, 879, 150, 72)
	heading("Ink: primary, waiting, paid, failed, unknown, practice", 840, 852)
	for i, c := range []theme.Colour{theme.Primary, theme.Waiting, theme.Paid, theme.Failed, theme.Unknown, theme.Practice} {
		add(NewFrame(c, theme.Line, theme.RadiusSmall), 840+float32(i)*84, 879, 76, 44)
	}
	back := NewPanel(theme.Ground)
	return NewScreen(fyne.NewSize(100, 100), func(p Placer) {
		p.Put(back, 0, 0, p.Size.Width, p.Size.Height)
		for i, o := range objects {
			p.Put(o, spots[i].X, spots[i].Y, sizes[i].Width, sizes[i].Height)
		}
	}, append([]fyne.CanvasObject{back}, objects...)...)
}

func shell(work fyne.CanvasObject, selected int) fyne.CanvasObject {
	small := theme.Now().Small
	ribbon := NewRibbon(words("Practice. No money moves.", "تدريب. لا تنتقل أي أموال."))
	logo := NewIcon("app-practice", 32, theme.Text)
	shop := NewText(words("Al Noor Market", "سوق النور"), Fact)
	till := NewText(words("Till 2", "الصندوق 2"), Body.Tint(theme.Muted))
	net := words("Bank answers", "المصرف يجيب")
	user := words("Samira", "سميرة")
	if small {
		net, user = "", ""
	}
	tools := []fyne.CanvasObject{
		NewBarTool("network", net, false, nil), NewBarTool("sound-on", "", false, nil), NewBarTool("settings", "", false, nil),
		NewBarTool("help", "", false, nil), NewBarTool("language", words("العربية", "English"), true, nil),
		NewBarTool("user", user, true, nil), NewBarTool("lock", "", false, nil),
		Fixed(100, 52, Padding(12, 11, NewText("14:31", Lead).Aligned(Centre))),
	}
	bar := Columns(theme.S2, append([]fyne.CanvasObject{Centred(theme.S2, logo, shop, till), Grow(1, NewPanel(theme.Transparent))}, tools...)...)
	barBack, barLine := NewPanel(theme.Card), NewDivider()
	stripBack, stripLine := NewPanel(theme.Card), NewPanel(theme.Line)
	sale := NewNavItem("plus", words("New sale", "بيع جديد"), "F2", nil)
	sale.SetSelected(selected == 0)
	heading := Columns(0, NewText(words("In progress", "قيد المتابعة"), Caption.With(theme.Medium)), Grow(1, NewPanel(theme.Transparent)), NewText("3", Caption.With(theme.Medium)))
	tiles := []*SaleTile{
		NewSaleTile(TileSpec{State: StateWaiting, Practice: true, Number: "#11", Amount: "48.000", Word: words("Waiting", "بانتظار الدفع"), Time: "14:29", Selected: selected == 11}, nil),
		NewSaleTile(TileSpec{State: StateAside, Practice: true, Number: "#10", Amount: "15.250", Word: words("Set aside", "جانبًا"), Time: "14:20", Selected: false}, nil),
		NewSaleTile(TileSpec{State: StateUnknown, Practice: true, Number: "#9", Amount: "40.000", Word: words("Not known", "لا نعرف"), Time: "14:12", Selected: false}, nil),
	}
	customer, phone := words("Customer view", "شاشة الزبون"), words("Practice phone", "هاتف التدريب")
	if small {
		customer, phone = "Customer", "Phone"
	}
	foot := []*NavItem{NewNavItem("receipt", words("Receipts", "الإيصالات"), "F4", nil), NewNavItem("screen", customer, "F6", nil), NewNavItem("phone", phone, "", nil)}
	ground := NewPanel(theme.Ground)
	objects := []fyne.CanvasObject{ground, ribbon, barBack, barLine, bar, stripBack, stripLine, sale, heading, tiles[0], tiles[1], tiles[2], foot[0], foot[1], foot[2], work}
	return NewScreen(fyne.NewSize(1024, 640), func(p Placer) {
		w, h := p.Size.Width, p.Size.Height
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
	title := NewText(words("Sale #12", "بيع #12"), Lead)
	order := NewText("TILL-261120-012", Body.Tint(theme.Muted))
	amount := NewAmount("12.500", unit, theme.AmountXL)
	amount.Align = Trailing
	field := NewField(FieldSpec{Label: words("Order reference, optional", "مرجع الطلب، اختياري"), Icon: "barcode", Placeholder: words("Scan or type", "امسح الرمز أو اكتب")})
	inside := NewScreen(fyne.NewSize(100, 100), func(p Placer) {
		w, h := p.Size.Width, p.Size.Height
		p.PutMin(title, 0, 0)
		p.PutEnd(order, w, 2)
		fh := field.MinSize().Height
		p.Put(amount, 0, 28, w, h-28-fh)
		p.Put(field, 0, h-fh, w, fh)
	}, title, order, amount, field)
	card := NewCard(inside)
	pad := NewSalePad(words("Clear", "مسح"), nil)
	charge := NewButton(ButtonSpec{Kind: Filled, Large: true, Label: words("Charge", "تحصيل"), Amount: "12.500", Currency: unit, Key: "Enter"}, nil)
	work := NewScreen(fyne.NewSize(100, 100), func(p Placer) {
		w, h, s := p.Size.Width, p.Size.Height, theme.S5()
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
	code := NewQR(modules)
	ring := NewRing(52, 0)
	ring.SetShare(.64)
	number, order := NewText("#12", Lead), NewText("TILL-261120-012", Caption)
	amount := NewAmount("12.500", "LYD", theme.AmountM)
	rule := NewDivider()
	waiting := NewParagraph("Waiting for the customer to pay", Lead)
	last := NewText("Last answer 14:31:08: not paid yet.\nChecking every few seconds until 14:36.", Style{Size: theme.Label, Colour: theme.Muted})
	btn := func(icon, label, key string) *Button {
		return NewButton(ButtonSpec{Label: label, Icon: icon, Key: key, PadX: 14}, nil)
	}
	says, account, wallet, aside := btn("bell", "Customer says paid", "F3"), btn("bank", "Account", ""), btn("wallet", "Wallet", ""), btn("set-aside", "Set aside", "F7")
	check := NewTonal("Check now", "refresh", "F5", nil)
	work := NewScreen(fyne.NewSize(100, 100), func(p Placer) {
		h := p.Size.Height
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
	icon := NewStateIcon(StatePaid, 200, true)
	word := NewText("PRACTICE", Word)
	paid := NewText("Paid", Style{Size: theme.AmountS, Weight: theme.SemiBold, Colour: theme.Text, Leading: 1})
	amount := NewAmount("12.500", "LYD", theme.AmountL)
	do := NewText("No money moved.\nDo not hand over goods.", Instruction)
	small := NewStateIcon(StatePaid, 22, true)
	fail := NewStateIcon(StateFailed, 144, true)
	next := NewButton(ButtonSpec{Kind: Filled, Large: true, Icon: "plus", Label: "New sale", Key: "Enter"}, nil)
	return NewHatchFrame(PracticeHatching, theme.Frame, theme.HatchStripe, NewScreen(fyne.NewSize(100, 100), func(p Placer) {
		p.Put(icon, 48, 101, 200, 200)
		p.PutBaseline(word, 296, 167)
		p.PutBaseline(paid, 296, 262)
		p.Put(amount, 416, 180, 500, 88)
		p.PutMin(do, 296, 290)
		p.PutMin(small, 10, 10)
		p.PutMin(fail, 900, 20)
		p.Put(next, 24, p.Size.Height-96, p.Size.Width-48, 72)
	}, icon, word, paid, amount, do, small, fail, next))
}

func textPage() fyne.CanvasObject {
	lines := []fyne.CanvasObject{
		NewText("بيع #12 بقيمة 12.500 د.ل.", Lead),
		NewText("آخر رد 14:31:08: لم يُدفع بعد.", Body),
		NewText("سألنا 37 مرة. نسأل من جديد 14:42", Body),
		NewText("رمز QR (من المصرف)", Body),
		NewText("TILL-261120-012", Body),
		NewText("\u2068•••• 4417\u2069 من الحساب \u20680123 4567\u2069", Body),
		NewRich(Span{"دُفع مرتين: #12 و #13.", Fact}, Span{" يجب رد المبلغ عبر المصرف.", Body}),
		NewText("لا نعرف بعد: لا تسلّم البضاعة ولا تطلب الدفع مرة أخرى.", Lead),
		Fixed(300, 120, NewParagraph("قد يدفع الزبون 125.000 د.ل. للعملية #12. نخفي الرمز ونواصل المتابعة حتى 14:36.", Body)),
		Fixed(200, 28, NewText("نص طويل جدا لا يتسع له المكان أبدا 12", Body).Cut()),
	}
	for _, n := range []string{"1250750.500", "125.000", "0.000"} {
		a := NewAmount(n, "د.ل", theme.AmountM)
		lines = append(lines, Fixed(300, 64, a))
	}
	back := NewPanel(theme.Ground)
	rows := Rows(8, lines...)
	return NewScreen(fyne.NewSize(10, 10), func(p Placer) {
		p.Put(back, 0, 0, p.Size.Width, p.Size.Height)
		p.Put(rows, 24, 24, 400, p.Size.Height-48)
	}, back, rows)
}

func slotsPage() fyne.CanvasObject {
	typed, wrong := NewSlots(6), NewSlots(6)
	typed.SetDigits("4812")
	wrong.SetDigits("481200")
	wrong.SetWrong(true)
	back := NewPanel(theme.Ground)
	return NewScreen(fyne.NewSize(10, 10), func(p Placer) {
		p.Put(back, 0, 0, p.Size.Width, p.Size.Height)
		p.Put(typed, 24, 24, 578, 88)
		p.Put(wrong, 24, 128, 578, 88)
	}, back, typed, wrong)
}
