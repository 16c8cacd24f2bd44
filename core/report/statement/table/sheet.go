package table

import (
	"bytes"
	"context"
	"fmt"

	"github.com/xuri/excelize/v2"

	"sanduq/core/report"
	"sanduq/core/report/statement/record"
)

// maxSheet is how many bytes a workbook may have.
const maxSheet = 256 << 20

// typed is how many rows are looked at for cells that hold a text.
const typed = 200

// texts tells cells that hold a text from those that hold a number: "12.345" may
// be either, and is another sum then.
func texts(book *excelize.File, sheet string, row, width int) []bool {
	if row > typed {
		return nil
	}
	out := make([]bool, width)
	for i := range out {
		name, err := excelize.CoordinatesToCellName(i+1, row)
		if err != nil {
			return nil
		}
		kind, err := book.GetCellType(sheet, name)
		out[i] = err == nil && (kind == excelize.CellTypeSharedString || kind == excelize.CellTypeInlineString || kind == excelize.CellTypeFormula)
	}
	return out
}

// sheetRows reads the first sheet of a workbook that has rows, as the numbers
// that it holds, not as they are shown.
func sheetRows(ctx context.Context, data []byte) (rows []row, err error) {
	defer func() { // the library was written for files that a spreadsheet wrote
		if p := recover(); p != nil {
			rows, err = nil, report.Refuse(report.CodeFormat, fmt.Errorf("the workbook cannot be read: %v", p))
		}
	}()
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true, UnzipSizeLimit: 4 * maxSheet, UnzipXMLSizeLimit: 16 << 20})
	if err != nil {
		return nil, report.Refuse(report.CodeFormat, err)
	}
	defer func() { _ = book.Close() }()
	for _, name := range book.GetSheetList() {
		if rows, err = oneSheet(ctx, book, name); err != nil || len(rows) > 0 {
			return rows, err
		}
	}
	return nil, report.Refuse(report.CodeEmpty, nil)
}

func oneSheet(ctx context.Context, book *excelize.File, name string) ([]row, error) {
	walk, err := book.Rows(name)
	if err != nil {
		return nil, report.Refuse(report.CodeFormat, err)
	}
	defer func() { _ = walk.Close() }()
	var rows []row
	for number := 1; walk.Next(); number++ {
		if number%1024 == 0 && ctx.Err() != nil {
			return nil, report.Refuse(report.CodeCancelled, ctx.Err())
		}
		if number > record.MaxRows {
			return nil, report.Refuse(report.CodeTooLarge, nil)
		}
		cells, err := walk.Columns()
		if err != nil {
			return nil, report.Refuse(report.CodeFormat, err)
		}
		if len(cells) == 0 {
			continue
		}
		cells = cells[:min(len(cells), maxColumns)]
		for i := range cells {
			cells[i] = record.Short(cells[i])
		}
		rows = append(rows, row{number: number, cells: cells, text: texts(book, name, number, len(cells))})
	}
	if err := walk.Error(); err != nil {
		return nil, report.Refuse(report.CodeFormat, err)
	}
	return rows, nil
}
