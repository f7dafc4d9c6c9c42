import { sql } from 'kysely'
import type { Database } from '#database/open.ts'

/** Every table, column, index, constraint and trigger of a database, as text. */
export async function schemaOf(db: Database): Promise<string[]> {
  const { rows } =
    db.kind === 'sqlite'
      ? await sql<{ text: string }>`
          select type || ' ' || name || ': ' || coalesce(sql, '') as text from sqlite_master
          where tbl_name not like 'sqlite\\_%' escape '\\'`.execute(db)
      : await sql<{ text: string }>`
          select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name) as text
            from information_schema.columns where table_schema = 'public'
          union all select indexdef from pg_indexes where schemaname = 'public'
          union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
            from pg_constraint where connamespace = 'public'::regnamespace
          union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`.execute(db)
  return rows.map(({ text }) => text).toSorted()
}
