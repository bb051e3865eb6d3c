#pragma once
#include <algorithm>
#include <cstdint>

// What the lights say. docs/temple.md has the one table for the firmware, the Raspberry Pi and people.
namespace esphome::temple {

enum class Light : uint8_t {
  IDENTIFY, BLOCKED, IN_FLIGHT, REFUSED, HELD, ACCEPTED, STARTING, UNHEARD, TURN, COUNTDOWN, REST,
};

inline const char *light_name(Light light) {
  static const char *const NAMES[] = {"identify", "blocked",  "in-flight", "refused", "held", "accepted",
                                      "starting", "unheard", "turn",      "countdown", "rest"};
  return NAMES[static_cast<uint8_t>(light)];
}

enum class Verdict : uint8_t { NONE, APPLIED, HELD, REFUSED };

/// Everything that the lights depend on. Times are milliseconds that wrap.
struct Told {
  bool is_linked{false};         // the broker is connected
  bool is_bridge_online{false};  // a bridge is online at the broker
  bool has_match{false};
  uint32_t match_at{0};
  uint32_t ttl_ms{0};
  bool your_turn{false};
  bool may[2]{false, false};
  bool has_end{false};
  uint32_t left{0};
  uint32_t of{0};
  bool is_forestalled{false};
  Verdict verdict{Verdict::NONE};
  uint8_t verdict_slot{0};
  uint32_t verdict_at{0};
  bool is_in_flight{false};  // a bead was sensed that no ack has answered
  uint32_t bead_at{0};
  uint8_t bead_slot{0};
  bool is_blocked[2]{false, false};
  bool is_identifying{false};
  uint32_t identify_at{0};
};

constexpr uint32_t IDENTIFY_MS = 10000;
constexpr uint32_t FLIGHT_MS = 5000;
constexpr uint32_t VERDICT_MS = 4000;

inline bool is_match_fresh(const Told &told, uint32_t now) {
  return told.has_match && now - told.match_at <= told.ttl_ms;
}

/// Drops states that were shown for long enough. The clock wraps, so that they would come again after fifty days.
inline void forget_old(Told &told, uint32_t now) {
  told.has_match = is_match_fresh(told, now);
  told.is_identifying = told.is_identifying && now - told.identify_at < IDENTIFY_MS;
  told.is_in_flight = told.is_in_flight && now - told.bead_at < FLIGHT_MS;
  if (now - told.verdict_at >= VERDICT_MS)
    told.verdict = Verdict::NONE;
}

/// The state to show now: the first that holds, in the order of the table.
inline Light light_of(const Told &told, uint32_t now) {
  if (told.is_identifying && now - told.identify_at < IDENTIFY_MS)
    return Light::IDENTIFY;
  if (told.is_blocked[0] || told.is_blocked[1])
    return Light::BLOCKED;
  if (told.is_in_flight && now - told.bead_at < FLIGHT_MS)
    return Light::IN_FLIGHT;
  if (told.verdict != Verdict::NONE && now - told.verdict_at < VERDICT_MS) {
    if (told.verdict == Verdict::REFUSED)
      return Light::REFUSED;
    return told.verdict == Verdict::HELD ? Light::HELD : Light::ACCEPTED;
  }
  if (!told.is_linked)
    return Light::STARTING;
  if (!told.is_bridge_online || !is_match_fresh(told, now))
    return Light::UNHEARD;
  if (told.your_turn && (told.may[0] || told.may[1]))
    return Light::TURN;
  return told.has_end ? Light::COUNTDOWN : Light::REST;
}

struct Rgb {
  uint8_t r, g, b;
};

constexpr uint8_t PIXELS = 12;  // the first half belongs to war, the second to rain

/// Rises from 0 to 255 and falls back, once in each period.
inline uint8_t breath(uint32_t now, uint32_t period) {
  const uint32_t phase = now % period * 510 / period;
  return phase < 256 ? phase : 510 - phase;
}

inline Rgb dimmed(Rgb colour, uint32_t level) {
  return {static_cast<uint8_t>(colour.r * level / 255), static_cast<uint8_t>(colour.g * level / 255),
          static_cast<uint8_t>(colour.b * level / 255)};
}

/// The colour of one pixel. Each state has its own motion or pattern too, for people who cannot tell red from green.
inline Rgb pixel_of(const Told &told, uint8_t pixel, uint32_t now) {
  const uint8_t slot = pixel < PIXELS / 2 ? 0 : 1;
  const uint8_t place = pixel % (PIXELS / 2);
  const Rgb own = slot == 0 ? Rgb{255, 60, 0} : Rgb{0, 110, 255};
  const bool is_fast = now / 125 % 2 == 0;
  switch (light_of(told, now)) {
    case Light::IDENTIFY:
      return now / 250 % 2 == 0 ? Rgb{255, 255, 255} : Rgb{0, 0, 0};
    case Light::BLOCKED:
      return told.is_blocked[slot] && place % 2 == 0 ? Rgb{255, 0, 0} : Rgb{0, 0, 0};
    case Light::IN_FLIGHT:
      return told.bead_slot == slot && now / 80 % (PIXELS / 2) == place ? Rgb{255, 255, 255} : Rgb{0, 0, 0};
    case Light::REFUSED:
      return told.verdict_slot == slot && is_fast ? Rgb{255, 0, 0} : Rgb{0, 0, 0};
    case Light::HELD:
      return told.verdict_slot == slot ? dimmed({255, 120, 0}, breath(now, 1000)) : Rgb{0, 0, 0};
    case Light::ACCEPTED:
      return told.verdict_slot == slot && place <= (now - told.verdict_at) / 100 % 10 ? Rgb{0, 255, 40} : Rgb{0, 0, 0};
    case Light::STARTING:
      return now / 150 % PIXELS == pixel ? Rgb{120, 120, 120} : Rgb{0, 0, 0};
    case Light::UNHEARD:
      return dimmed({60, 0, 90}, breath(now, 6000));
    case Light::TURN:
      if (told.has_end && (pixel == PIXELS / 2 - 1 || pixel == PIXELS / 2))
        return {255, 0, 0};
      return told.may[slot] ? own : Rgb{0, 0, 0};
    case Light::COUNTDOWN: {
      const uint32_t lit = told.of == 0 ? 0 : (PIXELS * told.left + told.of - 1) / told.of;
      return pixel < lit ? dimmed({255, 0, 0}, told.is_forestalled ? 60 : 60 + breath(now, 2000) / 2) : Rgb{0, 0, 0};
    }
    case Light::REST:
      return dimmed(own, 60);
  }
  return {0, 0, 0};
}

constexpr uint8_t DIMMEST = 3;  // of 255: less cannot be seen in a room that is lit

/// What the strip gets for a colour. Eyes see levels about as squares, so levels are squared; a colour that is not black
/// keeps enough to be seen, because a dark strip says that the temple has no power. `percent` is the wanted light level.
inline Rgb strip_of(Rgb colour, uint32_t percent) {
  const Rgb seen = dimmed(colour, percent * 255 / 100);
  const auto square = [](uint8_t level) { return static_cast<uint8_t>(level * level / 255); };
  const Rgb squared{square(seen.r), square(seen.g), square(seen.b)};
  const uint8_t most = std::max({colour.r, colour.g, colour.b});
  if (most == 0 || percent == 0 || std::max({squared.r, squared.g, squared.b}) >= DIMMEST)
    return squared;
  const auto least = [most](uint8_t level) { return static_cast<uint8_t>(level * DIMMEST / most); };
  return {least(colour.r), least(colour.g), least(colour.b)};
}

}  // namespace esphome::temple
