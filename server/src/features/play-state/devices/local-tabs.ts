import { randomUUID } from 'node:crypto'
import type { PlayerReport } from '@tonarchiv/contract/play-devices'
import type { Connection } from '#realtime/connection.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { type OpenTab, withReport } from './open-tabs.ts'
import { findSessionDevice } from './store.ts'

/** The open tabs of this process whose accounts have archive access. */
export interface LocalTabs {
  of: (connection: Connection) => OpenTab | undefined
  /** Without tabs whose heartbeats have stopped, as on a sleeping device. */
  ofUser: (userId: string) => OpenTab[]
  /** Removes the tabs of an account that has no archive access any more. */
  checkAccess: (userId: string) => Promise<void>
}

/** Keeps what the players of tabs report; `changed` is called when the tabs of an account have changed. */
export function trackLocalTabs(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  sockets: Sockets,
  changed: (userId: string) => void,
): LocalTabs {
  const tabs = new Map<Connection, OpenTab>()
  /** Tabs whose session is being read, with their latest report. */
  const unknown = new Map<Connection, PlayerReport>()

  async function lookUp(connection: Connection): Promise<void> {
    const { userId, sessionId } = connection.holder
    try {
      const session = await findSessionDevice(db, sessionId)
      const report = unknown.get(connection)
      if (!session?.hasArchiveAccess || report === undefined || !connection.isOpen) return
      const { browser, kind } = session
      const tab = { id: randomUUID(), sessionId, browser, kind, beganAt: null, reportedAt: 0 }
      tabs.set(connection, withReport(tab, report, now().getTime()))
      changed(userId)
    } catch (error) {
      log.warn({ err: error }, 'the device of a tab could not be read')
    } finally {
      // Without access, or after a failure, its next report looks again.
      unknown.delete(connection)
    }
  }

  function forget(connection: Connection): void {
    unknown.delete(connection)
    if (tabs.delete(connection)) changed(connection.holder.userId)
  }

  /** A report of a known tab replaces the last one; the first one waits until its session has been read. */
  sockets.on('player', (connection, { type: _type, ...report }) => {
    const tab = tabs.get(connection)
    if (tab !== undefined) {
      tabs.set(connection, withReport(tab, report, now().getTime()))
      changed(connection.holder.userId)
      return
    }
    const isLookedUp = unknown.has(connection)
    unknown.set(connection, report)
    if (!isLookedUp) void lookUp(connection)
  })

  sockets.watch({
    closed: forget,
    silenceChanged: (connection) => {
      if (tabs.has(connection)) changed(connection.holder.userId)
    },
  })

  return {
    of: (connection) => tabs.get(connection),
    ofUser: (userId) =>
      sockets.connectionsOf(userId).flatMap((one) => (one.isSilent ? [] : (tabs.get(one) ?? []))),
    checkAccess: async (userId) => {
      try {
        for (const connection of sockets.connectionsOf(userId)) {
          const tab = tabs.get(connection)
          if (tab === undefined) continue
          const session = await findSessionDevice(db, tab.sessionId)
          if (!session?.hasArchiveAccess) forget(connection)
        }
      } catch (error) {
        log.warn({ err: error }, 'the rights of open devices could not be read')
        // Their next reports look again.
        for (const connection of sockets.connectionsOf(userId)) forget(connection)
      }
    },
  }
}
