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
  /** The open tabs of an account. Tabs whose heartbeats have stopped, as on a sleeping device, are omitted. */
  ofUser: (userId: string) => OpenTab[]
  /** Reads the sessions of an account's tabs again. Tabs without archive access are removed. */
  refresh: (userId: string) => Promise<void>
}

/** Keeps the latest reports of tabs. `changed` is called when the tabs of an account have changed. */
export function trackLocalTabs(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  sockets: Sockets,
  changed: (userId: string) => void,
): LocalTabs {
  const tabs = new Map<Connection, OpenTab>()
  /** The latest reports of new tabs, while their sessions are being read. */
  const unknown = new Map<Connection, PlayerReport>()
  const lookUps = new Map<Connection, Promise<void>>()

  async function lookUp(connection: Connection): Promise<void> {
    const { userId, sessionId } = connection.holder
    try {
      const session = await findSessionDevice(db, sessionId)
      const report = unknown.get(connection)
      if (!session?.hasArchiveAccess || report === undefined || !connection.isOpen) return
      const { name, browser, kind } = session
      const tab = { id: randomUUID(), sessionId, name, browser, kind, beganAt: null, reportedAt: 0 }
      tabs.set(connection, withReport(tab, report, now().getTime()))
      changed(userId)
    } catch (error) {
      log.warn({ err: error }, 'the device of a tab could not be read')
    } finally {
      // If the session could not be used, the next report of the tab reads it again.
      unknown.delete(connection)
      lookUps.delete(connection)
    }
  }

  async function lookAgain(connection: Connection): Promise<void> {
    // Waits for a read that is already running, because it may return the session as it was before the change.
    await lookUps.get(connection)
    if (!tabs.has(connection)) return
    const session = await findSessionDevice(db, connection.holder.sessionId)
    const tab = tabs.get(connection)
    if (tab === undefined) return
    if (!session?.hasArchiveAccess) {
      forget(connection)
    } else if (tab.name !== session.name) {
      tabs.set(connection, { ...tab, name: session.name })
      changed(connection.holder.userId)
    }
  }

  function forget(connection: Connection): void {
    unknown.delete(connection)
    if (tabs.delete(connection)) changed(connection.holder.userId)
  }

  /** A report of a known tab replaces its last one. The first report of a tab waits until its session has been read. */
  sockets.on('player', (connection, { type: _type, ...report }) => {
    const tab = tabs.get(connection)
    if (tab !== undefined) {
      tabs.set(connection, withReport(tab, report, now().getTime()))
      changed(connection.holder.userId)
      return
    }
    unknown.set(connection, report)
    if (!lookUps.has(connection)) lookUps.set(connection, lookUp(connection))
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
    refresh: async (userId) => {
      const connections = sockets.connectionsOf(userId)
      const read = await Promise.allSettled(connections.map(lookAgain))
      for (const [index, result] of read.entries()) {
        if (result.status === 'fulfilled') continue
        log.warn({ err: result.reason }, 'the session of an open device could not be read')
        // The tab was removed. Its next report reads the session again.
        const connection = connections[index]
        if (connection !== undefined) forget(connection)
      }
    },
  }
}
