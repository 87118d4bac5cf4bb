# shellcheck shell=bash
# Writes supervisord.conf of the profile and starts supervisord, which keeps its processes running; ctl controls it.
# Sourced after paths.sh, build.sh, postgres.sh, rabbitmq.sh, nginx.sh and services.sh.

# supervisord holds this lock while it runs: unlike a pid file, it cannot outlive the process.
supervisor_lock=$state/supervisord.lock
supervisor_runs() { [[ -e $supervisor_lock ]] && ! flock --shared --nonblock "$supervisor_lock" true; }

# program NAME PRIORITY USER STOP_SIGNAL DEATH_SIGNAL COMMAND...: prints a section of supervisord.conf. The kernel sends
# DEATH_SIGNAL when supervisord itself is killed, so that no process is left behind. A process that exits within
# startsecs is restarted after 1, 2, 3 ... s, any other immediately; startretries is unlimited.
program() {
  local name=$1 priority=$2 user=$3 stop_signal=$4 death_signal=$5 word command=
  shift 5
  for word in "$@"; do
    command+=" ${word@Q}"
  done
  printf '\n[program:%s]\ncommand=setpriv --pdeathsig %s --%s\npriority=%s\n' "$name" "$death_signal" "${command//%/%%}" "$priority"
  if is_root && [[ -n $user ]]; then printf 'user=%s\n' "$user"; fi
  cat <<CONF
directory=/
autostart=false
autorestart=true
startsecs=30
startretries=1000000
stopsignal=$stop_signal
stopwaitsecs=20
killasgroup=true
redirect_stderr=true
stdout_logfile=logs/$name.log
stdout_logfile_maxbytes=20MB
stdout_logfile_backups=1
CONF
}

# The socket path is relative to supervisord's working folder, which contains this file: the absolute path in a deep
# clone would exceed the limit of socket paths. `supervisorctl` finds both in that folder.
write_supervisor_config() {
  {
    cat <<CONF
[supervisord]
user=$(id -un)
logfile=logs/supervisord.log
logfile_maxbytes=10MB
logfile_backups=1
pidfile=supervisord.pid

[unix_http_server]
file=/proc/self/cwd/supervisord.sock

[supervisorctl]
serverurl=unix:///proc/self/cwd/supervisord.sock

[rpcinterface:supervisor]
supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface
CONF
    # Started by ctl in this order, stopped in the reverse.
    postgres_programs 10
    rabbitmq_programs 20
    service_programs 30
    nginx_program 40
  } >"$state/supervisord.conf"
}

# Starts supervisord, or makes a running one apply changes. File descriptor 3, because supervisord closes descriptors
# from 3 on in its children, and from 5 on when it reloads its configuration.
run_supervisor() {
  write_supervisor_config
  if supervisor_runs; then
    run_logged "$logs/supervisorctl.log" env --chdir="$state" /usr/bin/supervisorctl update
  else
    (
      flock --timeout 10 3 || fail "another command is starting supervisord"
      run_logged "$logs/supervisorctl.log" env --chdir="$state" /usr/bin/supervisord -c supervisord.conf 7>&- 8>&-
    ) 3>"$supervisor_lock"
  fi
}
