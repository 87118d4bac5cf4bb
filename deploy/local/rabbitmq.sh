# shellcheck shell=bash
# A private RabbitMQ on loopback, with its own Erlang port mapper (epmd), cookie, data and settings;
# Debian's wrapper is bypassed because it requires root or its own user. Sourced after paths.sh and
# ports.sh.

rabbitmq_bin=/usr/lib/rabbitmq/bin
rabbitmq_user=rabbitmq

# The complete environment of broker and tools; nothing is inherited from the caller.
rabbitmq_environment() {
  local home=$servers/rabbitmq
  rabbitmq_env=(
    env -i "HOME=$home" LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin
    RABBITMQ_CONF_ENV_FILE=/dev/null "RABBITMQ_NODENAME=sitewright-$profile@localhost"
    RABBITMQ_NODE_IP_ADDRESS=127.0.0.1 "RABBITMQ_NODE_PORT=$AMQP_PORT" "RABBITMQ_DIST_PORT=$RABBITMQ_DIST_PORT"
    "RABBITMQ_CTL_DIST_PORT_MIN=$((RABBITMQ_DIST_PORT + 10))" "RABBITMQ_CTL_DIST_PORT_MAX=$((RABBITMQ_DIST_PORT + 30))"
    "ERL_EPMD_PORT=$RABBITMQ_EPMD_PORT" ERL_EPMD_ADDRESS=127.0.0.1
    "RABBITMQ_MNESIA_BASE=$home/data" "RABBITMQ_LOG_BASE=$home/log" "RABBITMQ_PID_FILE=$home/pid"
    "RABBITMQ_CONFIG_FILE=$home/rabbitmq.conf" "RABBITMQ_ADVANCED_CONFIG_FILE=$home/advanced.config"
    "RABBITMQ_ENABLED_PLUGINS_FILE=$home/enabled_plugins"
    # No busy waiting of idle schedulers, because the machine has other work.
    "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none"
    # Makes the start script exec the Erlang VM instead of waiting for it.
    RUNNING_UNDER_SYSTEMD=true
  )
}

configure_rabbitmq() {
  local home=$servers/rabbitmq
  mkdir -p "$home/data" "$home/log"
  cat >"$home/rabbitmq.conf" <<CONF
listeners.tcp.1 = 127.0.0.1:$AMQP_PORT
default_user = sitewright
default_pass = $(secret RABBITMQ_PASSWORD)
log.console = true
log.console.level = warning
log.connection.level = error
log.file = false
disk_free_limit.absolute = 200MB
CONF
  printf '[].\n' >"$home/enabled_plugins"
  give_to_user "$rabbitmq_user" "$home"
  chmod 0700 "$home"
}

# rabbitmq_programs PRIORITY: the port mapper is a separate program, because one started by the broker would outlive it.
rabbitmq_programs() {
  rabbitmq_environment
  program epmd "$1" "$rabbitmq_user" TERM KILL /usr/bin/epmd -address 127.0.0.1 -port "$RABBITMQ_EPMD_PORT"
  program rabbitmq "$(($1 + 1))" "$rabbitmq_user" TERM KILL "${rabbitmq_env[@]}" "$rabbitmq_bin/rabbitmq-server"
}

# delete_queues NAMESPACE: deletes queues of an earlier run on a broker that kept running.
delete_queues() {
  rabbitmq_environment
  run_logged "$logs/delete-queues.log" "$local_dir/as-user.sh" "$rabbitmq_user" "${rabbitmq_env[@]}" "$rabbitmq_bin/rabbitmqctl" -q eval \
    "[rabbit_amqqueue:delete(Q, false, false, <<\"sitewright\">>) || Q <- rabbit_amqqueue:list(),
      re:run(element(4, amqqueue:get_name(Q)), \"^$1[.]\") =/= nomatch]."
}
