#pragma once
#include <string>

#include "command_tap.h"
#include "esphome/components/json/json_util.h"
#include "esphome/core/automation.h"
#include "esphome/core/component.h"
#include "esphome/core/preferences.h"
#include "lights.h"
#include "settings.h"
#include "slots.h"

namespace esphome::temple {

/// A Templo Mayor: counts beads, keeps the totals, and knows the bridge's messages. The topics are in the YAML.
class Temple : public Component {
 public:
  Temple(mqtt::MQTTClientComponent *client, const char *command_topic)
      : client_(client), tap_(client, command_topic) {}
  void set_pin(uint8_t beam, InternalGPIOPin *pin) { this->pins_[beam] = pin; }
  void set_has_display(bool has_display) { this->has_display_ = has_display; }
  Trigger<> *get_link_trigger() { return &this->link_trigger_; }
  Trigger<> *get_bead_trigger() { return &this->bead_trigger_; }
  Trigger<JsonObjectConst> *get_command_trigger() { return &this->command_trigger_; }

  float get_setup_priority() const override { return setup_priority::HARDWARE; }
  void setup() override;
  void loop() override;
  void dump_config() override;

  void write_odometer(JsonObject root, int rssi);
  void write_info(JsonObject root, const char *id, const char *firmware);
  /// Carries out a command and writes its answer. The caller carries out reports: `x["op"] == "report"`.
  void obey(JsonObjectConst x, JsonObject answer);

  void hear_ack(JsonObjectConst x);
  void hear_match(JsonObjectConst x);
  void hear_bridge(JsonObjectConst x);
  /// Takes the settings. Says whether they are new, so that the caller publishes `info` again.
  bool hear_config(JsonObjectConst x);

  Rgb pixel(uint8_t index) const {
    return strip_of(pixel_of(this->told_, index, millis()), this->settings_.light);
  }
  Light light() const { return light_of(this->told_, millis()); }
  const Told &told() const { return this->told_; }
  const Settings &settings() const { return this->settings_; }
  const Record &totals() const { return this->totals_.kept(); }
  /// The code to show; empty if there is none.
  std::string code() const { return millis() - this->code_at_ < this->code_ms_ ? this->code_ : ""; }

 protected:
  void look_at_link_();
  void sensed_(uint8_t beam);
  void keep_();
  void command_(const std::string &text);
  std::string refusal_(JsonObjectConst x);
  void reckon_flight_();

  InternalGPIOPin *pins_[2]{};
  bool has_display_{false};
  Slots slots_;
  Totals totals_;
  Totals::Save save_;
  Recent recent_;
  Acks acks_;
  Settings settings_;
  Told told_;
  mqtt::MQTTClientComponent *client_;
  CommandTap tap_;
  Trigger<> link_trigger_;
  Trigger<> bead_trigger_;
  Trigger<JsonObjectConst> command_trigger_;
  ESPPreferenceObject record_;
  ESPPreferenceObject wanted_;
  uint32_t boot_{0};
  uint32_t seq_{0};
  uint32_t tried_at_{0};
  bool is_unkept_{false};
  uint32_t through_[2]{0, 0};
  std::string match_;
  uint32_t match_rev_{0};
  std::string code_;
  uint32_t code_at_{0};
  uint32_t code_ms_{0};
};

}  // namespace esphome::temple
