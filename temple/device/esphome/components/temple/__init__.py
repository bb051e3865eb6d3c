"""Two bead slots, their totals in flash, and the commands of a bridge with their RETAIN flag."""

from esphome import automation, pins
import esphome.codegen as cg
from esphome.components import mqtt
import esphome.config_validation as cv
from esphome.const import CONF_CLIENT_ID, CONF_ID

DEPENDENCIES = ["mqtt", "esp32"]
AUTO_LOAD = ["json"]

CONF_WAR_PIN = "war_pin"
CONF_RAIN_PIN = "rain_pin"
CONF_COMMAND_TOPIC = "command_topic"
CONF_HAS_DISPLAY = "has_display"
CONF_ON_BEAD = "on_bead"
CONF_ON_COMMAND = "on_command"
CONF_ON_LINK = "on_link"

temple_ns = cg.esphome_ns.namespace("temple")
Temple = temple_ns.class_("Temple", cg.Component)

CONFIG_SCHEMA = cv.Schema(
    {
        cv.GenerateID(): cv.declare_id(Temple),
        cv.GenerateID(CONF_CLIENT_ID): cv.use_id(mqtt.MQTTClientComponent),
        cv.Required(CONF_WAR_PIN): pins.internal_gpio_input_pin_schema,
        cv.Required(CONF_RAIN_PIN): pins.internal_gpio_input_pin_schema,
        cv.Required(CONF_COMMAND_TOPIC): cv.subscribe_topic,
        cv.Optional(CONF_HAS_DISPLAY, default=False): cv.boolean,
        cv.Optional(CONF_ON_LINK): automation.validate_automation(single=True),
        cv.Optional(CONF_ON_BEAD): automation.validate_automation(single=True),
        cv.Optional(CONF_ON_COMMAND): automation.validate_automation(single=True),
    }
).extend(cv.COMPONENT_SCHEMA)


async def to_code(config):
    client = await cg.get_variable(config[CONF_CLIENT_ID])
    var = cg.new_Pvariable(config[CONF_ID], client, config[CONF_COMMAND_TOPIC])
    await cg.register_component(var, config)
    cg.add(var.set_pin(0, await cg.gpio_pin_expression(config[CONF_WAR_PIN])))
    cg.add(var.set_pin(1, await cg.gpio_pin_expression(config[CONF_RAIN_PIN])))
    cg.add(var.set_has_display(config[CONF_HAS_DISPLAY]))
    if CONF_ON_LINK in config:
        await automation.build_automation(var.get_link_trigger(), [], config[CONF_ON_LINK])
    if CONF_ON_BEAD in config:
        await automation.build_automation(var.get_bead_trigger(), [], config[CONF_ON_BEAD])
    if CONF_ON_COMMAND in config:
        await automation.build_automation(
            var.get_command_trigger(), [(cg.JsonObjectConst, "x")], config[CONF_ON_COMMAND]
        )
