package main

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"example.org/flower-war/client"
)

// playMoves plays a match to its end: it reads the stream line by line, and sends each move by the operation act.
func playMoves(ctx context.Context, client *flowerwar.APIClient, match string) (string, int) {
	lines := openStream(ctx, client.GetConfig().Servers[0].URL, match)
	answered := map[int64]bool{}
	for lines.Scan() {
		var line flowerwar.StreamLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			panic(err)
		}
		if line.ClosedLine != nil {
			panic(lines.Text())
		}
		result, decision, legal := partsOf(line)
		if result != nil {
			return string(result.Result), len(answered)
		}
		if decision == nil || answered[*decision] {
			continue
		}
		answered[*decision] = true
		play(ctx, client, match, *decision, legal[rand.IntN(len(legal))])
	}
	panic("the stream ended before the match")
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

func partsOf(line flowerwar.StreamLine) (*flowerwar.MatchResult, *int64, []string) {
	switch {
	case line.StateLine != nil:
		return line.StateLine.Table.Result, line.StateLine.Decision, line.StateLine.Legal
	case line.StepLine != nil:
		return line.StepLine.Table.Result, line.StepLine.Decision, line.StepLine.Legal
	case line.TableLine != nil:
		return line.TableLine.Table.Result, nil, nil
	}
	return nil, nil, nil
}

// play sends the same action until it is accepted.
func play(ctx context.Context, client *flowerwar.APIClient, match string, decision int64, move string) {
	id := rand.Int64N(1 << 32)
	action := *flowerwar.NewActBody(flowerwar.ActionId{Int64: &id}, decision, move)
	for {
		acted, answer, err := client.PlainAPI.Act(ctx, match).ActBody(action).Execute()
		switch {
		case answer != nil && answer.StatusCode == http.StatusTooManyRequests:
			seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
			time.Sleep(time.Duration(seconds) * time.Second)
		case told(acted, answer, err).AcceptedAction != nil:
			return
		}
	}
}
