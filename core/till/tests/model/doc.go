// Package model is a small finite model of what one order can go through at a
// till, explored to its last state.
//
// The model holds up to two sales of the order, the second opened instead of
// the first. Of each it knows the gateway's truth on both legs (QR and wallet,
// bank account), what became of every one-time code, the till's journal and
// the till's memory. What happens next is a label: an act of the cashier or a
// manager, a reply, a question with the answer that it brings, a change at the
// bank, time, the plug, a journal put back. Questions are abstract: polling is
// a tick or the cap, watching is a question or the plan's end.
//
// Wherever the product has a pure function the model calls it instead of
// having an opinion: core.PaymentStateMachine decides each step of a session,
// and what is shown, offered, watched or open is derived from a journal.Sale by
// its own methods. The rest is the law as the model has it, in the files
// named after who acts; faults are injected there. That the law is also what the
// program does is proven apart: of every scope as many kinds of transition as
// are asked for, the nearest first, are taken through a real till and a real
// SDK, and compared after each step; what the law forbids in a place is tried
// there, once. Tills that were bent must be told from the model.
//
// The model assumes that the bank debits a payment once, by either leg. A call
// under way may last for any time but a watch's whole plan. Where two sales are
// found paid at one start, either may be the one that is called paid twice.
//
//sanduq:norace it explores states in one goroutine, millions of them
package model
