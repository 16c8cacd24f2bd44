// Package workbook reads the cells of a workbook (XLSX) one after another: what a cell
// holds, and what its number format writes beside it, since a bank may say the side or
// the currency of a sum by that alone.
//
// It unpacks no more than it is told to keep: a small file that would be gigabytes is
// refused. It imports what record may.
package workbook
