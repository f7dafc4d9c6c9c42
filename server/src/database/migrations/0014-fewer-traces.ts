import { type Kysely, sql } from 'kysely'

/**
 * The activity log stores ids of members, never names, so that nothing of a deleted account is left in it; its IP
 * addresses are shortened after a while. Everything else stays unchangeable.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'sqlite') await sql`drop trigger admin_acts_stay`.execute(db)
  else await sql`drop trigger admin_acts_stay on admin_acts`.execute(db)
  if (kind === 'sqlite')
    await sql`update admin_acts set "before" = json_remove("before", '$.username')
      where action like 'user.%' and "before" is not null`.execute(db)
  else
    await sql`update admin_acts set "before" = ("before"::jsonb - 'username')::text
      where action like 'user.%' and "before" is not null`.execute(db)
  const unchanging = sql`id, at, actor_id, session_id, request_id, action, target, "before", "after"`
  if (kind === 'sqlite')
    await sql`create trigger admin_acts_stay before update of ${unchanging} on admin_acts
      begin select raise(abort, 'admin_acts is append-only'); end`.execute(db)
  else
    await sql`create trigger admin_acts_stay before update of ${unchanging} on admin_acts
      for each row execute function admin_acts_stay()`.execute(db)
  await sql`create index chat_messages_with_mentions on chat_messages (id) where mentions <> '[]'`.execute(db)
}
