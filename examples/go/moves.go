package main

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"time"
)

// A move, as the plain door takes it. The same id is played once, however often it is sent.
type action struct {
	ID       uint32 `json:"id"`
	Decision int    `json:"decision"`
	Move     string `json:"move"`
}

// answer sends a move for the open decision, unless one is on its way. The stream is read on meanwhile: the outcome may
// wait for a hidden window that asks this very seat.
func (s *Seat) answer() {
	if s.Decision == 0 || len(s.Legal) == 0 || s.acted[s.Decision] {
		return
	}
	s.acted[s.Decision] = true
	go s.send(action{ID: rand.Uint32(), Decision: s.Decision, Move: s.Choose(s.Legal)})
}

// send sends a move with its one id until the outcome is known.
func (s *Seat) send(move action) {
	err := patiently(func() error {
		var answer struct{ Kind string }
		if err := s.Server.Call("POST", s.path("/act"), move, &answer); err != nil {
			return err
		}
		if answer.Kind != "accepted" {
			return errors.New("the outcome is not known yet")
		}
		return nil
	})
	var refused *Refused
	if !errors.As(err, &refused) || isLate(refused.Code) {
		return
	}
	fmt.Fprintln(os.Stderr, "rejected:", move, refused)
	time.Sleep(250 * time.Millisecond)
	s.rejected <- move.Decision // nothing happened, so another move may be tried
}

// isLate tells whether another seat was faster, so that nothing is left to answer.
func isLate(code string) bool { return code == "stale-decision" || code == "match-over" }
