import {
  type NoticeChannel,
  NoticeKind,
  type NotificationSettings,
} from '@tonarchiv/contract/notification-settings'
import { type Notice, NOTICES_PER_PAGE } from '@tonarchiv/contract/notifications'
import type { Caller } from '#access/caller.ts'
import type { Candidate } from '../resolve/candidates.ts'
import { resolveNotices } from '../resolve/resolve.ts'
import type { ReadNeeds } from '../resolve/sources.ts'
import { isChosen, settingsOfOne } from '../settings/settings.ts'
import { listOwn, type Position } from '../store/notices.ts'
import { itemsOf, listGroups, type SharedReader, sharedReader } from '../store/shared-notices.ts'

/** Which notices are read. */
export interface Wanted {
  /** Only kinds that the member has chosen for this channel. */
  channel: NoticeChannel
  isUnreadOnly?: boolean
  /** Only these, by `Notice.id`. */
  ids?: readonly string[]
  /** Only those that happened after this time. */
  since?: string
  /** Only those after this position of the list; see `next`. */
  before?: string
  limit?: number
}

/** Rows that are read at once when many are left out. */
const READ_AT_ONCE = 100
/** A page is read in at most so many steps; a member keeps no more notices than they cover. */
const STEPS_MAX = 20

/**
 * Notices as their reader may see them at this moment, newest first, for the inbox, push messages and digests. What the
 * reader may no longer see, or did not choose for the channel, is left out.
 * `known` are the settings of the caller, if they were read already.
 * @returns the notices and `next`, the value of `before` for the following page; null when there are no more notices
 */
export async function readableNotices(
  needs: ReadNeeds,
  caller: Caller,
  { limit = NOTICES_PER_PAGE, before, ...wanted }: Wanted,
  known?: NotificationSettings,
): Promise<{ notices: Notice[]; next: string | null }> {
  const settings = known ?? (await settingsOfOne(needs.db, caller.id))
  const kinds = NoticeKind.options.filter((kind) => isChosen(settings, kind, wanted.channel))
  if (kinds.length === 0) return { notices: [], next: null }
  const reader = await sharedReader(needs.db, caller.id)
  const notices: Notice[] = []
  let position = before === undefined ? undefined : positionIn(before)
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const wantedRows = step === 0 ? limit + 1 : READ_AT_ONCE
    const candidates = await readCandidates(
      needs,
      caller.id,
      { ...wanted, ...reader, kinds, position },
      wantedRows,
    )
    for (const notice of await resolveNotices(needs, caller, candidates)) {
      if (wanted.isUnreadOnly === true && !notice.isUnread) continue
      const last = notices.at(-1)
      if (notices.length === limit && last !== undefined) return { notices, next: textOf(last) }
      notices.push(notice)
    }
    position = candidates.at(-1)
    if (candidates.length < wantedRows) break
  }
  return { notices, next: null }
}

interface Rows extends SharedReader, Omit<Wanted, 'before' | 'limit'> {
  kinds: readonly NoticeKind[]
  position: Position | undefined
}

/** The member's own notices and the groups of shared ones, in one order. */
async function readCandidates(
  { db }: ReadNeeds,
  userId: string,
  { kinds, from, allReadAt, position: before, since, ids, isUnreadOnly = false }: Rows,
  limit: number,
): Promise<Candidate[]> {
  const range = { userId, kinds, isUnreadOnly, before, since, ids, limit }
  const [own, groups] = await Promise.all([listOwn(db, range), listGroups(db, { ...range, from, allReadAt })])
  const ownNotices = own.map(({ id, kind, at, actorId, subjectId, detail, readAt }): Candidate => ({
    id,
    kind,
    at,
    actorId,
    detail,
    isUnread: readAt === null,
    subjectIds: subjectId === null ? [] : [subjectId],
  }))
  const shared = groups.map(({ groupKey: id, kind, at, isUnread }): Candidate => ({
    id,
    kind,
    at,
    isUnread,
    actorId: null,
    subjectIds: [],
    detail: null,
  }))
  const page = [...ownNotices, ...shared].sort(newestFirst).slice(0, limit)
  return withItems(db, { userId, from }, page)
}

/** Adds to the groups of shared notices what they are about. */
async function withItems(
  db: ReadNeeds['db'],
  member: { userId: string; from: string },
  page: readonly Candidate[],
): Promise<Candidate[]> {
  const groupKeys = page.filter(({ id }) => id.includes(':')).map(({ id }) => id)
  const items = Map.groupBy(await itemsOf(db, { ...member, groupKeys }), ({ groupKey }) => groupKey)
  return page.map((candidate) => {
    const found = items.get(candidate.id)
    if (found === undefined) return candidate
    return {
      ...candidate,
      subjectIds: found.map(({ subjectId }) => subjectId),
      detail: found[0]?.detail ?? null,
    }
  })
}

function newestFirst(a: Position, b: Position): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.id < b.id ? 1 : -1
}

/** A position as text for clients, who do not interpret it. */
function textOf({ at, id }: Position): string {
  return `${at}_${id}`
}

/** Parses a position. Any text is accepted, also one that `textOf` has not made. */
function positionIn(text: string): Position {
  const [at = '', id = ''] = text.split('_', 2)
  return { at, id }
}
