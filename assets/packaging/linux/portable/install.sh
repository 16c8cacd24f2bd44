#!/bin/sh
# Puts Sanduq into this user's menu, without administrator rights. Run it again
# to replace an older one; "./install.sh remove" takes it out and leaves the
# data alone.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bin=$HOME/.local/bin
share=${XDG_DATA_HOME:-$HOME/.local/share}

if [ "${1:-}" = remove ]; then
  (cd "$here/share" && find . -type f) | while read -r f; do rm -f "$share/$f"; done
  rm -f "$bin/sanduq"
  login=${XDG_CONFIG_HOME:-$HOME/.config}/autostart/sanduq.desktop
  if grep -qsxF "TryExec=$bin/sanduq" "$login"; then rm -f "$login"; fi
  echo "Removed. Your data in $share/sanduq are still there."
  exit 0
fi

mkdir -p "$bin" "$share"
cp "$here/sanduq" "$bin/sanduq.new"
mv "$bin/sanduq.new" "$bin/sanduq" # a running one keeps its file
(cd "$here/share" && find . -type f) | while read -r f; do
  mkdir -p "$(dirname "$share/$f")"
  cp "$here/share/$f" "$share/$f"
done
for f in ly.sanduq.till.desktop ly.sanduq.till.practice.desktop; do
  sed "s|^Exec=sanduq|Exec=\"$bin/sanduq\"|" "$here/share/applications/$f" > "$share/applications/$f"
done
echo "Installed. Look for Sanduq and Sanduq Practice in the menu, or run $bin/sanduq."
