package interleavings

import "go/types"

const (
	inCore  = "sanduq/core."
	inTill  = "sanduq/core/till."
	inSched = "sanduq/core/till/internal/sched."
)

// What this package knows of the program by name, all of it. A function is
// called as in a stack, a field by its struct, a parameter behind its function,
// each with the path of the package. All are resolved before the first test, and
// a name that stands for nothing panics: whoever renames or moves something of
// the program has to say so here.
var (
	attach      = known[*types.Func](inTill + "(*run).attach")
	call        = known[*types.Func](inTill + "(*run).call")
	commitEvent = known[*types.Func](inTill + "(*run).commitEvent")
	health      = known[*types.Func](inTill + "(*run).health")
	nextDue     = known[*types.Func](inTill + "(*Till).nextDue")
	reopen      = known[*types.Func](inTill + "(*committer).reopen")
	sdkNow      = known[*types.Func](inTill + "(*run).sdkNow")
	secrets     = known[*types.Func](inTill + "(*run).secrets")
	storeFault  = known[*types.Func](inTill + "(*Till).StoreFault")

	engine   = known[*types.TypeName](inCore + "engine") // an SDK's
	callsSDK = known[*types.Var](inTill + "(*run).call f")

	live      = known[*types.Var](inTill + "run.live")
	pollStart = known[*types.Var](inTill + "run.pollStart")
	saleField = known[*types.Var](inTill + "run.sale")

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
	adopting      = aLock(inTill + "Till.adopting")
	claimsLock    = aLock(inTill + "claims.mu")
	committerLock = aLock(inTill + "committer.mu")
	leasing       = aLock(inTill + "Till.leasing")
	paceLock      = aLock(inTill + "pace.mu")
	runLock       = aLock(inTill + "run.mu").guardsMemory()
	runOp         = aLock(inTill + "run.op")
	runWrite      = aLock(inTill + "run.write")
	settling      = aLock(inTill + "Till.settling")
	staffLock     = aLock(inTill + "staff.mu").guardsMemory()
	staffWrite    = aLock(inTill + "staff.write")
	tillLock      = aLock(inTill + "Till.mu").guardsMemory()
)
