// Package bai2 reads the cash management balance reports of the Bank
// Administration Institute, version 2.
package bai2
