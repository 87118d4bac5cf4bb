# shellcheck shell=bash
# Writes supervisord.conf of the profile and starts supervisord, which keeps its processes running; ctl does the rest.
# Sourced after paths.sh, build.sh, postgres.sh, rabbitmq.sh, nginx.sh and services.sh.

# supervisord holds this lock as long as it lives: unlike a number in a file, it cannot outlive the process.
supervisor_lock=$state/supervisord.lock
supervisor_runs() { [[ -e $supervisor_lock ]] && ! flock --shared --nonblock "$supervisor_lock" true; }

# program NAME PRIORITY USER STOP_SIGNAL DEATH_SIGNAL COMMAND...: prints a section of supervisord.conf. The kernel sends
# DEATH_SIGNAL when supervisord itself is killed, so that nothing stays behind without it. A process that ends within
# startsecs is started again after 1, 2, 3 ... s, any other at once; startretries never gives up.
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

# The socket is named by way of supervisord's working folder, which is the one of this file: the path of a deep clone
# would be too long for a socket. In that folder `supervisorctl` finds both.
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
    postgres_program 10
    rabbitmq_programs 20
    service_programs 30
    nginx_program 40
  } >"$state/supervisord.conf"
}

# Starts supervisord, or lets the one that runs take over what changed. File descriptor 3 because supervisord keeps it
# to itself: it closes those from 3 on in its children, and those from 5 on when it reads its configuration again.
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
