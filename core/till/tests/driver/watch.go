package driver

import (
	"context"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
)

// Watch is a store with somebody beside it, who is told of each change that is
// on the disk, before the committer hears of it.
func Watch(s journal.Store, committed func(journal.Change)) journal.Store {
	return watched{s, committed}
}

type watched struct {
	journal.Store
	committed func(journal.Change)
}

// Commit implements journal.Store.
func (w watched) Commit(ctx context.Context, c journal.Change) error {
	err := w.Store.Commit(ctx, c)
	if err == nil {
		w.committed(c)
	}
	return err
}

// Tap is api with somebody beside it, who is told of each call that creates or
// moves a payment in the moment in which the till makes it.
func Tap(api core.PaymentAPI, leaves func(op core.Operation, order string)) core.PaymentAPI {
	return tapped{api, leaves}
}

type tapped struct {
	core.PaymentAPI
	leaves func(op core.Operation, order string)
}

// Initiate implements core.PaymentAPI.
func (t tapped) Initiate(ctx context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	t.leaves(core.OpInitiate, c.OrderID)
	return t.PaymentAPI.Initiate(ctx, c)
}

// GenerateQR implements core.PaymentAPI.
func (t tapped) GenerateQR(ctx context.Context, c wire.QRCall) (wire.QRResult, error) {
	t.leaves(core.OpGenerateQR, c.OrderID)
	return t.PaymentAPI.GenerateQR(ctx, c)
}

// ValidateAccount implements core.PaymentAPI.
func (t tapped) ValidateAccount(ctx context.Context, c wire.ValidateCall) (wire.ValidateResult, error) {
	t.leaves(core.OpValidateAccount, c.OrderID)
	return t.PaymentAPI.ValidateAccount(ctx, c)
}

// SubmitOTP implements core.PaymentAPI.
func (t tapped) SubmitOTP(ctx context.Context, c wire.OTPCall) (wire.OTPResult, error) {
	t.leaves(core.OpSubmitOTP, c.OrderID)
	return t.PaymentAPI.SubmitOTP(ctx, c)
}
