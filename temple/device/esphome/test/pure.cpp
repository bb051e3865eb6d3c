// Tests the parts of the firmware that need no board. Prints the words of the lights; returns 0 if all checks hold.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../components/temple/debounce.h"
#include "../components/temple/lights.h"
#include "../components/temple/settings.h"
#include "../components/temple/totals.h"

using namespace esphome::temple;

#define HOLDS(what) \
  do { \
    if (!(what)) { \
      printf("line %d: %s\n", __LINE__, #what); \
      exit(1); \
    } \
  } while (false)

/// Replays a train of edges, each with its time and whether the beam turns dark, and looks again a second later.
static int beads(const std::vector<std::pair<uint32_t, bool>> &edges, uint32_t start) {
  Beam beam;
  beam.since = start;
  int count = 0;
  for (const auto &[at, dark] : edges)
    count += beam.edge(dark, start + at, Timing{});
  return count + beam.look(start + edges.back().first + 1000000, Timing{});
}

static void debounces(uint32_t start) {
  HOLDS(beads({{50000, true}, {58000, false}}, start) == 1);
  HOLDS(beads({{50000, true}, {52900, false}}, start) == 0);
  // Bounce before and after, and a hole in the bead.
  HOLDS(beads({{50000, true}, {50200, false}, {50300, true}, {56000, false}, {59000, true}, {64000, false}, {64300, true},
               {64500, false}}, start) == 1);
  // The beam needs 40 ms of light, not of time.
  HOLDS(beads({{50000, true}, {55000, false}, {94999, true}, {100000, false}}, start) == 1);
  HOLDS(beads({{50000, true}, {55000, false}, {95000, true}, {100000, false}}, start) == 2);
  // A bead that stays in the beam counts once.
  HOLDS(beads({{50000, true}}, start) == 1);
}

static void counts() {
  std::vector<Record> flash;
  bool is_broken = false;
  const Totals::Save save = [&](const Record &record) {
    if (!is_broken)
      flash.push_back(record);
    return !is_broken;
  };
  Totals totals;
  totals.begin({}, 0, save);
  HOLDS(totals.kept()[0] == 1 && totals.is_durable() && flash.size() == 1);
  HOLDS(totals.add(WAR) == 1);
  HOLDS(totals.kept()[1] == 0);
  HOLDS(totals.keep(save) && totals.kept()[1] == 1 && flash.back()[1] == 1);
  is_broken = true;
  totals.add(RAIN);
  HOLDS(!totals.keep(save) && totals.kept()[2] == 0);
  is_broken = false;
  HOLDS(totals.keep(save) && totals.kept()[2] == 1);
  // At the greatest number the count stops, because no count may fall within an epoch.
  Totals full;
  full.begin({7, UINT32_MAX - 1, 0}, 0, save);
  HOLDS(full.add(WAR) == UINT32_MAX && full.add(WAR) == UINT32_MAX && full.sensed()[1] == UINT32_MAX);
  Totals again;
  again.begin(flash.back(), 77, save);
  HOLDS(again.kept() == totals.kept());
  is_broken = true;
  Totals none;
  none.begin({}, 78, save);
  HOLDS(!none.is_durable() && none.kept()[0] == 78);
  none.add(WAR);
  HOLDS(none.keep(save) && none.kept()[1] == 1);
}

static void lights() {
  Told told;
  HOLDS(light_of(told, 0) == Light::STARTING);
  told.is_linked = true;
  HOLDS(light_of(told, 0) == Light::UNHEARD);
  told.is_bridge_online = told.has_match = true;
  told.ttl_ms = 120000;
  HOLDS(light_of(told, 120000) == Light::REST);
  HOLDS(light_of(told, 120001) == Light::UNHEARD);
  told.your_turn = told.may[RAIN] = true;
  HOLDS(light_of(told, 0) == Light::TURN);
  HOLDS(pixel_of(told, 0, 0).r == 0 && pixel_of(told, 6, 0).b == 255);
  told.your_turn = false;
  told.has_end = true;
  told.left = 3;
  told.of = 12;
  HOLDS(light_of(told, 0) == Light::COUNTDOWN && pixel_of(told, 2, 0).r > 0 && pixel_of(told, 3, 0).r == 0);
  for (const auto &[verdict, light] : {std::pair{Verdict::APPLIED, Light::ACCEPTED}, {Verdict::HELD, Light::HELD},
                                       {Verdict::REFUSED, Light::REFUSED}}) {
    told.verdict = verdict;
    told.verdict_at = 1000;
    HOLDS(light_of(told, 4999) == light && light_of(told, 5000) == Light::COUNTDOWN);
  }
  told.is_in_flight = true;
  told.bead_at = 3000;
  HOLDS(light_of(told, 3001) == Light::IN_FLIGHT && light_of(told, 8000) != Light::IN_FLIGHT);
  told.is_blocked[WAR] = true;
  HOLDS(light_of(told, 3001) == Light::BLOCKED);
  told.is_identifying = true;
  HOLDS(light_of(told, 9999) == Light::IDENTIFY && light_of(told, 10000) == Light::BLOCKED);
}

/// A state that was shown does not come again when the clock wraps, after fifty days.
static void forgets() {
  Told told;
  told.is_linked = told.is_bridge_online = told.has_match = told.your_turn = told.may[WAR] = true;
  told.is_identifying = told.is_in_flight = true;
  told.verdict = Verdict::REFUSED;
  told.ttl_ms = 120000;
  forget_old(told, 3999);
  HOLDS(light_of(told, 3999) == Light::IDENTIFY && told.is_in_flight && told.verdict == Verdict::REFUSED);
  forget_old(told, 120001);
  HOLDS(light_of(told, 5) == Light::UNHEARD);
}

/// The lights that are on at each tenth of two seconds, regardless of their colour.
static std::string shape(const Told &told) {
  std::string seen;
  for (uint32_t now = 0; now < 2000; now += 100) {
    for (uint8_t pixel = 0; pixel < PIXELS; pixel++) {
      const Rgb light = pixel_of(told, pixel, now);
      seen += light.r + light.g + light.b > 60 ? '*' : '.';
    }
  }
  return seen;
}

/// For people who cannot tell red from green: two states never differ in colour alone.
static void differ() {
  std::vector<Told> all(6);
  for (auto &told : all) {
    told.is_linked = told.is_bridge_online = told.has_match = true;
    told.ttl_ms = 120000;
  }
  all[0].is_blocked[WAR] = true;
  all[1].verdict = Verdict::APPLIED;
  all[2].verdict = Verdict::HELD;
  all[3].verdict = Verdict::REFUSED;
  all[4].your_turn = all[4].may[WAR] = true;
  all[5].is_in_flight = true;
  for (size_t i = 0; i < all.size(); i++) {
    for (size_t j = 0; j < i; j++)
      HOLDS(shape(all[i]) != shape(all[j]));
  }
}

/// A person whose temple is dark looks for a broken wire: while a state lights anything, the strip does.
static void is_seen() {
  for (uint32_t percent = 1; percent <= 100; percent++) {
    for (uint32_t level = 1; level <= 255; level++) {
      const Rgb dim = strip_of({static_cast<uint8_t>(level), 0, 0}, percent);
      HOLDS(dim.r >= 3 && dim.g == 0 && dim.b == 0);
    }
  }
  HOLDS(strip_of({255, 60, 0}, 0).r == 0 && strip_of({0, 0, 0}, 100).r == 0);
  HOLDS(strip_of({255, 255, 255}, 100).g == 255);
  Told resting;
  resting.is_linked = resting.is_bridge_online = resting.has_match = true;
  resting.ttl_ms = 120000;
  for (uint8_t pixel = 0; pixel < PIXELS; pixel++) {
    const Rgb rest = strip_of(pixel_of(resting, pixel, 0), Settings{}.light);
    HOLDS(pixel < PIXELS / 2 ? rest.r > rest.b : rest.b > rest.r);
  }
}

/// Four moments of each state, for the picture in the notes: its name, then the colours of twelve lights for each moment.
static void draw() {
  std::vector<std::pair<Told, uint32_t>> scenes(static_cast<size_t>(Light::REST) + 1);
  const auto scene = [&](Light light) -> Told & { return scenes[static_cast<size_t>(light)].first; };
  for (auto &[told, period] : scenes) {
    told.is_linked = told.is_bridge_online = told.has_match = true;
    told.ttl_ms = 120000;
    period = 1000;
  }
  scene(Light::IDENTIFY).is_identifying = true;
  scene(Light::BLOCKED).is_blocked[WAR] = true;
  scene(Light::IN_FLIGHT).is_in_flight = true;
  scene(Light::REFUSED).verdict = Verdict::REFUSED;
  scene(Light::HELD).verdict = Verdict::HELD;
  scene(Light::ACCEPTED).verdict = Verdict::APPLIED;
  scene(Light::STARTING).is_linked = false;
  scene(Light::UNHEARD).has_match = false;
  scene(Light::TURN).your_turn = scene(Light::TURN).may[WAR] = scene(Light::TURN).may[RAIN] = true;
  scene(Light::COUNTDOWN).has_end = true;
  scene(Light::COUNTDOWN).left = 4;
  scene(Light::COUNTDOWN).of = 13;
  for (const auto &[light, period] : {std::pair{Light::IDENTIFY, 500u}, {Light::IN_FLIGHT, 480u}, {Light::REFUSED, 250u},
                                      {Light::STARTING, 1800u}, {Light::UNHEARD, 6000u}, {Light::COUNTDOWN, 2000u}})
    scenes[static_cast<size_t>(light)].second = period;
  for (const auto &[told, period] : scenes) {
    printf("%s", light_name(light_of(told, 0)));
    for (uint32_t eighth = 1; eighth < 8; eighth += 2) {
      const uint32_t now = period * eighth / 8;
      printf(" %u", (unsigned) now);
      for (uint8_t pixel = 0; pixel < PIXELS; pixel++) {
        const Rgb colour = pixel_of(told, pixel, now);
        printf(",%02x%02x%02x", colour.r, colour.g, colour.b);
      }
    }
    puts("");
  }
}

static void remembers() {
  Recent recent;
  for (uint32_t i = 1; i <= 9; i++)
    recent.add({RAIN, i, i});
  HOLDS(recent.count() == 8 && recent.at(0).ordinal == 9 && recent.at(7).ordinal == 2);
  HOLDS(recent.has(RAIN, 2) && !recent.has(RAIN, 1) && !recent.has(WAR, 2) && !Recent().has(WAR, 0));
  // Fifty days are more milliseconds than the protocol allows.
  const Bead bead{WAR, 1, 1000};
  HOLDS(bead.age(1250) == 250 && bead.age(50ull * 24 * 3600 * 1000) == UINT32_MAX);
  char name[NAME_BYTES];
  copy_name(name, (std::string(47, 'x') + "\xC3\xA9").c_str(), "");
  HOLDS(std::string(name) == std::string(47, 'x'));
  Settings one;
  Settings other;
  HOLDS(one == other);
  copy_name(other.rain, "Chaac", "");
  HOLDS(!(one == other));  // the same revision, but from another server
  copy_name(name, nullptr, "Tlaloc");
  HOLDS(std::string(name) == "Tlaloc");
}

static void hears() {
  Recent recent;
  recent.add({WAR, 2, 0});
  Acks acks;
  HOLDS(!acks.hear(4, WAR, 1, recent));  // retained from before this boot
  HOLDS(!acks.hear(4, WAR, 0, recent) && !acks.is_old(4) && acks.is_old(3));
  HOLDS(acks.hear(4, WAR, 2, recent));  // without an owner the revision stays
  HOLDS(!acks.hear(4, WAR, 0, recent) && !acks.hear(4, WAR, 2, recent));
  HOLDS(acks.hear(5, WAR, 2, recent));
  HOLDS(Acks().hear(9, WAR, 2, recent));
}

int main(int count, char **) {
  if (count > 1)
    return draw(), 0;
  debounces(0);
  debounces(0xffffffffu - 60000);  // the clock wraps within the train
  counts();
  lights();
  forgets();
  differ();
  is_seen();
  remembers();
  hears();
  for (uint8_t i = 0; i <= static_cast<uint8_t>(Light::REST); i++)
    puts(light_name(static_cast<Light>(i)));
}
