# Runs before the scripts, with its own mounts: it replaces system folders, so that changes do not affect the real ones.
# $1: the folder that the test has prepared, $2: the folder of this file.
set -euo pipefail
exec 2>&1
mkdir "$1"/{etc,opt,var,mnt,tmp,bin}
# Settings, the program with its history, and compiled code are thousands of small files. Creating them in memory needs
# a tenth of the processor time.
for folder in etc opt tmp; do mount -t tmpfs -o mode=0755 tmpfs "$1/$folder"; done
mkdir "$1"/var/{lib,log,cache,backups,tmp}
chmod 1777 "$1/tmp"
cp --archive /etc/. "$1/etc/"
# Programs of this machine. The stand-ins precede them on the path.
mkdir "$1/old-bin"
mount --bind /usr/local/bin "$1/old-bin"
for program in "$1"/old-bin/*; do [ -e "$program" ] && ln --symbolic "/srv/old-bin/${program##*/}" "$1/bin/"; done
cp "$2/systemctl" "$2/journalctl" "$1/bin/"
mv "$1/originals" "$1/mnt/originals"
checkout=${2%/deploy/stand-ins}
mkdir "$1/checkout"
mount --bind --options ro "$checkout" "$1/checkout"
mount --rbind "$1" /srv
cd /srv
for folder in etc opt var mnt; do mount --bind /srv/$folder /$folder; done
mount --bind /srv/bin /usr/local/bin
mount --bind /srv/tmp /tmp
# If the checkout is in one of these folders, that folder stays visible, because its Node runs the tests.
[ -d "$checkout" ] || {
  mkdir --parents "$checkout"
  mount --bind --options ro /srv/checkout "$checkout"
}
export PATH=/usr/local/bin:$PATH HOME=/tmp GIT_CONFIG_GLOBAL=/dev/null
hash -r
# curl prints no progress.
echo silent > /tmp/.curlrc
# Compiled code is cached for all commands. A command starts as root and continues as another account, which writes the
# cache.
mkdir --mode=1777 /tmp/compiled
export NODE_COMPILE_CACHE=/tmp/compiled

# Gives a clone of the repository the packages and the built web app of this checkout.
use_installed() {
  mkdir "$1/node_modules"
  mount --bind --options ro "$checkout/node_modules" "$1/node_modules"
  cp --archive "$checkout/web/dist" "$1/web/"
}

# Runs a script in the background until its output matches, and ends it.
until_output() {
  : > /var/log/background
  setsid bash -euo pipefail -c "$2" > /var/log/background 2>&1 < /dev/null &
  local script=$!
  until grep --quiet "$1" /var/log/background; do
    kill -0 $script || {
      cat /var/log/background
      return 1
    }
    sleep 0.05
  done
  cat /var/log/background
  kill -TERM -- -$script
  wait $script || true
  # Child processes may still be writing, for example to the cache of compiled code.
  while kill -0 -- -$script 2> /dev/null; do sleep 0.05; done
}
