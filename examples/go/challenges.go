package main

import (
	"log"
	"slices"
	"sync"
	"time"
)

// A match of the bot, or one in which it may sit down.
type ownMatch struct{ Match, Code string }

type botWork struct {
	Challenges []struct{ Challenge, Game string }
	Matches    []ownMatch
}

// Bot says what a bot account does.
type Bot struct {
	Games  []string // challenges to other games are declined; without games, the bot takes all
	Choose func(view Fields, legal []string) string
	End    func(seat *Seat)
}

// Live takes challenges and plays all matches of the bot at once. After a restart the server names the same matches again.
func (b Bot) Live(server *Server) error {
	var playing sync.Map
	for ; ; time.Sleep(2 * time.Second) {
		var work botWork
		if err := patiently(func() error {
			return server.Call("POST", "/api/me/ready", map[string]any{"games": b.Games}, &work)
		}); err != nil {
			return err
		}
		for _, one := range work.Challenges {
			if err := b.answer(server, one.Challenge, one.Game); err != nil {
				log.Println(err)
			}
		}
		for _, one := range work.Matches {
			if _, isPlaying := playing.LoadOrStore(one.Match, true); !isPlaying {
				go func() {
					defer playing.Delete(one.Match) // if it is not over, the server names it again
					if err := b.play(server, one); err != nil {
						log.Println(err)
					}
				}()
			}
		}
	}
}

func (b Bot) answer(server *Server, challenge, game string) error {
	answer, body := "/accept", map[string]string{}
	if len(b.Games) > 0 && !slices.Contains(b.Games, game) {
		answer, body = "/decline", map[string]string{"reason": "settings"}
	}
	return server.Call("POST", "/api/me/challenges/"+challenge+answer, body, &struct{}{})
}

func (b Bot) play(server *Server, one ownMatch) error {
	seat := &Seat{Server: server, Match: one.Match, Code: one.Code, Show: func(*Seat) {}}
	seat.Choose = func(legal []string) string { return b.Choose(seat.View, legal) }
	if err := seat.Sit(); err != nil {
		return err
	}
	if err := seat.Play(); err != nil {
		return err
	}
	b.End(seat)
	return nil
}
