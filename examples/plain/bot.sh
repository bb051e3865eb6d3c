#!/bin/sh
# Plays a whole match at random against bots of the server: sh bot.sh URL [GAME]
url=$1 game=${2:-flower-war} work=$(mktemp -d)
trap 'kill "$reader" 2>/dev/null; rm -r "$work"' EXIT
random() { od -An -N"$1" -t"$2" /dev/urandom | tr -d ' \n'; }
field() { printf '%s' "$1" | sed -n "s/.*\"$2\":\"\{0,1\}\([^,\"}]*\).*/\1/p"; }
call() { path=$1; shift; curl -sS --fail-with-body -H "Authorization: Bearer $token" "$url$path" "$@"; }

token=$(field "$(call /api/guests --data '{}')" token)
made=$(call /api/matches --data "{\"game\":\"$game\",\"table\":{\"fillSeconds\":1}}") || { echo "$made"; exit 1; }
match=/api/matches/$(printf '%s' "$made" | sed 's/^{"match":"\([^"]*\)".*/\1/')
call "$match/seat" --data "{\"commitment\":\"$(field "$made" commitment)\",\"contribution\":\"$(random 16 x1)\"}" >/dev/null

act() { # the decision, the move
  body="{\"id\":$(random 4 u4),\"decision\":$1,\"move\":\"$2\"}"
  while :; do # the same id again, so that the move counts once; curl itself waits after a 429 or 5xx
    answer=$(call "$match/act" --retry 9 --data "$body")
    case $?$answer in
      0*'"kind":"retry"'*) ;;
      0* | 22*) return ;; # played, or refused
      *) sleep 1 ;; # the connection broke
    esac
  done
}

mkfifo "$work/lines"
curl -sSN -H "Authorization: Bearer $token" "$url$match/stream" >"$work/lines" & reader=$!
while read -r line; do
  case $line in
    '{"kind":"closed"'*) echo "$line"; exit 1 ;;
    '{"kind":"heartbeat"}') call "$match/here" --data '{}' >/dev/null & ;; # without it, the seat counts as absent
    *'"result":{'*) echo "$match $(printf '%s' "$line" | sed 's/.*"result":\({[^]]*\]\).*/\1}/')"; exit ;;
    *'"awaited":true'*)
      moves=$(printf '%s' "$line" | sed 's/.*"legal":\["\([^]]*\)"\].*/\1/; s/","/\n/g')
      # In the background: the answer may wait for a hidden question, which the stream asks this very seat.
      act "$(printf '%s' "$line" | sed 's/.*"decision":\([0-9]*\).*/\1/')" "$(printf '%s\n' "$moves" | shuf -n 1)" & ;;
  esac
done <"$work/lines"
