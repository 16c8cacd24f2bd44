package soak

import "slices"

// Row is one stress test of make soak.
type Row struct {
	// Name is what ROW= names.
	Name string
	// Package is the folder of the test, from the repository's root.
	Package, Test string
	// N is the number of rounds at full length, and Rounds what is counted.
	N      int
	Rounds string
	// Holds is the invariant.
	Holds string
	// Seeded rows play one case for each seed: SEED=n plays that one again.
	Seeded bool
	// Other rows can use the second gateway: SOAK_GATEWAY=other.
	Other bool
}

// Rows are all stress tests, in the order in which make soak ROW=all runs them.
var Rows = []Row{
	{Name: "canary", Package: "storage/tests/secrets", Test: "TestNoSecretLeaves", N: 20, Rounds: "stories", Seeded: true,
		Holds: "no secret and no whole account number is in any file, log or process that the till leaves"},
	{Name: "kill", Package: "storage/tests/crash", Test: "TestKilledTillsTellTheTruth", N: 10000, Rounds: "kills", Seeded: true, Other: true,
		Holds: "a till that is killed at any moment agrees with the gateway's ledger after its restart"},
	{Name: "wrong-journals", Package: "storage/tests/crash", Test: "TestWrongJournalsAreCaught", N: 300, Rounds: "kills at most",
		Holds: "the checks of kill find each of the journals that are wrong on purpose"},
	{Name: "model", Package: "core/till/tests/model", Test: "TestModel", N: 2000, Rounds: "kinds of transition of a scope",
		Holds: "the till makes the transitions of the law and no others; injected faults are found"},
	{Name: "two-copies", Package: "storage/tests/crash", Test: "TestTwoCopiesNeverShareAStore", N: 1000, Rounds: "races",
		Holds: "of several processes that open one folder at the same moment one holds it"},
	{Name: "interleavings", Package: "core/till/tests/interleavings", Test: "TestInterleavings", N: 20000, Rounds: "orders of a scenario",
		Holds: "no order of the till's goroutines breaks a law or the order of locks; injected faults are found"},
	{Name: "adversary", Package: "core/till/tests/adversary", Test: "TestAdversary", N: 100000, Rounds: "scripts", Seeded: true,
		Holds: "whatever the gateway answers, no payment is made twice, lost or shown falsely"},
	{Name: "time-to-paid", Package: "core/till/tests/truth", Test: "TestTimeToPaid", N: 1000, Rounds: "sales of a kind of fault",
		Holds: "from the bank's settlement to PAID it takes seconds, whatever fault came in between"},
	{Name: "long-journal", Package: "core/till/tests/truth", Test: "TestALongJournal", N: 100000, Rounds: "sales",
		Holds: "a payment, or a transaction, of before a restart and as many sales settles no other"},
	{Name: "sim", Package: "core/till/tests/sim", Test: "TestSim", N: 100000, Rounds: "seeds", Seeded: true, Other: true,
		Holds: "the laws hold in days with faults of network, disk, clock and gateway; a seed passes again the same way"},
	{Name: "days", Package: "core/till/tests/days", Test: "TestDays", N: 10000, Rounds: "days", Seeded: true,
		Holds: "sales, shifts, drawer and Zs of days with kills and restores add up; hledger agrees"},
	{Name: "books", Package: "core/till", Test: "TestTheBooksAgree", N: 2000, Rounds: "lives of a shop", Seeded: true,
		Holds: "report, export and Zs say the same of each closed period, route and currency, and go on saying it"},
	{Name: "statements", Package: "core/report/statement", Test: "TestWrittenFiles", N: 50000, Rounds: "bank files", Seeded: true,
		Holds: "each row of a bank's file, whatever its format, is a credit, a debit or named as unread, and the sums are the file's"},
	{Name: "daily-files", Package: "ui/exporting/daily", Test: "TestFilesOverKills", N: 20000, Rounds: "lives of a shop", Seeded: true,
		Holds: "the files of each day are written whole after its Z, wherever the program is killed"},
	{Name: "days-bbolt", Package: "core/till/tests/days", Test: "TestDaysOnFile", N: 1000, Rounds: "days", Seeded: true,
		Holds: "the same on the real storage"},
	{Name: "liveness", Package: "core/till/tests/sim", Test: "TestLiveness", N: 20000, Rounds: "seeds", Seeded: true, Other: true,
		Holds: "two hours after the last fault the till knows of all money that the gateway has, without help"},
	{Name: "ninety-days", Package: "core/till/tests/ninetydays", Test: "TestNinetyDays", N: 90, Rounds: "days",
		Holds: "a shop's till keeps its speed and its memory for three months"},
	{Name: "sim-bbolt", Package: "core/till/tests/sim", Test: "TestSimOnFile", N: 1000, Rounds: "seeds", Seeded: true, Other: true,
		Holds: "as sim, on the real storage"},
	{Name: "clock-jumps", Package: "core/till/tests/sim", Test: "TestClockJumps", N: 14400, Rounds: "jumps", Seeded: true,
		Holds: "a wall clock that is set in any state of a sale changes no outcome"},
	{Name: "second-gateway", Package: "core/till/tests/othergateway", Test: "TestSecondGateway", N: 10000, Rounds: "days", Seeded: true,
		Holds: "the laws hold against gateways that are drawn anew for each day"},
	{Name: "proxy", Package: "core/till/tests/wire", Test: "TestProxy", N: 10000, Rounds: "faults of the wire", Seeded: true, Other: true,
		Holds: "connections that break, stall and lie cause no second payment and no false outcome"},
	{Name: "power-cut", Package: "storage/tests/powerfail", Test: "TestPowerCut", N: 1000000, Rounds: "states of the disk",
		Holds: "every state that a power cut can leave opens, and has all that was said to be written"},
	{Name: "failing-calls", Package: "storage/tests/faults", Test: "TestFailingCalls", N: 1000, Rounds: "calls at most",
		Holds: "whichever system call of a sale fails, the till says so and loses nothing"},
	{Name: "full-disk", Package: "storage/tests/faults", Test: "TestFullDisk", N: 64, Rounds: "sizes",
		Holds: "on a full disk no money is taken that cannot be written down"},
	{Name: "flips", Package: "storage/tests/faults", Test: "TestFlips", N: 10000, Rounds: "damages", Seeded: true,
		Holds: "a damaged store serves no wrong record and ends no process"},
	{Name: "killed-maintenance", Package: "storage/tests/faults", Test: "TestKilledMaintenance", N: 1000, Rounds: "calls at most",
		Holds: "opening, backup, change of key and restore can be killed at each system call"},
	{Name: "day-migration", Package: "storage", Test: "TestTheDayIsAddedHoweverOftenItIsKilled", N: 100, Rounds: "kills",
		Holds: "a migration that is killed again and again keeps every sale and each debt once"},
	{Name: "office-bounds", Package: "core/office/server/collector", Test: "TestWhatTheCheckAcceptsIsStored", N: 20000, Rounds: "batches",
		Holds: "what head office's check accepts, its database keeps to the last digit"},
	{Name: "office-isolation", Package: "core/office/server/collector", Test: "TestOthersKeepTheirPace", N: 5, Rounds: "turns of an attack",
		Holds: "honest tills keep nine tenths of their pace beside each attack"},
	{Name: "office-sign-ins", Package: "core/office/server/page", Test: "TestSignInsSlowNoTill", N: 5, Rounds: "turns",
		Holds: "honest tills keep nine tenths of their pace beside thirty sign-ins at once"},
	{Name: "office-books", Package: "core/office/server/tests/books", Test: "TestTheOfficeCountsLikeTheBooks", N: 500, Rounds: "lives of a till", Seeded: true,
		Holds: "reports, totals and exports of head office and the Zs that it holds say the same of each closed period, route and currency, and go on saying it"},
	{Name: "office", Package: "core/office/server/tests/together", Test: "TestKilledOffices", N: 1000, Rounds: "kills",
		Holds: "rows that were acknowledged to a till survive kills of collectors, PostgreSQL and agents"},
	{Name: "office-failover", Package: "core/office/server/tests/together", Test: "TestFailover", N: 50, Rounds: "failovers",
		Holds: "rows that were acknowledged are on the replica that is promoted"},
	{Name: "office-patroni", Package: "core/office/server/tests/together", Test: "TestPatroni", N: 20, Rounds: "events",
		Holds: "rows that were acknowledged are on each new primary that Patroni chooses"},
	{Name: "office-line", Package: "core/office/server/tests/together", Test: "TestNothingIsLostOnTheWay", N: 200, Rounds: "tills", Seeded: true,
		Holds: "a line that breaks, killed agents and restored disks lose no row and store none twice"},
	{Name: "linearizability", Package: "core/office/server/tests/histories", Test: "TestHistoriesAreLinearizable", N: 10000, Rounds: "histories", Seeded: true,
		Holds: "what tills, the bank and head office tell, with lost replies and kills, happened in one order that the law of an order allows"},
	{Name: "office-reading", Package: "core/office/server/tests/reading", Test: "TestPagesOfManySales", N: 10000000, Rounds: "sales",
		Holds: "each question of head office's screens is answered in the time it has"},
	{Name: "export-kills", Package: "core/stress/report/killed", Test: "TestKilledExportsLeaveNothingHalf", N: 100, Rounds: "kills of a format",
		Holds: "an export that is killed leaves the old file or none, never a part"},
	{Name: "one-key", Package: "core/idempotency", Test: "TestTwoProcessesOneKey", N: 1000, Rounds: "races",
		Holds: "an idempotency key opens one payment, whatever two processes do at once"},
	{Name: "open-pages", Package: "core/stress/checkout/size", Test: "TestOpenPages", N: 1000, Rounds: "pages",
		Holds: "payment pages that are open at once are served within their memory"},
	{Name: "one-form", Package: "core/stress/checkout/replicas", Test: "TestEachFormOnce", N: 10000, Rounds: "posts",
		Holds: "a form of the payment page that is posted to four processes at once works once, on PostgreSQL and SQLite"},
	{Name: "page-kills", Package: "core/stress/checkout/replicas", Test: "TestKilledReplicasTellEverySettlement", N: 1000, Rounds: "kills",
		Holds: "the merchant hears of every settlement, with one key each, whichever process of the payment page is killed"},
	{Name: "print-kills", Package: "storage/tests/printkills", Test: "TestKilledPrints", N: 1000, Rounds: "kills", Seeded: true,
		Holds: "no slip is lost and none is printed twice without saying so"},
	{Name: "mutants", Package: "core/internal/mutants", Test: "TestMutants", N: 100000, Rounds: "mutants of an area at most",
		Holds: "a test notices each change that is made to SDK, till and storage"},
	{Name: "hostile-folder", Package: "storage/tests/hostilefolder", Test: "TestHostileFolder", N: 1000, Rounds: "acts",
		Holds: "folders with any name that disappear, fill up or hang lose no sale"},
}

// RowOf returns the row of a name, and whether there is one.
func RowOf(name string) (Row, bool) {
	i := slices.IndexFunc(Rows, func(r Row) bool { return r.Name == name })
	if i < 0 {
		return Row{}, false
	}
	return Rows[i], true
}
