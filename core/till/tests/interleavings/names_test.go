package interleavings

import "go/types"

const (
	inCore  = "sanduq/core."
	inPay   = "sanduq/core/till/internal/payment."
	inStaff = "sanduq/core/till/internal/staff."
	inWrite = "sanduq/core/till/internal/commit."
	inSched = "sanduq/core/till/internal/sched."
)

// What this package knows of the program by name, all of it. A function is
// called as in a stack, a field by its struct, a parameter behind its function,
// each with the path of the package. All are resolved before the first test, and
// a name that stands for nothing panics: a developer who renames or moves something of
// the program has to say so here.
var (
	attach      = known[*types.Func](inPay + "(*run).attach")
	call        = known[*types.Func](inPay + "(*run).call")
	commitEvent = known[*types.Func](inPay + "(*run).commitEvent")
	health      = known[*types.Func](inPay + "(*run).health")
	nextDue     = known[*types.Func](inPay + "(*watcher).nextDue")
	reopen      = known[*types.Func](inWrite + "(*Writer).reopen")
	sdkNow      = known[*types.Func](inPay + "(*run).sdkNow")
	secrets     = known[*types.Func](inPay + "(*run).secrets")
	storeFault  = known[*types.Func](inWrite + "(*Writer).Fault")

	engine   = known[*types.TypeName](inCore + "engine") // an SDK's
	callsSDK = known[*types.Var](inPay + "(*run).call f")

	live      = known[*types.Var](inPay + "run.live")
	pollStart = known[*types.Var](inPay + "run.pollStart")
	saleField = known[*types.Var](inPay + "run.sale")

	mutex        = known[*types.TypeName](inSched + "Mutex")
	mutexLock    = known[*types.Func](inSched + "(*Mutex).Lock")
	mutexName    = known[*types.Func](inSched + "(*Mutex).Name")
	mutexTryLock = known[*types.Func](inSched + "(*Mutex).TryLock")

	cond        = known[*types.TypeName]("sync.Cond")
	condWait    = known[*types.Func]("sync.(*Cond).Wait")
	plainMutex  = known[*types.TypeName]("sync.Mutex")
	waitGroupGo = known[*types.Func]("sync.(*WaitGroup).Go")
)

// The till's locks, of which none may be missing here. Those that guard memory
// are given back before the next point, which checkHeld looks after; the others
// are held over what takes time.
var (
	_             = aLock(inPay + "Teller.adopting")
	_             = aLock(inPay + "claims.mu").guardsMemory()
	committerLock = aLock(inWrite + "Writer.mu")
	leasing       = aLock(inPay + "Teller.leasing")
	_             = aLock(inPay + "pace.mu")
	runLock       = aLock(inPay + "run.mu").guardsMemory()
	_             = aLock(inPay + "run.op")
	runWrite      = aLock(inPay + "run.write")
	settling      = aLock(inPay + "Teller.settling")
	_             = aLock(inStaff + "Staff.mu").guardsMemory()
	_             = aLock(inStaff + "Staff.write")
	_             = aLock(inPay + "Teller.mu").guardsMemory()
)
