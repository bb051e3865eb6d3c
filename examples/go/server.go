package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	firstWait   = 100 * time.Millisecond
	longestWait = 2 * time.Second
	// The server answers a move after 25 seconds at most. A connection on which nothing comes for so long is dead.
	longestAnswer = 60 * time.Second
)

// Refused says that the server said no. Decide by Code; a status of 429 or from 500 on passes by itself.
type Refused struct {
	Status int
	Code   string
	Wait   time.Duration
}

func (r *Refused) Error() string { return fmt.Sprintf("refused: %d %s", r.Status, r.Code) }

// Passes tells whether the same request may succeed later.
func (r *Refused) Passes() bool { return r.Status == http.StatusTooManyRequests || r.Status >= 500 }

// Server calls routes as one player.
type Server struct {
	URL     string
	Token   string
	refresh string
	lock    sync.Mutex
}

func NewServer(url, token string) *Server {
	return &Server{URL: strings.TrimRight(url, "/"), Token: token}
}

type session struct{ Token, Refresh string }

func (s *Server) SignIn(name string) error {
	return s.enter("/api/guests", map[string]string{"name": name})
}

func (s *Server) enter(path string, body any) error {
	var given session
	if err := s.call("POST", path, body, &given); err != nil {
		return err
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.Token, s.refresh = given.Token, given.Refresh
	return nil
}

// Call asks a route. A token ends after an hour; then the server gives a new one.
func (s *Server) Call(method, path string, body, answer any) error {
	err := s.call(method, path, body, answer)
	var refused *Refused
	s.lock.Lock()
	refresh := s.refresh
	s.lock.Unlock()
	if !errors.As(err, &refused) || refused.Code != "unauthorized" || refresh == "" {
		return err
	}
	if err := s.enter("/api/tokens", map[string]string{"refresh": refresh}); err != nil {
		return err
	}
	return s.call(method, path, body, answer)
}

func (s *Server) call(method, path string, body, answer any) error {
	ctx, hangUp := context.WithTimeout(context.Background(), longestAnswer)
	defer hangUp()
	response, err := s.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if raw, ok := answer.(*[]byte); ok {
		*raw = text
		return nil
	}
	return json.Unmarshal(text, answer)
}

// Lines reads a stream to its end, line by line. What comes after the last line feed is not a line.
func (s *Server) Lines(ctx context.Context, path string, take func(line []byte)) error {
	response, err := s.send(ctx, "GET", path, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	reader := bufio.NewReader(response.Body)
	for {
		line, err := reader.ReadBytes('\n')
		if err != nil {
			return err
		}
		take(line)
	}
}

// send answers a response with the status 200, or says why there is none.
func (s *Server) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, s.URL+path, sent)
	if err != nil {
		return nil, err
	}
	request.Header.Set("content-type", "application/json")
	s.lock.Lock()
	if s.Token != "" {
		request.Header.Set("authorization", "Bearer "+s.Token)
	}
	s.lock.Unlock()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		return nil, refusal(response)
	}
	return response, nil
}

// refusal reads why. A proxy before the server may answer without a code.
func refusal(response *http.Response) *Refused {
	var told struct{ Code string }
	text, _ := io.ReadAll(response.Body)
	_ = json.Unmarshal(text, &told)
	seconds, _ := strconv.Atoi(response.Header.Get("retry-after"))
	return &Refused{Status: response.StatusCode, Code: told.Code, Wait: time.Duration(seconds) * time.Second}
}

// patiently asks again while what stands in the way passes by itself: no network, a restart, a limit.
func patiently(ask func() error) error { return repeat(ask, isFinal) }

// carefully is for what would count twice, such as a new match: it asks again only if the server surely has not done it.
func carefully(ask func() error) error {
	err := repeat(ask, func(err error) bool { return isFinal(err) || mayHaveCounted(err) })
	if err != nil && !isFinal(err) {
		return fmt.Errorf("this may have counted nevertheless: look before you make it again: %w", err)
	}
	return err
}

func repeat(ask func() error, isEnd func(err error) bool) error {
	for wait := firstWait; ; wait = longer(wait) {
		err := ask()
		if err == nil || isEnd(err) {
			return err
		}
		time.Sleep(waitAfter(err, wait))
	}
}

func isFinal(err error) bool {
	var refused *Refused
	return errors.As(err, &refused) && !refused.Passes()
}

// mayHaveCounted: a limit refuses before anything is done, and without a connection nothing was sent.
func mayHaveCounted(err error) bool {
	var refused *Refused
	if errors.As(err, &refused) {
		return refused.Status != http.StatusTooManyRequests
	}
	var network *net.OpError
	return !errors.As(err, &network) || network.Op != "dial"
}

// waitAfter says how long to wait: a random part of the time, so that many clients do not come back at once.
func waitAfter(err error, wait time.Duration) time.Duration {
	fmt.Fprintln(os.Stderr, "not now:", err)
	var refused *Refused
	if errors.As(err, &refused) && refused.Wait > wait {
		return refused.Wait
	}
	return wait/2 + time.Duration(rand.Int63n(int64(wait/2)))
}

func longer(wait time.Duration) time.Duration {
	if wait*2 > longestWait {
		return longestWait
	}
	return wait * 2
}
