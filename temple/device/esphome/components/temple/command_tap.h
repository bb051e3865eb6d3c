#pragma once
#include <string>
#include <vector>

#include "esphome/components/mqtt/mqtt_client.h"
#include "esphome/core/helpers.h"

namespace esphome::temple {

/// Commands as they came over MQTT, without those that were retained. ESPHome drops the RETAIN flag before its
/// callbacks are called, so this listens to the client below it, which has the flag.
class CommandTap {
 public:
  CommandTap(mqtt::MQTTClientComponent *client, const char *topic) : client_(client), topic_(topic) {}

  /// From the main loop. Subscribes only once it listens, so that no command can slip by.
  void loop();

  /// The oldest command that is waiting.
  bool take(std::string *command);

  /// How many were refused since it was asked last.
  uint32_t take_refused();

 protected:
  static constexpr size_t MOST_WAITING = 4;
  static void on_data(void *self, esp_event_base_t base, int32_t id, void *event);
  void heard_(const esp_mqtt_event_t &event);

  mqtt::MQTTClientComponent *client_;
  std::string topic_;
  bool is_listening_{false};
  Mutex mutex_;
  std::vector<std::string> waiting_;
  uint32_t refused_{0};
};

}  // namespace esphome::temple
