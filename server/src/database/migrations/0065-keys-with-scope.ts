import { type Kysely, sql } from 'kysely'

/** The scope of everything, of migration 0064. */
const WHOLE_ARCHIVE = '01940000-0000-7000-8000-000000000000'

/**
 * Keys that are made in batches, with a note, a scope, a number of uses, an expiry and a length of stay. A key of before
 * opens the whole archive once, forever. Its author is read from the audit log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db)
  await createUses(db)
  await sql`update access_keys set batch_id = id, scope_id = ${WHOLE_ARCHIVE},
    uses = case when used_at is null then 0 else 1 end,
    made_by = (select users.id from users inner join admin_acts on admin_acts.actor_id = users.id
      where admin_acts.action = 'access-key.make' and admin_acts.target = access_keys.id)`.execute(db)
  for (const column of ['used_by', 'used_at'])
    await db.schema.alterTable('access_keys').dropColumn(column).execute()
  await sql`create index access_keys_of_batch on access_keys (batch_id, id)`.execute(db)
  await sql`create index access_keys_of_maker on access_keys (made_by, id) where made_by is not null`.execute(
    db,
  )
  await sql`create index access_keys_of_scope on access_keys (scope_id)`.execute(db)
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  const keys = db.schema.alterTable('access_keys')
  await keys.addColumn('batch_id', 'text').execute()
  await keys.addColumn('note', 'text').execute()
  await keys.addColumn('words', 'text').execute()
  await keys.addColumn('search_text', 'text', (column) => column.notNull().defaultTo('')).execute()
  await keys
    .addColumn('made_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await keys.addColumn('is_invitation', 'integer', (column) => column.notNull().defaultTo(0)).execute()
  await keys.addColumn('scope_id', 'text', (column) => column.references('access_scopes.id')).execute()
  await keys.addColumn('max_uses', 'integer', (column) => column.notNull().defaultTo(1)).execute()
  await keys.addColumn('uses', 'integer', (column) => column.notNull().defaultTo(0)).execute()
  await keys.addColumn('expires_at', 'text').execute()
  await keys.addColumn('stay_days', 'integer').execute()
  await keys.addColumn('withdrawn_at', 'text').execute()
}

/** Who has redeemed a key. The entry of a deleted account stays, without the account. */
async function createUses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('access_key_uses')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('access_key_id', 'text', (column) =>
      column.notNull().references('access_keys.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('used_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('access_key_uses_once', ['access_key_id', 'user_id'])
    .execute()
  await sql`create index access_key_uses_of_user on access_key_uses (user_id)`.execute(db)
  await sql`insert into access_key_uses (id, access_key_id, user_id, used_at)
    select id, id, used_by, used_at from access_keys where used_at is not null`.execute(db)
}
