package export

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// sheetRows is how many rows a sheet can have; more go on to another one.
const sheetRows = excelize.TotalRows

// xlsxFile streams tables into sheets of a workbook, after a first sheet that
// says what was asked and what the sums are. The library keeps rows beyond 16
// MiB in a file of its own; that file is in a folder of ours, and on systems
// that allow it has no name any more, so that a killed export leaves none.
type xlsxFile struct {
	ctx    context.Context
	out    io.Writer
	job    Job
	book   *excelize.File
	aside  string
	style  *styles
	stream *excelize.StreamWriter
	t      Table
	name   string // of the sheet
	used   map[string]bool
	next   int // row of the sheet
	values []any
	cells  []excelize.Cell
	spans  []span
	totals []total
}

// span is where the rows of a table are in one sheet.
type span struct {
	sheet string
	last  int
}

// total is what the summary says of a sum.
type total struct {
	Sum
	table    Table
	spans    []span
	currency int // the column that names it, -1 when all rows are of one
}

func newXLSX(ctx context.Context, out io.Writer, j Job) (*xlsxFile, error) {
	aside, err := os.MkdirTemp("", asideTemp) // for this user alone
	if err != nil {
		return nil, err
	}
	x := &xlsxFile{ctx: ctx, out: out, job: j, aside: aside, book: excelize.NewFile(excelize.Options{TmpDir: aside}), used: map[string]bool{}}
	x.book.SetZipWriter(func(io.Writer) excelize.ZipWriter {
		z := zip.NewWriter(out) // straight into the file: the library would hold all of it in memory
		z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
		return z
	})
	calculate := true
	if err := x.book.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &calculate}); err != nil {
		return nil, err
	}
	if x.style, err = newStyles(x.book, j.Words.RTL()); err != nil {
		return nil, err
	}
	x.name = x.sheetName(j.Words.Say(KeySummary))
	if err := x.book.SetSheetName("Sheet1", x.name); err != nil {
		return nil, err
	}
	return x, nil
}

// Close removes what was kept aside.
func (x *xlsxFile) Close() error {
	_ = x.book.Close()
	return os.RemoveAll(x.aside)
}

func (x *xlsxFile) table(t Table) error {
	x.t, x.spans = t, nil
	x.values, x.cells = make([]any, len(t.Columns)), make([]excelize.Cell, len(t.Columns))
	return x.sheet()
}

// sheet begins a sheet with the table's head, which stays when one scrolls and
// comes again on each page of paper.
func (x *xlsxFile) sheet() error {
	name := x.sheetName(x.t.Name)
	if _, err := x.book.NewSheet(name); err != nil {
		return err
	}
	if err := x.layout(name, true); err != nil {
		return err
	}
	stream, err := x.book.NewStreamWriter(name)
	if err != nil {
		return err
	}
	x.stream, x.name, x.next = stream, name, 2
	for i, c := range x.t.Columns {
		width := max(c.Width, len([]rune(x.t.Heads[i]))+3, 8)
		if err := stream.SetColWidth(i+1, i+1, float64(width)); err != nil {
			return err
		}
		x.values[i] = excelize.Cell{StyleID: x.style.head(c.Kind), Value: clean(x.t.Heads[i])}
	}
	if err := stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	return x.setRow(x.values)
}

func (x *xlsxFile) setRow(values []any) error {
	return x.stream.SetRow(fmt.Sprintf("A%d", x.next-1), values)
}

func (x *xlsxFile) row(r Row) error {
	if x.next > sheetRows {
		if err := x.endSheet(); err != nil {
			return err
		}
		if err := x.sheet(); err != nil {
			return err
		}
	}
	digits, err := digitsOf(r)
	if err != nil {
		return err
	}
	for i, cell := range r.Cells {
		if x.values[i] = nil; cell.Set {
			x.cells[i] = x.style.cell(x.t.Columns[i].Kind, cell, digits, x.job.Zone)
			x.values[i] = &x.cells[i]
		}
	}
	x.next++
	if x.next%64 == 0 {
		x.forget()
	}
	return x.setRow(x.values)
}

