#include "command_tap.h"

namespace esphome::temple {

// The client's handle is a protected member of a final class, which an explicit template instantiation may name. If
// ESPHome renames the member, this does not compile. That is better than to obey retained commands.
template<auto Backend, auto Handler> struct Opened {
  friend esp_mqtt_client_handle_t handle_of(mqtt::MQTTClientComponent &client) {
    return ((client.*Backend).*Handler).get();
  }
};
template struct Opened<&mqtt::MQTTClientComponent::mqtt_backend_, &mqtt::MQTTBackendESP32::handler_>;
esp_mqtt_client_handle_t handle_of(mqtt::MQTTClientComponent &client);

void CommandTap::loop() {
  if (this->is_listening_)
    return;
  auto *handle = handle_of(*this->client_);
  if (handle == nullptr || esp_mqtt_client_register_event(handle, MQTT_EVENT_DATA, on_data, this) != ESP_OK)
    return;
  this->is_listening_ = true;
  this->client_->subscribe(this->topic_, [](const std::string &, const std::string &) {}, 1);
}

// Runs in the task of the MQTT client.
void CommandTap::on_data(void *self, esp_event_base_t base, int32_t id, void *event) {
  static_cast<CommandTap *>(self)->heard_(*static_cast<esp_mqtt_event_t *>(event));
}

void CommandTap::heard_(const esp_mqtt_event_t &event) {
  if (event.topic == nullptr || this->topic_.compare(0, std::string::npos, event.topic, event.topic_len) != 0)
    return;
  LockGuard guard(this->mutex_);
  // A command in several pieces is longer than the protocol allows.
  if (event.retain || event.data_len != event.total_data_len || this->waiting_.size() >= MOST_WAITING) {
    this->refused_++;
    return;
  }
  this->waiting_.emplace_back(event.data, event.data_len);
}

bool CommandTap::take(std::string *command) {
  LockGuard guard(this->mutex_);
  if (this->waiting_.empty())
    return false;
  *command = std::move(this->waiting_.front());
  this->waiting_.erase(this->waiting_.begin());
  return true;
}

uint32_t CommandTap::take_refused() {
  LockGuard guard(this->mutex_);
  const uint32_t refused = this->refused_;
  this->refused_ = 0;
  return refused;
}

}  // namespace esphome::temple
