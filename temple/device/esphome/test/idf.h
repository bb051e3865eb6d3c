#pragma once
// The declarations of ESP-IDF and lwIP that ESPHome's headers need, so that a compiler can check the firmware without
// the toolchain. None of this code runs.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#define IRAM_ATTR
#define MALLOC_CAP_8BIT 1
#define MALLOC_CAP_INTERNAL 2
#define MALLOC_CAP_SPIRAM 4
#define ESP_OK 0
#define portMAX_DELAY 0xffffffffUL
#define pdTRUE 1
#define pdFALSE 0
typedef int esp_err_t;
typedef unsigned TickType_t;
typedef void *SemaphoreHandle_t;
typedef void *TaskHandle_t;
typedef void *RingbufHandle_t;
typedef void *QueueHandle_t;
struct StaticRingbuffer_t {};
typedef int uart_port_t;
typedef unsigned char u8_t;
typedef int BaseType_t;
#define pdMS_TO_TICKS(ms) (ms)
#define CONFIG_ESP_TASK_WDT_TIMEOUT_S 5
#define portTICK_PERIOD_MS 1
extern "C" {
void *heap_caps_malloc(size_t, uint32_t);
void *heap_caps_calloc(size_t, size_t, uint32_t);
void *heap_caps_realloc(void *, size_t, uint32_t);
void *heap_caps_malloc_prefer(size_t, size_t, ...);
void *heap_caps_calloc_prefer(size_t, size_t, size_t, ...);
void *heap_caps_realloc_prefer(void *, size_t, size_t, ...);
size_t heap_caps_get_free_size(uint32_t);
size_t heap_caps_get_largest_free_block(uint32_t);
SemaphoreHandle_t xSemaphoreCreateMutex();
int xSemaphoreTake(SemaphoreHandle_t, TickType_t);
int xSemaphoreGive(SemaphoreHandle_t);
TaskHandle_t xTaskGetCurrentTaskHandle();
void vTaskDelay(TickType_t);
uint32_t ulTaskNotifyTake(int, TickType_t);
void vTaskNotifyGiveFromISR(TaskHandle_t, int *);
int xTaskNotifyGive(TaskHandle_t);
int64_t esp_timer_get_time();
uint32_t esp_random();
int xPortInIsrContext();
void vPortYield();
esp_err_t esp_task_wdt_reset();
uint32_t esp_cpu_get_cycle_count();
const char *pcTaskGetName(TaskHandle_t);
int uart_write_bytes(uart_port_t, const void *, size_t);
}

// lwIP
struct ip4_addr_t {
  uint32_t addr;
};
typedef ip4_addr_t ip_addr_t;
struct esp_ip4_addr_t {
  uint32_t addr;
};
struct esp_ip_addr_t {
  struct {
    esp_ip4_addr_t ip4;
  } u_addr;
};
void ip_addr_set_zero(ip_addr_t *);
void IP_ADDR4(ip_addr_t *, int, int, int, int);
#define ip_addr_copy(to, from) ((to) = (from))
int ipaddr_aton(const char *, ip_addr_t *);
char *ipaddr_ntoa_r(const ip_addr_t *, char *, int);
bool ip_addr_isany(const ip_addr_t *);
bool ip_addr_ismulticast(const ip_addr_t *);
bool ip_addr_cmp(const ip_addr_t *, const ip_addr_t *);
#define IP_IS_V4(address) true
#define IP_IS_V6(address) false

// esp-mqtt
typedef const char *esp_event_base_t;
typedef void (*esp_event_handler_t)(void *, esp_event_base_t, int32_t, void *);
enum esp_mqtt_event_id_t { MQTT_EVENT_ANY = -1, MQTT_EVENT_DATA = 6 };
struct esp_mqtt_error_codes_t {};
struct esp_mqtt_client;
typedef esp_mqtt_client *esp_mqtt_client_handle_t;
struct esp_mqtt_event_t {
  esp_mqtt_event_id_t event_id;
  esp_mqtt_client_handle_t client;
  char *data;
  int data_len;
  int total_data_len;
  int current_data_offset;
  char *topic;
  int topic_len;
  int msg_id;
  int session_present;
  esp_mqtt_error_codes_t *error_handle;
  bool retain;
  int qos;
  bool dup;
};
struct esp_mqtt_client_config_t {};
extern "C" {
esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t, esp_mqtt_event_id_t, esp_event_handler_t, void *);
esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t);
esp_err_t esp_mqtt_client_disconnect(esp_mqtt_client_handle_t);
esp_err_t esp_mqtt_client_destroy(esp_mqtt_client_handle_t);
int esp_mqtt_client_subscribe(esp_mqtt_client_handle_t, const char *, int);
int esp_mqtt_client_unsubscribe(esp_mqtt_client_handle_t, const char *);
int esp_mqtt_client_publish(esp_mqtt_client_handle_t, const char *, const char *, int, int, int);
}
