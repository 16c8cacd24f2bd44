package statement

import (
	"bytes"
	"context"
	"fmt"

	"github.com/xuri/excelize/v2"

	"sanduq/core/report"
)

// sheetRows reads the first sheet of a workbook that has rows, as the numbers
// that it holds, not as they are shown.
func sheetRows(ctx context.Context, data []byte) (rows []row, err error) {
	defer func() { // the library was written for files that a spreadsheet wrote
		if p := recover(); p != nil {
			rows, err = nil, report.Refuse(report.CodeFormat, fmt.Errorf("the workbook cannot be read: %v", p))
		}
	}()
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true, UnzipSizeLimit: 4 * MaxBytes, UnzipXMLSizeLimit: 16 << 20})
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
		if number > MaxRows {
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
			cells[i] = short(cells[i])
		}
		rows = append(rows, row{number: number, cells: cells})
	}
	if err := walk.Error(); err != nil {
		return nil, report.Refuse(report.CodeFormat, err)
	}
	return rows, nil
}
