// A player whose client openapi-generator generated: the package flowerwar is its work.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"strconv"

	"example.org/flower-war/client"
)

// told gives the answer, or ends the program.
func told[T any](answer *T, _ *http.Response, err error) *T {
	var refusal *flowerwar.GenericOpenAPIError
	if errors.As(err, &refusal) {
		panic(string(refusal.Body()))
	}
	if err != nil {
		panic(err)
	}
	return answer
}

// refusalOf gives the code of the refusal that must come.
func refusalOf(err error) flowerwar.RefusalCode {
	var refused *flowerwar.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic("nothing was refused")
	}
	refusal, isRefusal := refused.Model().(flowerwar.Refusal)
	if !isRefusal {
		panic(string(refused.Body()))
	}
	return refusal.Code
}

func contribution() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}

func main() {
	settings := flowerwar.NewConfiguration()
	settings.Servers = flowerwar.ServerConfigurations{{URL: os.Getenv("SERVER_URL")}}
	client := flowerwar.NewAPIClient(settings)

	guest := told(client.PlayersAPI.SignInAsGuest(context.Background()).
		GuestBody(flowerwar.GuestBody{Name: flowerwar.PtrString("Go")}).Execute())
	ctx := context.WithValue(context.Background(), flowerwar.ContextAccessToken, guest.Token)

	clock := flowerwar.DaysClockAsClockWish(flowerwar.NewDaysClock("days", 3))
	bot := flowerwar.NewBotSeat("greedy")
	bot.SetSeat(1)
	wanted := flowerwar.NewCreateBody("tieqchieq")
	turnCap, mayPass := float64(100), false
	wanted.SetOptions(map[string]flowerwar.OptionValue{
		"startPlayer": {String: flowerwar.PtrString("seat-0")},
		"turnCap":     {Float64: &turnCap},
		"mayPass":     {Bool: &mayPass},
	})
	wanted.SetTable(flowerwar.TableWish{Clock: &clock})
	wanted.SetBots([]flowerwar.BotSeat{*bot})
	created := told(client.MatchesAPI.CreateMatch(ctx).CreateBody(*wanted).Execute())

	sit := flowerwar.NewSitBody(created.Commitment, contribution())
	sit.SetSeat(flowerwar.SeatChoice{String: flowerwar.PtrString("red")})
	seated := told(client.MatchesAPI.TakeSeat(ctx, created.Match).SitBody(*sit).Execute())
	match := told(client.MatchesAPI.GetMatch(ctx, created.Match).Execute())
	list := told(client.MatchesAPI.ListMatches(ctx).Game("tieqchieq").
		Status(flowerwar.MATCHSTATUS_RUNNING).Clock(flowerwar.CLOCKKIND_DAYS).Execute())
	listed := false
	for _, one := range list.Matches {
		listed = listed || one.Match == match.Match
	}
	steps := told(client.HistoryAPI.ListSteps(ctx, created.Match).Viewer(fmt.Sprintf("seat:%d", seated.Seat)).Execute())
	_, _, refused := client.MatchesAPI.LeaveSeat(ctx, created.Match).Execute()

	text, err := json.Marshal(map[string]any{
		"player":  guest.Player,
		"match":   match.Match,
		"seat":    seated.Seat,
		"status":  match.Status,
		"bot":     match.Seats[1].Name,
		"listed":  listed,
		"legal":   steps.Steps[len(steps.Steps)-1].Legal,
		"refused": refusalOf(refused),
		"moves":   playMoves(ctx, client, created.Match),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

// playMoves reads the stream line by line, and sends each move by the operation act. It gives how many moves were accepted.
func playMoves(ctx context.Context, client *flowerwar.APIClient, match string) int {
	most, _ := strconv.Atoi(os.Getenv("MOVES"))
	lines := openStream(ctx, client.GetConfig().Servers[0].URL, match)
	answered := map[int64]bool{}
	for len(answered) < most && lines.Scan() {
		var line flowerwar.StreamLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			panic(err)
		}
		if line.ClosedLine != nil {
			panic(lines.Text())
		}
		decision, legal := questionOf(line)
		if decision == nil || answered[*decision] {
			continue
		}
		id := mathrand.Int64N(1 << 32)
		action := *flowerwar.NewActBody(flowerwar.ActionId{Int64: &id}, *decision, legal[mathrand.IntN(len(legal))])
		if told(client.PlainAPI.Act(ctx, match).ActBody(action).Execute()).AcceptedAction != nil {
			answered[*decision] = true
		}
	}
	return len(answered)
}

// openStream does what the generated call cannot: it reads an answer that goes on.
func openStream(ctx context.Context, url string, match string) *bufio.Scanner {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/matches/"+match+"/stream", nil)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+ctx.Value(flowerwar.ContextAccessToken).(string))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}

func questionOf(line flowerwar.StreamLine) (*int64, []string) {
	switch {
	case line.StateLine != nil:
		return line.StateLine.Decision, line.StateLine.Legal
	case line.StepLine != nil:
		return line.StepLine.Decision, line.StepLine.Legal
	}
	return nil, nil
}
