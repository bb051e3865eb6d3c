#include "temple.h"

#include <algorithm>

#include "esphome/core/application.h"
#include "esphome/core/helpers.h"
#include "esphome/core/log.h"

namespace esphome::temple {

static const char *const TAG = "temple";
// The keys in flash. They must keep their meaning, because a temple keeps its totals through updates.
static constexpr uint32_t RECORD_KEY = 0x7E3A0001;
static constexpr uint32_t SETTINGS_KEY = 0x7E3A0002;
static constexpr uint32_t BOOT_KEY = 0x7E3A0003;

void Temple::setup() {
  this->record_ = global_preferences->make_preference<Record>(RECORD_KEY);
  this->wanted_ = global_preferences->make_preference<Settings>(SETTINGS_KEY);
  auto boots = global_preferences->make_preference<uint32_t>(BOOT_KEY);
  if (!boots.load(&this->boot_))
    this->boot_ = 0;
  this->boot_++;
  boots.save(&this->boot_);
  global_preferences->sync();
  if (!this->wanted_.load(&this->settings_))
    this->settings_ = Settings{};
  // ESPHome collects writes for a minute. A count must be in flash before the temple tells it, so this writes now.
  this->save_ = [this](const Record &record) { return this->record_.save(&record) && global_preferences->sync(); };
  Record found{};
  if (!this->record_.load(&found))
    found = {};
  this->totals_.begin(found, random_uint32(), this->save_);
  this->slots_.begin(this->pins_[0], this->pins_[1]);
}

void Temple::loop() {
  const Timing timing{3000, this->settings_.debounce_ms * 1000u};
  this->slots_.look(timing, [this](uint8_t beam) { this->sensed_(beam); });
  if (this->is_unkept_ && millis() - this->tried_at_ > 1000)
    this->keep_();
  for (uint8_t beam = 0; beam < 2; beam++)
    this->told_.is_blocked[beam ^ this->settings_.is_swapped] = this->slots_.is_blocked(beam);
  forget_old(this->told_, millis());
  if (this->code().empty())
    this->code_.clear();
  this->look_at_link_();
  this->tap_.loop();
  if (const uint32_t refused = this->tap_.take_refused())
    ESP_LOGW(TAG, "Refused %u command(s): retained, too long or too many. Publish commands without retain.",
             (unsigned) refused);
  std::string text;
  if (this->tap_.take(&text))
    this->command_(text);
}

void Temple::look_at_link_() {
  const bool was_linked = this->told_.is_linked;
  this->told_.is_linked = this->client_->is_connected();
  if (this->told_.is_linked && !was_linked)
    this->link_trigger_.trigger();
  if (!this->told_.is_linked)
    this->told_.is_bridge_online = false;  // until the bridge says so again
}

void Temple::dump_config() {
  const Record &kept = this->totals_.kept();
  ESP_LOGCONFIG(TAG, "Temple: epoch %u, war %u, rain %u, flash %s", (unsigned) kept[0], (unsigned) kept[1],
                (unsigned) kept[2], this->totals_.is_durable() ? "wal" : "none");
}

void Temple::sensed_(uint8_t beam) {
  const uint8_t slot = beam ^ this->settings_.is_swapped;
  this->recent_.add({slot, this->totals_.add(slot), millis_64()});
  this->told_.bead_slot = slot;
  this->told_.bead_at = millis();
  this->reckon_flight_();
  this->keep_();
}

void Temple::keep_() {
  this->tried_at_ = millis();
  this->is_unkept_ = !this->totals_.keep(this->save_);
  if (this->is_unkept_)
    ESP_LOGE(TAG, "The totals could not be written to flash, so that they are not told; trying again in a second.");
  else
    this->bead_trigger_.trigger();
}

void Temple::reckon_flight_() {
  const Record &sensed = this->totals_.sensed();
  this->told_.is_in_flight = !this->acks_.has_any() || sensed[1] > this->through_[0] || sensed[2] > this->through_[1];
}

void Temple::write_odometer(JsonObject root, int rssi) {
  const Record &kept = this->totals_.kept();
  root["v"] = 1;
  root["epoch"] = kept[0];
  root["war"] = kept[1];
  root["rain"] = kept[2];
  root["boot"] = this->boot_;
  root["seq"] = ++this->seq_;
  root["up"] = static_cast<uint32_t>(millis_64() / 1000);
  root["rssi"] = rssi;
  JsonArray recent = root["recent"].to<JsonArray>();
  for (uint8_t i = 0; i < this->recent_.count(); i++) {
    const Bead &bead = this->recent_.at(i);
    if (bead.ordinal > kept[1 + bead.slot])
      continue;  // the bead is not in flash yet
    JsonArray entry = recent.add<JsonArray>();
    entry.add(slot_name(bead.slot));
    entry.add(bead.ordinal);
    entry.add(bead.age(millis_64()));
  }
}

void Temple::write_info(JsonObject root, const char *id, const char *firmware) {
  root["v"] = 1;
  root["id"] = id;
  root["proto"] = "templo/1.0";
  root["fw"] = firmware;
  root["hw"] = "esp32";
  root["mac"] = get_mac_address_pretty();
  root["flash"] = this->totals_.is_durable() ? "wal" : "none";
  JsonArray ui = root["ui"].to<JsonArray>();
  ui.add("leds:12");
  if (this->has_display_)
    ui.add("display");
  root["configRev"] = this->settings_.rev;
}

void Temple::command_(const std::string &text) {
  const bool is_read = json::parse_json(text, [this](JsonObject x) -> bool {
    if (!x["transaction"].is<const char *>())
      return false;
    this->command_trigger_.trigger(x);
    return true;
  });
  if (!is_read)
    ESP_LOGW(TAG, "Ignored a command that is not JSON object with a transaction.");
}

void Temple::obey(JsonObjectConst x, JsonObject answer) {
  const std::string refusal = this->refusal_(x);
  answer["transaction"] = x["transaction"];
  answer["status"] = refusal.empty() ? "ok" : "error";
  if (!refusal.empty()) {
    answer["error"] = refusal;
    return;
  }
  if (x["op"] == "identify") {
    this->told_.is_identifying = true;
    this->told_.identify_at = millis();
  }
  if (x["op"] == "show_code") {
    this->code_ = x["code"] | "";
    this->code_at_ = millis();
    this->code_ms_ = (x["time"] | 0u) * 1000;
  }
}

std::string Temple::refusal_(JsonObjectConst x) {
  if (x["op"] == "identify" || x["op"] == "report")
    return "";
  if (x["op"] != "show_code")
    return "unknown op";
  if (!this->has_display_)
    return "no display";
  return x["code"].is<const char *>() && x["time"].is<uint32_t>() ? "" : "bad code";
}

void Temple::hear_ack(JsonObjectConst x) {
  const uint32_t rev = x["rev"] | 0u;
  if (x["v"] != 1 || this->acks_.is_old(rev))
    return;
  JsonObjectConst last = x["last"];
  const uint8_t slot = last["slot"] == "rain" ? RAIN : WAR;
  const bool is_news = this->acks_.hear(rev, slot, last["ordinal"] | 0u, this->recent_);
  const bool is_ours = x["epoch"] == this->totals_.kept()[0];
  this->through_[0] = is_ours ? x["through"]["war"] | 0u : 0;
  this->through_[1] = is_ours ? x["through"]["rain"] | 0u : 0;
  this->reckon_flight_();
  if (last.isNull() || !is_news)
    return;
  this->told_.verdict = last["verdict"] == "applied" ? Verdict::APPLIED
                        : last["verdict"] == "held"  ? Verdict::HELD
                                                     : Verdict::REFUSED;
  this->told_.verdict_slot = slot;
  this->told_.verdict_at = millis();
}

void Temple::hear_match(JsonObjectConst x) {
  const std::string match = x["match"] | "";
  const uint32_t rev = x["rev"] | 0u;
  // What is not true any more keeps nothing out: the revisions begin lower when the clock of the server was put right.
  if (x["v"] != 1 || (this->told_.has_match && match == this->match_ && rev < this->match_rev_))
    return;
  this->match_ = match;
  this->match_rev_ = rev;
  this->told_.has_match = true;
  this->told_.match_at = millis();
  this->told_.ttl_ms = (x["ttl"] | 0u) * 1000;
  this->told_.your_turn = x["yourTurn"] | false;
  this->told_.may[WAR] = x["mayOffer"]["war"] | false;
  this->told_.may[RAIN] = x["mayOffer"]["rain"] | false;
  JsonObjectConst end = x["apocalypse"];
  this->told_.has_end = !end.isNull();
  this->told_.left = end["left"] | 0u;
  this->told_.of = end["of"] | 0u;
  this->told_.is_forestalled = end["forestalled"] | false;
}

void Temple::hear_bridge(JsonObjectConst x) { this->told_.is_bridge_online = x["state"] == "online"; }

bool Temple::hear_config(JsonObjectConst x) {
  if (x["v"] != 1)
    return false;
  Settings wanted;
  wanted.rev = x["rev"] | 0u;
  wanted.debounce_ms = std::min<uint32_t>(x["debounceMs"] | static_cast<uint32_t>(wanted.debounce_ms), 1000);
  wanted.light = std::min<uint32_t>(x["light"] | static_cast<uint32_t>(wanted.light), 100);
  wanted.is_swapped = x["swapped"] | false;
  copy_name(wanted.name, x["name"] | "", App.get_friendly_name().c_str());
  copy_name(wanted.war, x["names"]["war"] | "", "Huitzilopochtli");
  copy_name(wanted.rain, x["names"]["rain"] | "", "Tlaloc");
  if (wanted == this->settings_)
    return false;
  this->settings_ = wanted;
  this->wanted_.save(&this->settings_);
  global_preferences->sync();
  return true;
}

}  // namespace esphome::temple
