import { type Kysely, sql } from 'kysely'

/** What a message holds, as bits of `holds`. */
const IMAGE = 1
const VOICE = 2
const MOMENT = 4

/**
 * The index of the search knows the author of a message and what it holds. So the words of the messages of one author, or
 * of those with an image, are read in their order, without all others and without the messages themselves.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await sql`alter table search_documents add column author text`.execute(db)
  await sql`alter table search_documents add column holds integer not null default 0`.execute(db)
  await sql`update search_documents set author = message.user_id,
      holds = case when message.card_kind = 'moment' then ${sql.lit(MOMENT)} else 0 end
    from chat_messages message
    where search_documents.kind = 'message' and message.id = search_documents.ref`.execute(db)
  for (const [media, bit] of [
    ['image', IMAGE],
    ['voice', VOICE],
  ] as const)
    await sql`update search_documents set holds = holds | ${sql.lit(bit)}
      where kind = 'message' and ref in (select message_id from chat_media
        where kind = ${sql.lit(media)} and message_id is not null and storage_name is not null)`.execute(db)
  // SQLite reads the words from these indexes. An entry of an index on PostgreSQL cannot be as long as some messages.
  const words = kind === 'sqlite' ? sql`, words` : sql``
  await sql`create index search_documents_of_author on search_documents (author, id, holds${words})
    where author is not null`.execute(db)
  for (const [name, bit] of [
    ['images', IMAGE],
    ['voices', VOICE],
    ['moments', MOMENT],
  ] as const)
    await sql`create index ${sql.ref(`search_documents_with_${name}`)}
      on search_documents ((holds & ${sql.lit(bit)}), id${words})
      where (holds & ${sql.lit(bit)}) = ${sql.lit(bit)}`.execute(db)
  await (kind === 'sqlite' ? recordAuthorsOfSqlite(db) : recordAuthorsOfPostgres(db))
}

/** The author is deleted with the account. */
async function recordAuthorsOfSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger search_chat_messages_update`.execute(db)
  await sql`create trigger search_chat_messages_update
    after update of content, deleted_at, user_id on chat_messages
    begin insert into search_changes (kind, ref) values ('message', new.id); end`.execute(db)
}

async function recordAuthorsOfPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger search_chat_messages on chat_messages`.execute(db)
  await sql`create trigger search_chat_messages
    after insert or delete or update of content, deleted_at, user_id on chat_messages for each row
    execute function record_search_change('message', 'id')`.execute(db)
}
