package day

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/core/wire"
	"sanduq/ui/day/figures"
	"sanduq/ui/pages"
	"sanduq/ui/permission"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// paperPage types in what stands on papers whose numbers a restore left out: a paper of
// each number, with what it says. A number that was typed in already shows what it holds,
// and can be withdrawn with a reason.
type paperPage struct {
	form
	told    *typeset.Text // what was left out, and how much of it is typed in
	number  *control.Field
	route   *control.Segmented
	date    *control.Field
	amount  *control.Field
	bank    *control.Field // its reference
	holds   *typeset.Text  // what was typed in of the number
	reason  *control.Field
	rows    *fyne.Container
	routes  []core.Route
	runs    []queries.LeftOutRun
	reading screen.Newest
}

func newPaperPage(s *Screen) *paperPage {
	w := s.env.Words
	p := &paperPage{form: newForm(s, "day.paper.title"), routes: append(wire.Routes(), journal.RouteCash)}
	p.frame.Back, p.frame.Filled = s.backTool(), true
	p.told, p.holds = typeset.NewParagraph("", typeset.Body), typeset.NewParagraph("", typeset.Lead)
	field := func(label, hint string) *control.Field {
		f := control.NewField(control.FieldSpec{Label: w.T(label), Placeholder: w.T(hint)})
		f.OnChanged = func(string) { p.paint() }
		f.OnSubmit, f.OnScan = func(string) { p.record() }, unscanned
		return f
	}
	p.number, p.date = field("day.paper.number", "day.paper.number.hint"), field("day.paper.date", "day.paper.date.hint")
	p.amount, p.bank = field("day.paper.amount", "day.paper.amount.hint"), field("day.paper.bank", "day.paper.bank.hint")
	p.reason = p.reasonField("day.reason", func(string) { p.paint() }, p.record)
	var names []string
	for _, r := range p.routes {
		names = append(names, w.T("receipts.route."+string(r)))
	}
	p.route = control.NewSegmented(names, 0, func(int) { p.paint() })
	p.route.OnSubmit = p.record
	p.date.SetText(s.today().Time(time.UTC).Format(time.DateOnly))
	count := 2
	if pages.Large() {
		count = 1
	}
	p.rows = layout.Rows(theme.S4, p.told, p.route, layout.Grid(count, theme.S4, p.number, p.date), p.holds, p.reason, layout.Grid(count, theme.S4, p.amount, p.bank))
	p.frame.Body = scrolled(graphic.NewCard(p.rows))
	p.frame.Primary = control.NewPrimary(w.T("day.paper.do"), "Enter", p.record)
	p.frame.Build()
	p.read()
	p.paint()
	return p
}

// today is the day that the clock shows.
func (s *Screen) today() journal.Day { return journal.DayOf(s.env.Now().In(s.env.Zone)) }

// read reads what was left out and what is typed in of it.
func (p *paperPage) read() {
	s := p.screen
	var runs []queries.LeftOutRun
	p.reading.Ask(s.env, func(ctx context.Context) (err error) {
		runs, err = s.deps.Papers.LeftOutRuns(ctx)
		return err
	}, func(err error) {
		if s.failed(err); err != nil {
			p.frame.ShowNotice(present.Refusal(s.env.Words, err, "error.day"))
			return
		}
		p.runs = runs
		p.paint()
	})
}

// typed is what stands in the fields; problems are the fields that say nothing that a
// paper can say, each with its sentence.
func (p *paperPage) typed() (e queries.Entered, problems map[*control.Field]string) {
	w := p.screen.env.Words
	problems = map[*control.Field]string{}
	e.Route, e.Reference = p.routes[p.route.Selected()], strings.TrimSpace(p.bank.Text())
	kind, number, ok := paperNumber(p.number.Text())
	switch e.Number = number; {
	case !ok:
		problems[p.number] = w.T("day.paper.number.wrong")
	case kind == "C" && !e.Cash(), kind == "T" && e.Cash(): // C-0007 and T-0007 are two papers
		problems[p.number] = w.T("day.paper.number.kind")
	}
	e.Day = journal.Day(strings.Map(digit, money.Plain(p.date.Text(), "")))
	if len(e.Day) != 8 || e.Day.Time(time.UTC).IsZero() || journal.DayOf(e.Day.Time(time.UTC)) != e.Day {
		problems[p.date] = w.T("day.paper.date.wrong")
	}
	var err error
	if e.Amount, err = money.Parse(money.Copied(p.amount.Text()), p.screen.deps.Till.Settings().Currency); err != nil || e.Amount.Minor <= 0 {
		problems[p.amount] = w.T("error.amount")
	}
	return e, problems
}

