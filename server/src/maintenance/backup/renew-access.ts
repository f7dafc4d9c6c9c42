import type { SQLInputValue } from 'node:sqlite'
import type { Revocation } from '#database/revocation.ts'
import { newId } from '#platform/ids.ts'

type Run = (sql: string, ...values: SQLInputValue[]) => number
type Revoked = Pick<Revocation, 'target' | 'userId' | 'at'>

/**
 * The grants of an account that were not withdrawn. Grants whose end has passed are included, because the gate checks
 * the end of a grant itself.
 */
const GRANTED = `from access_grants inner join access_scopes on access_scopes.id = access_grants.scope_id
  where access_grants.user_id = users.id and access_grants.withdrawn_at is null`

/**
 * The time at which the access of the author of an invitation ends. Null if it never ends, and for keys that are not
 * invitations. It is the latest end of all grants of the author, even if the author also has a grant without an end,
 * unless that grant has the scope of the key or contains all albums. So the guest may lose access too early, but never
 * keeps it too long.
 */
const END_OF_AUTHOR = `select max(access_grants.ends_at) as ends_at
  from access_keys
    inner join users as inviter on inviter.id = access_keys.made_by and inviter.is_admin = 0
    inner join access_grants on access_grants.user_id = inviter.id and access_grants.withdrawn_at is null
  where access_keys.id = ? and access_keys.is_invitation = 1
    and not exists (select 1 from access_grants as endless
      inner join access_scopes on access_scopes.id = endless.scope_id
      where endless.user_id = inviter.id and endless.withdrawn_at is null and endless.ends_at is null
        and (access_scopes.kind = 'all' or access_scopes.id = access_keys.scope_id))`

/**
 * Revokes an access key. If an account has redeemed it, that use is counted, and the account gets the access that the
 * key grants. Otherwise the key is withdrawn. In an older copy, keys have one use only, and withdrawn keys are deleted.
 */
export function endKey(run: Run, tables: ReadonlySet<string>, revoked: Revoked): number {
  if (!tables.has('access_key_uses')) return endSingleKey(run, tables, revoked)
  const { target: id, userId, at } = revoked
  if (userId === null)
    return run('update access_keys set withdrawn_at = ? where id = ? and withdrawn_at is null', at, id)
  const used = run(
    `insert into access_key_uses (id, access_key_id, user_id, used_at)
      select ?, access_keys.id, (select users.id from users where users.id = ?), ? from access_keys
      where access_keys.id = ? and not exists (select 1 from access_key_uses
        where access_key_id = access_keys.id and (user_id = ? or (user_id is null and used_at = ?)))`,
    newId(),
    userId,
    at,
    id,
    userId,
    at,
  )
  if (used === 0) return 0
  run('update access_keys set uses = uses + 1 where id = ?', id)
  if (tables.has('barred_inviters')) setInviter(run, userId, id)
  run(
    `insert into access_grants (id, user_id, scope_id, access_key_id, granted_at, ends_at)
      select ?, users.id, access_keys.scope_id, access_keys.id, ?,
        min(coalesce(stay.ends_at, author.ends_at), coalesce(author.ends_at, stay.ends_at))
      from users, access_keys,
        (select strftime('%Y-%m-%dT%H:%M:%fZ', ?, '+' || stay_days || ' days') as ends_at
          from access_keys where id = ?) as stay,
        (${END_OF_AUTHOR}) as author
      where users.id = ? and access_keys.id = ?`,
    newId(),
    at,
    at,
    id,
    id,
    userId,
    id,
  )
  keepInStep(run, userId)
  return used
}

/** Stores who has invited a member: the account that made the first key that the member has redeemed. */
function setInviter(run: Run, userId: string, keyId: string): void {
  run(
    `update users set invited_by = (select made_by from access_keys where id = ? and made_by <> users.id)
      where id = ? and invited_by is null and is_admin = 0
        and (select count(*) from access_key_uses where user_id = users.id) = 1`,
    keyId,
    userId,
  )
}

function endSingleKey(run: Run, tables: ReadonlySet<string>, { target: id, userId, at }: Revoked): number {
  if (userId === null) return run('delete from access_keys where id = ? and used_at is null', id)
  const ended = run(
    `update access_keys set used_at = ?, used_by = (select users.id from users where users.id = ?)
      where id = ? and used_at is null`,
    at,
    userId,
    id,
  )
  if (ended === 0) return 0
  if (!tables.has('access_grants')) run('update users set key_verified = 1 where id = ?', userId)
  else {
    run(
      `insert into access_grants (id, user_id, scope_id, access_key_id, granted_at)
        select ?, users.id, access_scopes.id, ?, ? from users, access_scopes
        where users.id = ? and access_scopes.kind = 'all' and access_scopes.has_videos = 1 limit 1`,
      newId(),
      id,
      at,
      userId,
    )
    keepInStep(run, userId)
  }
  return ended
}

/** Withdraws access from an account. `target` is the key that granted the access, or the grant. */
export function endGrants(run: Run, tables: ReadonlySet<string>, { target, userId, at }: Revoked): number {
  if (userId === null) return 0
  // An older copy has no grants but only the column `key_verified`, from which the next start makes a grant.
  if (!tables.has('access_grants'))
    return run(
      `update users set key_verified = 0 where id = ? and key_verified = 1
        and (id = ? or exists (select 1 from access_keys where id = ? and used_by = users.id))`,
      userId,
      target,
      target,
    )
  const ended = run(
    `update access_grants set withdrawn_at = ?
      where user_id = ? and (access_key_id = ? or id = ?) and withdrawn_at is null`,
    at,
    userId,
    target,
    target,
  )
  if (ended > 0) keepInStep(run, userId)
  return ended
}

function keepInStep(run: Run, userId: string): void {
  run(
    `update users set key_verified = exists (select 1 ${GRANTED}),
      has_limited_scope = exists (select 1 ${GRANTED}) and not exists (select 1 ${GRANTED}
        and access_scopes.kind = 'all' and access_scopes.has_videos = 1),
      has_limited_access = exists (select 1 ${GRANTED}) and not exists (select 1 ${GRANTED}
        and access_grants.ends_at is null and access_scopes.kind = 'all' and access_scopes.has_videos = 1)
      where id = ?`,
    userId,
  )
}