// forget takes the names away from the files that the library keeps rows in:
// it goes on with the open file. Where an open file cannot lose its name,
// Close and the next export remove it.
func (x *xlsxFile) forget() {
	entries, _ := os.ReadDir(x.aside)
	for _, e := range entries {
		_ = os.Remove(filepath.Join(x.aside, e.Name()))
	}
}

// endSheet ends a sheet: with something to filter its rows by.
func (x *xlsxFile) endSheet() error {
	last := x.next - 1
	x.spans = append(x.spans, span{x.name, last})
	end, err := excelize.CoordinatesToCellName(len(x.t.Columns), max(last, 2), true)
	if err == nil {
		err = x.book.AutoFilter(x.name, "$A$1:"+end, nil)
	}
	if err == nil {
		err = x.book.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: quoted(x.name) + "!$1:$1", Scope: x.name})
	}
	if err == nil {
		err = x.stream.Flush()
	}
	return err
}

func (x *xlsxFile) sums(all []Sum) error {
	if err := x.endSheet(); err != nil {
		return err
	}
	currency := slices.IndexFunc(x.t.Columns, func(c Column) bool { return c.Name == "currency" })
	for _, s := range all {
		x.totals = append(x.totals, total{s, x.t, x.spans, currency})
	}
	return nil
}

func (x *xlsxFile) finish() error {
	if err := x.summary(); err != nil {
		return err
	}
	x.forget()
	stamp := x.job.About.At.UTC().Format(time.RFC3339)
	if err := x.book.SetDocProps(&excelize.DocProperties{Title: clean(x.job.About.Title), Creator: clean(x.job.About.By), Created: stamp, Modified: stamp,
		Description: x.job.About.line()}); err != nil {
		return err
	}
	return x.book.Write(io.Discard) // the archive's writer has the file
}

// layout is what a sheet looks like on screen and paper.
func (x *xlsxFile) layout(name string, wide bool) error {
	rtl, grid, fit, one, none := x.job.Words.RTL(), true, true, 1, 0
	orientation, paper := "portrait", 9
	if wide {
		orientation = "landscape"
	}
	footer := "&L" + strings.ReplaceAll(x.footer(), "&", "&&") + "&R&P / &N"
	if rtl {
		footer = "&L&P / &N&R" + strings.ReplaceAll(x.footer(), "&", "&&")
	}
	return errors.Join(
		x.book.SetSheetView(name, -1, &excelize.ViewOptions{RightToLeft: &rtl, ShowGridLines: &grid}),
		x.book.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit}),
		x.book.SetPageLayout(name, &excelize.PageLayoutOptions{Size: &paper, Orientation: &orientation, FitToWidth: &one, FitToHeight: &none}),
		x.book.SetHeaderFooter(name, &excelize.HeaderFooterOptions{OddFooter: footer}))
}

// footer is what each page says on paper, in the length that a footer takes.
func (x *xlsxFile) footer() string {
	text := []rune(x.job.About.footer(x.job.Words))
	return string(text[:min(len(text), 110)])
}

// sheetName makes a text into the name of a sheet that is not used yet.
func (x *xlsxFile) sheetName(text string) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\'`, r) {
			return ' '
		}
		return r
	}, clean(text)))
	if text == "" {
		text = "Sanduq"
	}
	runes := []rune(text)
	for n := 1; ; n++ {
		tail := ""
		if n > 1 {
			tail = fmt.Sprintf(" %d", n)
		}
		name := string(runes[:min(len(runes), 31-len(tail))]) + tail
		if key := strings.ToLower(name); !x.used[key] {
			x.used[key] = true
			return name
		}
	}
}

func quoted(sheet string) string { return "'" + sheet + "'" }
