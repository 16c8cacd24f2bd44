package model

// fault is a set of things that are injected in the law to see them caught.
type fault uint32

// The faults. Some were the product's own before the model found them.
const (
	refusalResolves    fault = 1 << iota // an unlisted refusal of a code leaves the pad open
	silenceReopens                       // a lost reply to a code is resolved like an unlisted refusal
	unchecked                            // a replacement is not looked at again before it is sent
	unlinked                             // the old sale is not told of the new one
	oneLeg                               // only the session's own leg is asked
	endByOne                             // an end needs no answer from the other leg
	codeUnwatched                        // the watch is not begun after a refused code
	deniedEnds                           // a 401 ends the watch
	foreignBelieved                      // another payment's SUCCESS is believed
	restartForgets                       // after a restart an announced code was never sent
	frozenForEver                        // the freeze ends for no manager
	unaskedSwitch                        // the QR is not asked about before a switch
	unaskedCode                          // nothing is asked about before a code
	unresolvable                         // a sale whose code is open cannot be resolved outside
	authorizedUnpolled                   // a wallet that took the code is neither polled nor watched
	neverRepeated                        // after the cap the code cannot be repeated
	plannedOnce                          // a plan that was used up is not begun again for a new QR or code
	lateMark                             // that a code left is noted by its reply alone
	staleOneLeg                          // a journal put back is believed about the legs
	repeatedAtOnce                       // a code is repeated before the cap
	capKept                              // a restart over a code keeps the cap of the one before
	otherUnsaid                          // a SUCCESS by the other leg is heard and not taken in
	lostForgotten                        // a QR whose reply was lost is forgotten
	announcedForgotten                   // and so is one over which the plug was pulled
	claimedOnRestart                     // a restart takes what was announced for an end
	refusalUnasked                       // a refusal that is listed opens the pad though a leg is silent
)

// has reports whether a fault is injected.
func (m *model) has(f fault) bool { return m.fault&f != 0 }
