// Package crash proves what the till promises about a pulled plug, as far as
// one machine can: a process sells by every route against a practice bank that
// lives in another process, is killed with SIGKILL at a random moment, and the
// next one starts at once on the same folder, thousands of times.
//
// The bank's ledger is the witness. It cannot be killed here and it counts
// every payment, so what the till's store says of money can be held against it.
// The parent also writes down everything that the killed process would have
// shown: a line goes through a pipe for each record that the till publishes.
//
// What is checked at each restart, before the new process opens its till:
//
//   - every sale that was shown is on disk, in the version shown or a newer one;
//   - every sale shown as paid has that receipt on disk, and the bank's word;
//     none is settled on disk without a receipt;
//   - every payment at the bank belongs to a sale on disk, and whatever was
//     asked of the bank, a QR, a code, the taking of a code, has its intent there;
//   - no second code is asked for where the bank took the first.
//
// And after some kills, once a process was left alone until all had ended:
//
//   - no order has two payments;
//   - every settled payment has one receipt of the same amount, every receipt a
//     settled payment;
//   - no sale is left without an end, none contradicts the bank, and of two
//     linked sales that were both paid one says so.
//
// A SIGKILL takes the process, not the machine: what was written but not synced
// survives it. Whether the sync is there is for other proofs.
//
// A second proof starts several processes on one folder at the same moment:
// never may two of them hold the store at once.
//
//sanduq:norace tills in other processes do the work
package crash
