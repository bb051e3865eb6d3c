package main

import (
	"fmt"
	"log"
	"math/rand"
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

// takeChallenges is the life of a bot account. Make `Choose` yours: `legal` is all that the seat may play.
func takeChallenges(server *Server, games []string) error {
	var playing sync.Map
	for ; ; time.Sleep(2 * time.Second) {
		var work botWork
		if err := patiently(func() error {
			return server.Call("POST", "/api/me/ready", map[string]any{"games": games}, &work)
		}); err != nil {
			return err
		}
		for _, one := range work.Challenges {
			answer, body := "/accept", map[string]string{}
			if len(games) > 0 && !slices.Contains(games, one.Game) {
				answer, body = "/decline", map[string]string{"reason": "settings"}
			}
			if err := server.Call("POST", "/api/me/challenges/"+one.Challenge+answer, body, &struct{}{}); err != nil {
				log.Println(err)
			}
		}
		for _, one := range work.Matches {
			if _, isPlaying := playing.LoadOrStore(one.Match, true); !isPlaying {
				go func() {
					defer playing.Delete(one.Match) // if it is not over, the server names it again
					seat := &Seat{Server: server, Match: one.Match, Code: one.Code, Show: func(*Seat) {}}
					seat.Choose = func(legal []string) string { return legal[rand.Intn(len(legal))] }
					if err := seat.Sit(); err != nil {
						log.Println(err)
					} else if err := seat.Play(); err != nil {
						log.Println(err)
					}
					fmt.Println(one.Match, string(seat.Table["result"]))
				}()
			}
		}
	}
}
