#!/bin/bash
# Entry point of the RabbitMQ container: writes its settings, then executes the broker.
#   sitewright-rabbitmq            the broker; RABBITMQ_PASSWORD is that of the user sitewright, set again at each start
#   sitewright-rabbitmq healthy    health check: does it answer the protocol header?
set -euo pipefail

if [[ ${1:-serve} == healthy ]]; then
  exec 3<>/dev/tcp/127.0.0.1/5672
  printf 'AMQP\0\0\11\1' >&3
  [[ $(head -c 1 <&3 | od -An -tu1 | tr -d ' ') == 1 ]]
  exit
fi
settings=/tmp/rabbitmq
mkdir -p "$settings"
password=${RABBITMQ_PASSWORD//\\/\\\\}
(
  umask 077
  cat >"$settings/definitions.json" <<JSON
{
  "users": [{ "name": "sitewright", "password": "${password//\"/\\\"}", "tags": "administrator" }],
  "vhosts": [{ "name": "/" }],
  "permissions": [{ "user": "sitewright", "vhost": "/", "configure": ".*", "write": ".*", "read": ".*" }]
}
JSON
  cat >"$settings/rabbitmq.conf" <<CONF
listeners.tcp.default = 5672
load_definitions = $settings/definitions.json
log.console = true
log.console.level = warning
log.connection.level = error
log.file = false
disk_free_limit.absolute = 200MB
vm_memory_high_watermark.absolute = 384MB
CONF
)
printf '[].\n' >"$settings/enabled_plugins"
exec env -i HOME=/var/lib/rabbitmq LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin RABBITMQ_CONF_ENV_FILE=/dev/null \
  RABBITMQ_NODENAME="$RABBITMQ_NODENAME" RABBITMQ_MNESIA_BASE=/var/lib/rabbitmq/data RABBITMQ_LOG_BASE="$settings" \
  RABBITMQ_PID_FILE="$settings/pid" RABBITMQ_CONFIG_FILE="$settings/rabbitmq.conf" \
  RABBITMQ_ADVANCED_CONFIG_FILE="$settings/advanced.config" RABBITMQ_ENABLED_PLUGINS_FILE="$settings/enabled_plugins" \
  ERL_EPMD_ADDRESS=127.0.0.1 RUNNING_UNDER_SYSTEMD=true \
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none' \
  /usr/lib/rabbitmq/bin/rabbitmq-server
