package setup

import "sanduq/ui/screen"

// New is the screen over a memory. Nothing is asked before Shown.
func New(env screen.Env, d Deps, m *Memory) *Screen {
	return newScreen(env, d, m, map[step]func(*Screen) page{
		stepTill:     func(s *Screen) page { return newTillPage(s) },
		stepBank:     func(s *Screen) page { return newBankPage(s) },
		stepManager:  func(s *Screen) page { return newManagerPage(s) },
		stepRecovery: func(s *Screen) page { return newRecoveryPage(s) },
	})
}
