#!/bin/sh
# Copy the database and the secret every night; with the word "once", at once and never again.
# docs/deployment/compose.md says how to restore a copy. PostgreSQL's own variables (PGHOST, PGUSER) name the database.
set -u
umask 077
copies=${COPRIME_COPIES:-/backups}
secret=${COPRIME_SECRET:-/data/secret}
keep=${COPRIME_KEEP:-14}
at=${COPRIME_BACKUP_AT:-03:17}

# A folder has its name only when it is whole.
back_up() {
  name="$copies/$(date +%F-%H%M%S)"
  rm -rf "$copies"/*.half
  mkdir "$name.half" \
    && pg_dump --format=custom --file="$name.half/coprime.dump" \
    && cp "$secret" "$name.half/secret" \
    && mv "$name.half" "$name" \
    && forget_old
}

# The oldest go; what somebody else has put there stays.
forget_old() {
  ls -1 "$copies" | grep -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{6}$' | sort -r | tail -n "+$((keep + 1))" \
    | while read -r old; do rm -rf "${copies:?}/$old"; done
}

if [ "${1:-}" = once ]; then
  back_up
  exit
fi
while :; do
  now=$(date +%s)
  next=$(date -d "$at" +%s)
  [ "$next" -gt "$now" ] || next=$((next + 86400))
  sleep "$((next - now))"
  back_up || echo "The copy of $(date +%F) failed." >&2
done
