// Tests the command tap with ESPHome's own MQTT client, and with an esp-mqtt that delivers the messages of this test.
#include <cstdio>
#include <cstdlib>

#include "esphome/components/temple/command_tap.cpp"

#define HOLDS(what) \
  do { \
    if (!(what)) { \
      printf("line %d: %s\n", __LINE__, #what); \
      exit(1); \
    } \
  } while (false)

using namespace esphome;

static esp_event_handler_t handler = nullptr;
static void *argument = nullptr;
static int subscriptions = 0;

extern "C" {
esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t, esp_mqtt_event_id_t id, esp_event_handler_t to,
                                         void *with) {
  HOLDS(id == MQTT_EVENT_DATA);
  handler = to;
  argument = with;
  return ESP_OK;
}
SemaphoreHandle_t xSemaphoreCreateMutex() { return &subscriptions; }
int xSemaphoreTake(SemaphoreHandle_t, TickType_t) { return pdTRUE; }
int xSemaphoreGive(SemaphoreHandle_t) { return pdTRUE; }
esp_err_t esp_mqtt_client_destroy(esp_mqtt_client_handle_t) { return ESP_OK; }
}

void mqtt::MQTTClientComponent::subscribe(const std::string &topic, mqtt_callback_t, uint8_t qos) {
  HOLDS(handler != nullptr);  // it never subscribes before it listens
  HOLDS(topic == "templo/v1/templo-7f3a/cmd" && qos == 1);
  subscriptions++;
}

namespace esphome::temple {
template<auto Backend, auto Handler> struct Given {
  friend void give(mqtt::MQTTClientComponent &client, esp_mqtt_client_handle_t handle) {
    ((client.*Backend).*Handler).reset(handle);
  }
};
template struct Given<&mqtt::MQTTClientComponent::mqtt_backend_, &mqtt::MQTTBackendESP32::handler_>;
void give(mqtt::MQTTClientComponent &client, esp_mqtt_client_handle_t handle);
}  // namespace esphome::temple

static void arrives(std::string topic, std::string text, bool is_retained, int more = 0) {
  esp_mqtt_event_t event{};
  event.topic = topic.data();
  event.topic_len = topic.size();
  event.data = text.data();
  event.data_len = text.size();
  event.total_data_len = event.data_len + more;
  event.retain = is_retained;
  handler(argument, "MQTT_EVENTS", MQTT_EVENT_DATA, &event);
}

int main() {
  alignas(mqtt::MQTTClientComponent) static unsigned char storage[sizeof(mqtt::MQTTClientComponent)];
  auto *client = reinterpret_cast<mqtt::MQTTClientComponent *>(storage);
  const std::string topic = "templo/v1/templo-7f3a/cmd";
  temple::CommandTap tap(client, topic.c_str());
  std::string text;
  tap.loop();
  HOLDS(subscriptions == 0);  // the client does not exist yet
  temple::give(*client, reinterpret_cast<esp_mqtt_client_handle_t>(&subscriptions));
  tap.loop();
  tap.loop();
  HOLDS(subscriptions == 1);
  arrives(topic, "old", true);
  arrives(topic, "too long", false, 9);
  HOLDS(!tap.take(&text) && tap.take_refused() == 2 && tap.take_refused() == 0);
  arrives("templo/v1/templo-7f3a/cmd/result", "other", false);
  arrives("templo/v1/templo-7f3a/cm", "other", false);
  HOLDS(!tap.take(&text) && tap.take_refused() == 0);
  arrives(topic, "one", false);
  arrives(topic, "two", false);
  HOLDS(tap.take(&text) && text == "one" && tap.take(&text) && text == "two" && !tap.take(&text));
  for (int i = 0; i < 9; i++)
    arrives(topic, "flood", false);
  HOLDS(tap.take_refused() == 5);
}
