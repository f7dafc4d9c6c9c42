import type { PlaylistRole } from '@tonarchiv/contract/playlists'
import type { ToBrowser } from '@tonarchiv/contract/realtime'
import * as z from 'zod/mini'
import type { AppContext } from '#feature.ts'
import { frameOf } from '#realtime/frames.ts'
import { trackMembersHere } from './members-here.ts'
import { type OpenPage, trackOpenPages } from './open-pages.ts'
import { rolesIn } from './store/rights.ts'

/** Minimum time between two reports of the members who have opened or left the page of a playlist. */
const REPORT_MEMBERS_EVERY_MS = 1000

/**
 * Notifies open pages of changes of the playlist that they show. Changes are also published to the other processes,
 * which notify their own pages.
 */
export interface Viewers {
  /** Notifies the pages that show this playlist, in all processes. */
  notify(playlistId: string): void
  /**
   * Like `notify`. Call it after the playlist was deleted, or after a change of the members who may see or change it.
   */
  rightsChanged(playlistId: string): void
  /** Call it in each process when rights of these accounts have changed. */
  usersChanged(userIds: readonly string[]): void
  /** Call it in each process when other members were hidden from these accounts, or are shown to them again. */
  hiddenChanged(userIds: readonly string[]): void
  /**
   * The owner and collaborators whose page shows this playlist, in any process. Their roles are those of the last read.
   */
  membersAt(playlistId: string): string[]
  close(): void
}

const Changed = z.object({ playlistId: z.string(), rights: z.boolean() })

/**
 * Messages about a playlist do not contain its data. A browser reads changes with a call, which checks whether its
 * account may see the playlist. Messages are sent only to pages whose account may see the playlist, so that other
 * accounts do not even learn when it changes.
 */
export function openViewers({ services, sockets, broadcastLimit, times }: AppContext): Viewers {
  const { bus, db, log } = services
  const topic = bus.topic('playlists.changed', Changed)
  const pages = trackOpenPages(sockets, (userId) =>
    broadcastLimit.run(userId, 'playlist', () => {
      members.refresh(userId)
      void check(pages.ofUser(userId).filter(({ role }) => role === undefined))
    }),
  )
  const reports = reportMembers((playlistId) => send(playlistId, { type: 'playlistMembersHere', playlistId }))
  const { heartbeatEveryMs, expireAfterMs } = times
  const members = trackMembersHere({ bus, pages, changed: reports.note, heartbeatEveryMs, expireAfterMs })

  function send(playlistId: string, message: ToBrowser): void {
    const frame = frameOf(message)
    const unknown: OpenPage[] = []
    for (const page of pages.of(playlistId)) {
      if (page.role === undefined) unknown.push(page)
      else if (page.role !== 'none') sockets.send(page.connection, frame)
    }
    for (const page of unknown) page.hasMissed = true
    // The first read of the role was delayed by the rate limit, or has failed.
    void check(unknown.filter(({ isChecking }) => !isChecking))
  }

  /** Reads the roles of the accounts of these pages. Pages that have missed a change are then notified. */
  async function check(open: readonly OpenPage[]): Promise<void> {
    for (const [playlistId, its] of Map.groupBy(open, (page) => page.playlistId)) {
      const begun = its.map((page) => {
        page.checks += 1
        page.isChecking = true
        return { page, checks: page.checks }
      })
      const userIds = [...new Set(its.map(({ connection }) => connection.holder.userId))]
      const roles = await rolesIn(db, playlistId, userIds).catch((error: unknown) => {
        log.warn({ err: error }, 'the rights of the viewers of a playlist could not be read')
        return undefined
      })
      for (const { page, checks } of begun) {
        if (page.checks !== checks) continue
        page.isChecking = false
        if (roles !== undefined) setRole(page, roles.get(page.connection.holder.userId))
      }
      for (const userId of userIds) members.refresh(userId)
    }
  }

  function setRole(page: OpenPage, role: PlaylistRole | 'none' = 'none'): void {
    const { connection, playlistId, hasMissed, role: before } = page
    page.role = role
    page.hasMissed = false
    // A page whose account has lost its right is notified once more. Its next call then gets status 404.
    const isReader = role !== 'none' || (before !== undefined && before !== 'none')
    if (hasMissed && isReader) sockets.send(connection, frameOf({ type: 'playlistChanged', playlistId }))
  }

  async function checkAgain(open: readonly OpenPage[]): Promise<void> {
    for (const page of open) page.hasMissed = true
    await check(open)
  }

  function notifyLocally(playlistId: string, hasNewRights: boolean): void {
    if (hasNewRights) void checkAgain([...pages.of(playlistId)])
    else send(playlistId, { type: 'playlistChanged', playlistId })
  }

  function notify(playlistId: string, rights: boolean): void {
    notifyLocally(playlistId, rights)
    topic.publish({ playlistId, rights })
  }

  topic.subscribe(({ playlistId, rights }) => notifyLocally(playlistId, rights))
  // While the bus was down, changes in other processes were not received, so all pages are notified.
  bus.onReturn(() => {
    for (const playlistId of pages.playlistIds()) notifyLocally(playlistId, true)
  })

  return {
    notify: (playlistId) => notify(playlistId, false),
    rightsChanged: (playlistId) => notify(playlistId, true),
    usersChanged: (userIds) => void checkAgain(userIds.flatMap((userId) => pages.ofUser(userId))),
    hiddenChanged: (userIds) => {
      for (const { connection, playlistId, role } of userIds.flatMap((userId) => pages.ofUser(userId)))
        if (role !== undefined && role !== 'none')
          sockets.send(connection, frameOf({ type: 'playlistMembersHere', playlistId }))
    },
    membersAt: members.at,
    close: () => {
      reports.close()
      members.close()
    },
  }
}

/**
 * Reports the members who have opened or left playlists. The first change is reported at once, later ones are
 * collected.
 */
function reportMembers(report: (playlistId: string) => void): {
  note: (playlistId: string) => void
  close: () => void
} {
  const changed = new Set<string>()
  let nextAt = 0
  let timer: NodeJS.Timeout | undefined
  const reportAll = () => {
    timer = undefined
    nextAt = performance.now() + REPORT_MEMBERS_EVERY_MS
    for (const playlistId of changed) report(playlistId)
    changed.clear()
  }
  return {
    note: (playlistId) => {
      changed.add(playlistId)
      timer ??= setTimeout(reportAll, Math.max(0, nextAt - performance.now()))
    },
    close: () => clearTimeout(timer),
  }
}
