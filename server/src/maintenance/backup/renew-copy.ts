import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Revocation } from '#database/revocation.ts'
import { endGrants, endKey } from './renew-access.ts'

/** The numbers of rows that were removed from a copy of the database before it replaces the archive's database. */
export interface Renewed {
  sessions: number
  /** Number of single-use links, which are in emails and in the console output. */
  links: number
  letters: number
  /**
   * Numbers of accounts, messages, passwords, app passwords, access keys, grants of access and login factors that were
   * revoked after the copy was made.
   */
  revoked: Record<Revocation['kind'], number>
}

/**
 * The value for a removed password. It is not a hash, so no password matches it, and the member has to set a new
 * password by email.
 */
const NO_PASSWORD = ''

/** The tables of login factors and trusted devices, by the kind of their revocation. */
const FACTOR_TABLES = {
  passkey: 'passkeys',
  authenticator: 'authenticator_apps',
  'recovery-code': 'recovery_codes',
  'trusted-device': 'trusted_devices',
} as const

function isFactor(kind: Revocation['kind']): kind is keyof typeof FACTOR_TABLES {
  return Object.hasOwn(FACTOR_TABLES, kind)
}

/**
 * Makes the copy of a database safe to use. Sessions and single-use tokens are removed, because they may have ended
 * since the copy was made. Everything that was revoked after the copy was made is revoked in it, too. It works on
 * copies of any age, which may have fewer tables.
 */
export function renewCopy(file: string, madeAt: Date, revocations: ReadonlyMap<string, Revocation>): Renewed {
  const database = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: true })
  try {
    database.exec('begin immediate')
    const namesIn = (from: string) =>
      new Set(
        database
          .prepare(`select name from ${from}`)
          .all()
          .map(({ name }) => String(name)),
      )
    const tables = namesIn(`sqlite_master where type = 'table'`)
    const columns = namesIn(`pragma_table_info('chat_messages')`)
    const run = (sql: string, ...values: SQLInputValue[]) =>
      Number(database.prepare(sql).run(...values).changes)
    const empty = (table: string) => (tables.has(table) ? run(`delete from ${table}`) : 0)

    const renewed: Renewed = {
      sessions: empty('sessions'),
      links:
        empty('link_tokens') + empty('scrobble_asks') + empty('half_sessions') + empty('passkey_challenges'),
      letters: empty('letters'),
      revoked: {
        account: 0,
        message: 0,
        password: 0,
        'app-password': 0,
        'access-key': 0,
        'access-grant': 0,
        passkey: 0,
        authenticator: 0,
        'recovery-code': 0,
        'trusted-device': 0,
      },
    }
    // The devices for push messages were deleted with their sessions. The state of digests is deleted, too, so that no
    // digest reports old events.
    empty('digests')
    const ordered = [...revocations.values()].sort((a, b) => a.at.localeCompare(b.at))
    for (const { id, kind, target, userId, at } of ordered) {
      if (kind === 'message' && tables.has('chat_messages'))
        renewed.revoked.message += deleteMessage(run, { tables, columns }, target, at)
      if (kind === 'password' && at > madeAt.toISOString())
        renewed.revoked.password += run(
          'update users set password_hash = ? where id = ? and password_hash <> ?',
          NO_PASSWORD,
          target,
          NO_PASSWORD,
        )
      if (kind === 'app-password' && tables.has('app_passwords'))
        renewed.revoked['app-password'] += endAppPassword(run, target, at)
      if (isFactor(kind) && tables.has(FACTOR_TABLES[kind]))
        renewed.revoked[kind] += run(`delete from ${FACTOR_TABLES[kind]} where id = ?`, target)
      if (kind === 'access-key') renewed.revoked['access-key'] += endKey(run, tables, { target, userId, at })
      if (kind === 'access-grant')
        renewed.revoked['access-grant'] += endGrants(run, tables, { target, userId, at })
      if (tables.has('revocations'))
        run(
          'insert into revocations (id, kind, target, user_id, at) values (?, ?, ?, ?, ?) on conflict do nothing',
          id,
          kind,
          target,
          userId,
          at,
        )
    }
    // Accounts are deleted last, because the keys that they have redeemed must stay redeemed.
    for (const { kind, target } of ordered)
      if (kind === 'account') renewed.revoked.account += run('delete from users where id = ?', target)
    database.exec('commit')
    return renewed
  } finally {
    database.close()
  }
}

type Run = (sql: string, ...values: SQLInputValue[]) => number

/** The columns with the content of a message, and their values when it is deleted. */
const EMPTIED = {
  content: "''",
  mentions: "'[]'",
  reactions: "'[]'",
  reply_to: 'null',
  edited_at: 'null',
  pinned_at: 'null',
  card_kind: 'null',
  card_id: 'null',
  card_second: 'null',
  album: 'null',
  deleted_revision: '(select revision + 1 from chat_state)',
}

function deleteMessage(
  run: Run,
  { tables, columns }: { tables: ReadonlySet<string>; columns: ReadonlySet<string> },
  id: string,
  at: string,
): number {
  const hasChanges = tables.has('chat_changes')
  const emptied = Object.entries(EMPTIED).flatMap(([column, value]) =>
    columns.has(column) ? `${column} = ${value}, ` : [],
  )
  const deleted = run(
    `update chat_messages set ${emptied.join('')} deleted_at = ? where id = ? and deleted_at is null`,
    at,
    id,
  )
  if (deleted > 0) {
    if (tables.has('conversations')) recordDeletion(run, id)
    else {
      run('update chat_state set revision = revision + 1')
      if (hasChanges)
        run(
          `insert into chat_changes (revision, kind, message_id) select revision, 'deletion', ? from chat_state`,
          id,
        )
    }
    for (const table of ['chat_versions', 'chat_reactions'])
      if (tables.has(table)) run(`delete from ${table} where message_id = ?`, id)
    run('update chat_media set storage_name = null where message_id = ?', id)
  }
  return deleted
}

function recordDeletion(run: Run, id: string): void {
  const conversation =
    'conversations.id = (select conversation_id from chat_messages where chat_messages.id = ?)'
  run(`update conversations set revision = revision + 1 where ${conversation}`, id)
  run(
    `insert into chat_changes (conversation_id, revision, kind, message_id)
      select id, revision, 'deletion', ? from conversations where ${conversation}`,
    id,
    id,
  )
}

/** Records an app password as ended, so that a program that still sends it is not treated as guessing passwords. */
function endAppPassword(run: Run, id: string, at: string): number {
  run(
    `insert into ended_app_passwords (id, user_id, name, secret_hash, encrypted_secret, ended_at)
      select id, user_id, name, secret_hash, encrypted_secret, ? from app_passwords where id = ?`,
    at,
    id,
  )
  return run('delete from app_passwords where id = ?', id)
}

/**
 * The revocations in the database that a copy replaces. Empty when the database cannot be read or is too old to contain
 * revocations.
 */
export function revocationsIn(file: string): Map<string, Revocation> {
  const list = new Map<string, Revocation>()
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
    try {
      const rows = database.prepare('select id, kind, target, user_id as userId, at from revocations').all()
      for (const row of rows) {
        const parsed = Revocation.safeParse(row)
        if (parsed.success) list.set(parsed.data.id, parsed.data)
      }
    } finally {
      database.close()
    }
  } catch {
    // The error is ignored, because a damaged database may be the reason for the restore.
  }
  return list
}
