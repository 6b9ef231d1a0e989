#!/bin/sh
# Writes documents into an item by its key and token. Needs a shell and curl; for a database also its client.
set -eu

url=${OCTAVO_URL:-@PUBLIC_URL@}

usage() {
  cat >&2 <<'TEXT'
usage: OCTAVO_KEY=… OCTAVO_TOKEN=… sh octavo.sh <command> …

  pages <folder> [catalog]   every .md file becomes a page; folders become catalogs
  openapi <file>             an OpenAPI or Swagger description or a Postman collection, one page per operation
  comments <folder>          documentation comments of source files, marked by the word octavo or showdoc
  postgres [psql options]    one page per table of a PostgreSQL database
  mysql [mysql options]      one page per table of a MySQL database

A page is found again by its title in its catalog, so running it twice updates the same pages.
Of a description, pages that were edited here since the last run stay unchanged.
OCTAVO_CATALOG names the catalog for a database's tables (default: the database's kind).
TEXT
  exit 2
}

[ $# -ge 1 ] || usage
[ -n "${OCTAVO_KEY:-}" ] && [ -n "${OCTAVO_TOKEN:-}" ] || usage

# call <path> <curl options…>: key and token go through standard input, so no process list shows them.
call() {
  path=$1
  shift
  printf 'header = "X-Api-Key: %s"\nheader = "X-Api-Token: %s"\n' "$OCTAVO_KEY" "$OCTAVO_TOKEN" |
    curl --silent --show-error --retry 6 --config - "$@" "$url/api/$path"
}

# report <name> <response>: prints the result of one request; exits if it failed.
report() {
  case $2 in
    '{"error_code":0,'* | 成功*) printf 'ok  %s\n' "$1" ;;
    *)
      printf 'failed  %s\n%s\n' "$1" "$2" >&2
      exit 1
      ;;
  esac
}

push_pages() {
  folder=${1%/}
  find "$folder" -type f -name '*.md' ! -path '*/.*' | LC_ALL=C sort | while IFS= read -r file; do
    inside=${file#"$folder"/}
    case $inside in
      */*) catalog=${inside%/*} ;;
      *) catalog= ;;
    esac
    title=${inside##*/}
    answer=$(call item/updateByApi \
      --data-urlencode "cat_name=${2:-}/$catalog" \
      --data-urlencode "page_title=${title%.md}" \
      --data-urlencode "page_content@$file")
    report "$inside" "$answer"
  done
}

push_openapi() {
  quoted=$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')
  answer=$(call open/importFile --form "file=@\"$quoted\"")
  case $answer in
    '{"error_code":0,'*'"is_done":false'*) printf 'started  %s (large file, the import continues on the server)\n' "$1" ;;
    *) report "$1" "$answer" ;;
  esac
}

push_comments() {
  folder=${1%/}
  find "$folder" -type f -size -1024k ! -path '*/.*' ! -path '*/node_modules/*' | LC_ALL=C sort |
    while IFS= read -r file; do
      grep -Iq '@title' "$file" && grep -Iqi 'octavo\|showdoc' "$file" || continue
      report "${file#"$folder"/}" "$(call open/fromComments --data-urlencode "content@$file")"
    done
}

# push_tables <name>: sends the output of the database clients, which is in the working folder.
push_tables() {
  report "$1" "$(call open/updateDbItem \
    --data-urlencode "cat_name=${OCTAVO_CATALOG:-$1}" \
    --data-urlencode "table_info@$work/info" \
    --data-urlencode "table_detail@$work/detail" \
    --data-urlencode "table_index@$work/index")"
}

from_postgres() {
  ask() { psql --no-psqlrc --quiet --no-align --field-separator "$(printf '\t')" --pset footer=off "$@"; }
  flat="regexp_replace(coalesce(%s, ''), '[\\n\\r\\t]+', ' ', 'g')"
  # shellcheck disable=SC2059
  about() { printf "$flat" "$1"; }
  tables="pg_class t join pg_namespace n on n.oid = t.relnamespace
    and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast'
    and t.relkind in ('r', 'p', 'v', 'm') and not t.relispartition"
  name="case n.nspname when 'public' then t.relname else n.nspname || '.' || t.relname end"
  ask "$@" --command "select $name as table_name, $(about 'obj_description(t.oid)')
    from $tables order by 1" >"$work/info"
  ask "$@" --command "select $name as table_name, a.attname,
    $(about 'pg_get_expr(d.adbin, d.adrelid)'), case when a.attnotnull then 'NO' else 'YES' end,
    format_type(a.atttypid, a.atttypmod), $(about 'col_description(t.oid, a.attnum)')
    from $tables join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    order by 1, a.attnum" >"$work/detail"
  ask "$@" --command "select $name as table_name, i.relname,
    pg_get_indexdef(x.indexrelid, k.seq, true), k.seq,
    case when x.indisunique then 0 else 1 end, m.amname, $(about 'obj_description(i.oid)')
    from $tables join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
    join pg_am m on m.oid = i.relam
    cross join lateral generate_series(1, x.indnkeyatts) k (seq)
    order by 1, 2, k.seq" >"$work/index"
  push_tables PostgreSQL
}

from_mysql() {
  ask() { mysql --batch --default-character-set=utf8mb4 "$@"; }
  ask "$@" --execute "select table_name, table_comment, engine, table_collation
    from information_schema.tables where table_schema = database() order by 1" >"$work/info"
  ask "$@" --execute "select table_name, column_name, column_default, is_nullable, column_type, column_comment
    from information_schema.columns where table_schema = database()
    order by table_name, ordinal_position" >"$work/detail"
  ask "$@" --execute "select table_name, index_name, column_name, seq_in_index, non_unique, index_type, index_comment
    from information_schema.statistics where table_schema = database() order by 1, 2, 4" >"$work/index"
  push_tables MySQL
}

command=$1
shift
case $command in
  pages | comments) [ $# -ge 1 ] && [ -d "$1" ] || usage ;;
  openapi) [ $# -ge 1 ] && [ -f "$1" ] || usage ;;
  postgres | mysql)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    ;;
esac
case $command in
  pages) push_pages "$@" ;;
  openapi) push_openapi "$@" ;;
  comments) push_comments "$@" ;;
  postgres) from_postgres "$@" ;;
  mysql) from_mysql "$@" ;;
  *) usage ;;
esac
