package faults

// Behaviour is how the bank treats the merchant.
type Behaviour int32

// The behaviours: answers at once; answers late and settles late; takes requests and never answers.
const (
	Answers Behaviour = iota
	Slow
	Silent
)

// String returns the name that control calls and pages use.
func (b Behaviour) String() string {
	return [...]string{"answers", "slow", "silent"}[max(0, min(b, Silent))]
}

// BehaviourNamed is the reverse of Behaviour.String; an unknown name is Answers.
func BehaviourNamed(name string) Behaviour {
	for b := Answers; b <= Silent; b++ {
		if b.String() == name {
			return b
		}
	}
	return Answers
}

// SetBehaviour changes how the bank treats the merchant from the next request on.
func (f *Set) SetBehaviour(b Behaviour) { f.treats.Store(int32(max(Answers, min(b, Silent)))) }

// Behaviour returns what setBehaviour set.
func (f *Set) Behaviour() Behaviour { return Behaviour(f.treats.Load()) }

// SetWrongCodes has the next n codes that are sent in taken for wrong ones.
func (f *Set) SetWrongCodes(n int32) { f.wrongCodes.Store(n) }

// SpendWrongCode takes one wrong code of the drill, if any is left.
func (f *Set) SpendWrongCode() bool {
	for {
		left := f.wrongCodes.Load()
		if left == 0 {
			return false
		}
		if f.wrongCodes.CompareAndSwap(left, left-1) {
			return true
		}
	}
}
