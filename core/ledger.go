package core

import (
	"context"

	"sanduq/core/ledger"
)

// Ledger is for a program that keeps the books of many payments: whose a settlement
// is, what may be debited twice, what to ask about after the machine stopped.
func (w *WebSDK) Ledger() ledger.Ledger { return book{w.on()} }

// book is an engine as a ledger.Ledger.
type book struct{ e *engine }

func (b book) VerifySettlements(verify func(context.Context, ledger.Settlement) error) {
	b.e.lock()
	defer b.e.unlock()
	b.e.verifier = verify
}

func (b book) PayableTwice() bool {
	b.e.lock()
	defer b.e.unlock()
	return len(b.e.secondLegsLocked()) > 0
}

func (b book) SecondSettlement(ctx context.Context) (ledger.Settlement, error) {
	return b.e.secondSettlement(ctx)
}

func (b book) AskBothLegs() {
	b.e.lock()
	defer b.e.unlock()
	b.e.stale = true
}

func (b book) AskAboutLostQR() {
	b.e.lock()
	defer b.e.unlock()
	b.e.loseQRLocked(replyInfo{})
}