func digit(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// document is what was typed in of the number before; nothing while the number is wrong.
func (p *paperPage) document(e queries.Entered, problems map[*control.Field]string) (queries.Entered, bool) {
	if problems[p.number] != "" {
		return queries.Entered{}, false
	}
	for _, r := range p.runs {
		if d, there := r.Document(e); there {
			return d, true
		}
	}
	return queries.Entered{}, false
}

func (p *paperPage) paint() {
	if p.frame.Primary == nil || p.frame.Root == nil {
		return
	}
	s, w := p.screen, p.screen.env.Words
	var told []string
	for _, r := range p.runs {
		numbers := []string{receipt.ReceiptsLeftOut(r.LeftOut)}
		if r.Cash.First != 0 {
			numbers = append(numbers, journal.CashNumber(r.Cash.First)+"–"+journal.CashNumber(r.Cash.Last))
		}
		told = append(told, w.T("day.paper.told", "numbers", strings.Join(numbers, ", "), "n", len(r.Documents)))
	}
	p.told.SetText(strings.Join(append(told, w.T("day.paper.text")), " "))
	e, problems := p.typed()
	d, there := p.document(e, problems)
	if there {
		sum := func(minor int64, currency string) string { return figures.Amount(s.env, minor, currency) }
		p.holds.SetText(strings.Join(receipt.SayEntered([]queries.Entered{d}, w.T, sum)[:1], " "))
	}
	layout.SetVisible(there, p.holds, p.reason)
	layout.SetVisible(!there, p.date, p.amount)
	layout.SetVisible(!there && !e.Cash(), p.bank)
	spec := p.frame.Primary.Spec()
	spec.Label = w.T("day.paper.do")
	whole := len(problems) == 0
	if there {
		spec.Label, whole = w.T("day.paper.withdraw", "number", d.Name()), strings.TrimSpace(p.reason.Text()) != ""
	}
	p.frame.Primary.Set(spec)
	p.ready(whole)
	for _, f := range []*control.Field{p.number, p.date, p.amount, p.bank} {
		f.SetProblem("")
	}
	p.rows.Refresh()
	p.frame.Body.Refresh()
}

func (p *paperPage) press(k screen.KeyPress) bool {
	switch {
	case enter(k):
		p.record()
	case k.Rune > ' ':
		p.number.Begin(k.Rune)
	default:
		return false
	}
	return true
}

// record types the paper in, or withdraws it; what is wrong stands at its field, and the
// first of them gets the focus.
func (p *paperPage) record() {
	s := p.screen
	e, problems := p.typed()
	d, there := p.document(e, problems)
	reason := strings.TrimSpace(p.reason.Text())
	if there && reason == "" {
		p.reason.Focus()
		return
	}
	if !there && len(problems) > 0 {
		p.wrong(problems)
		return
	}
	if !s.rested() {
		return
	}
	permission.Ask(s.env, s.deps.Person, journal.RightRecover, func() {
		said := s.env.Words.T("day.paper.done", "number", e.Name())
		if there {
			said = s.env.Words.T("day.paper.withdrawn", "number", d.Name())
		}
		s.act(func(ctx context.Context) error {
			if there {
				return s.deps.Papers.Withdraw(ctx, s.deps.Person.By(), d, reason)
			}
			return s.deps.Papers.Enter(ctx, s.deps.Person.By(), e)
		}, func(err error) { p.recorded(err, said) })
	}, p.frame.Wrong)
}

// wrong shows what is wrong with each field, and gives the focus to the first: where words
// are large no other is in view.
func (p *paperPage) wrong(problems map[*control.Field]string) {
	var first *control.Field
	for _, f := range []*control.Field{p.bank, p.amount, p.date, p.number} {
		if f.SetProblem(problems[f]); problems[f] != "" {
			first = f
		}
	}
	if pages.Large() {
		for _, f := range []*control.Field{p.bank, p.amount, p.date, p.number} {
			if f != first {
				f.SetProblem("")
			}
		}
	}
	p.rows.Refresh()
	p.frame.Body.Refresh()
	first.Focus()
}

// recorded begins the next paper; what was refused stands at its field.
func (p *paperPage) recorded(err error, said string) {
	s := p.screen
	if err != nil {
		p.paint()
		text := present.Refusal(s.env.Words, err, "error.day")
		at := map[journal.Code]*control.Field{queries.CodeNumber: p.number, queries.CodeEntered: p.number, queries.CodeDay: p.date, journal.CodeReference: p.bank}
		if f := at[journal.CodeOf(err)]; f != nil {
			p.wrong(map[*control.Field]string{f: text})
		} else {
			s.refused(p, text)
		}
		return
	}
	for _, f := range []*control.Field{p.number, p.amount, p.bank, p.reason} {
		f.SetText("")
	}
	p.frame.ShowNotice(said)
	p.number.Focus()
	p.read()
}
