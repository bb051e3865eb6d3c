#pragma once
#include <string>
#include <vector>

#include "esphome/components/mqtt/mqtt_client.h"
#include "esphome/core/helpers.h"

namespace esphome::temple {

/// Takes the commands that come over MQTT, and refuses retained ones. ESPHome drops the RETAIN flag before it calls its
/// callbacks, so the tap listens to esp-mqtt below it, which has the flag.
class CommandTap {
 public:
  CommandTap(mqtt::MQTTClientComponent *client, const char *topic) : client_(client), topic_(topic) {}

  /// To be called in the main loop. Subscribes only when the tap listens, so that it misses no command.
  void loop();

  /// The oldest command that is waiting.
  bool take(std::string *command);

  /// How many commands were refused since the last call.
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
