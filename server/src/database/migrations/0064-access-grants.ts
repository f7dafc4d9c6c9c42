import { type Kysely, sql } from 'kysely'

/** The scope of everything. All grants of the whole archive with videos share it. */
const WHOLE_ARCHIVE = '01940000-0000-7000-8000-000000000000'

/**
 * What a member may play, and until when. Members who have redeemed a key get the whole archive, forever. The id of such
 * a first grant is the id of the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('access_scopes')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('has_videos', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('access_scope_types')
    .addColumn('scope_id', 'text', (column) =>
      column.notNull().references('access_scopes.id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('access_scope_types_key', ['scope_id', 'type'])
    .execute()
  await db.schema
    .createTable('access_scope_albums')
    .addColumn('scope_id', 'text', (column) =>
      column.notNull().references('access_scopes.id').onDelete('cascade'),
    )
    .addColumn('album_id', 'text', (column) => column.notNull().references('albums.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('access_scope_albums_key', ['scope_id', 'album_id'])
    .execute()
  await db.schema
    .createIndex('access_scope_albums_of_album')
    .on('access_scope_albums')
    .column('album_id')
    .execute()
  await db.schema
    .createTable('access_grants')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('scope_id', 'text', (column) => column.notNull().references('access_scopes.id'))
    .addColumn('access_key_id', 'text', (column) => column.references('access_keys.id').onDelete('set null'))
    .addColumn('granted_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text')
    .addColumn('withdrawn_at', 'text')
    .execute()
  await db.schema.createIndex('access_grants_of_user').on('access_grants').column('user_id').execute()
  await db.schema.createIndex('access_grants_of_key').on('access_grants').column('access_key_id').execute()
  await db.schema.createIndex('access_grants_of_scope').on('access_grants').column('scope_id').execute()
  await sql`create index access_grants_ending on access_grants (ends_at)
    where ends_at is not null and withdrawn_at is null`.execute(db)
  await sql`alter table users add column has_limited_access integer not null default 0`.execute(db)
  await sql`alter table users add column has_limited_scope integer not null default 0`.execute(db)
  await sql`create index users_with_limited_access on users (id) where has_limited_access = 1`.execute(db)
  await sql`insert into access_scopes (id, kind, has_videos) values (${WHOLE_ARCHIVE}, 'all', 1)`.execute(db)
  await sql`insert into access_grants (id, user_id, scope_id, access_key_id, granted_at)
    select users.id, users.id, ${WHOLE_ARCHIVE}, redeemed.id, coalesce(redeemed.used_at, users.created_at)
    from users left join access_keys as redeemed on redeemed.id =
      (select max(access_keys.id) from access_keys where access_keys.used_by = users.id)
    where users.key_verified = 1`.execute(db)
}
