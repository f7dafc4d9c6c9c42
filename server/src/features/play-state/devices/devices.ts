import { CommandFromDevice } from '@tonarchiv/contract/play-devices'
import * as z from 'zod/mini'
import { trackRemoteStates } from '#events/remote-states.ts'
import type { AppTimes } from '#feature.ts'
import { broadcastLimit } from '#rate-limits/broadcast-limit.ts'
import { sharedTokenBucket } from '#rate-limits/shared-token-bucket.ts'
import type { Connection } from '#realtime/connection.ts'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { trackLocalTabs } from './local-tabs.ts'
import { devicesOf, OpenTab, tabsOfDevices } from './open-tabs.ts'

/**
 * Limits for each account, as a burst and per second: of the lists of devices that are sent after reports of its tabs,
 * and of the commands that its tabs send.
 */
const LISTS = { burst: 40, perSecond: 10 }
const COMMANDS = { burst: 40, perSecond: 10 }

/** The open devices of all accounts, in all processes. */
export interface PlayDevices {
  /** Call it when the rights of this account, or the names of its devices, have changed. */
  refresh(userId: string): Promise<void>
  close(): void
}

const RoutedCommand = z.object({ userId: z.string(), tab: z.string(), message: CommandFromDevice })
type RoutedCommand = z.infer<typeof RoutedCommand>

/**
 * Stores the latest reports of the players in open tabs in memory. Sends each account the list of its devices, and
 * routes commands between these devices. The session of a tab's connection determines its account. Nothing is stored in
 * the database.
 */
export function openPlayDevices(
  services: Services,
  sockets: Sockets,
  times: Pick<AppTimes, 'heartbeatEveryMs' | 'expireAfterMs'>,
): PlayDevices {
  const { bus, now, config } = services
  /** The tabs of this process that were published to the other processes, by account. */
  const published = new Map<string, OpenTab[]>()
  /** Number of tabs in the list that was last sent to a connection. */
  const sentCounts = new WeakMap<Connection, number>()
  const lists = broadcastLimit<'players'>(bus, 'players', LISTS, config.rateLimitFactor)
  const local = trackLocalTabs(services, sockets, changed)
  const remote = trackRemoteStates({
    bus,
    topic: 'players',
    shape: z.array(OpenTab),
    isSame: () => false,
    localStates: () => published,
    changed: sendList,
    ...times,
  })
  const allTabs = (userId: string) => [...local.ofUser(userId), ...remote.statesOf(userId).flat()]
  routeCommands(services, sockets, { tabOf: local.of, allTabs })

  function changed(userId: string): void {
    lists.run(userId, 'players', () => {
      const tabs = local.ofUser(userId)
      if (tabs.length > 0) published.set(userId, tabs)
      else published.delete(userId)
      remote.publish(new Map([[userId, published.get(userId)]]))
      sendList(userId)
    })
  }

  /**
   * Sends the list of devices to all tabs of the account. A tab that is the only one gets the list only once, until
   * there is another tab.
   */
  function sendList(userId: string): void {
    const connections = sockets.connectionsOf(userId)
    if (connections.length === 0) return
    const all = allTabs(userId)
    const devices = devicesOf(all)
    for (const connection of connections) {
      const tab = local.of(connection)
      if (tab === undefined || (all.length === 1 && sentCounts.get(connection) === 1)) continue
      sentCounts.set(connection, all.length)
      const self = { device: tab.sessionId, tab: tab.id, began_at: tab.beganAt }
      sockets.send(connection, frameOf({ type: 'players', self, at: now().getTime(), devices }))
    }
  }

  return {
    refresh: local.refresh,
    close: () => {
      lists.close()
      remote.close()
    },
  }
}

/** Routes commands from a tab to a device of the same account, in this process or another one. */
function routeCommands(
  { bus, now, config }: Services,
  sockets: Sockets,
  tabs: {
    tabOf: (connection: Connection) => OpenTab | undefined
    allTabs: (userId: string) => readonly OpenTab[]
  },
): void {
  const factor = config.rateLimitFactor
  const limit = sharedTokenBucket(bus, 'playerCommands', {
    burst: COMMANDS.burst * factor,
    perSecond: COMMANDS.perSecond * factor,
  })
  const topic = bus.topic('playerCommands', RoutedCommand)

  /**
   * Delivers a command to a tab.
   * @returns whether the tab is connected to this process
   */
  function deliver({ userId, tab, message }: RoutedCommand): boolean {
    const connection = sockets.connectionsOf(userId).find((one) => tabs.tabOf(one)?.id === tab)
    if (connection === undefined) return false
    sockets.send(connection, frameOf(message))
    return true
  }

  sockets.on('playerCommand', (connection, { to, seq, command }) => {
    const { userId } = connection.holder
    const sender = tabs.tabOf(connection)
    if (sender === undefined || limit.consume(userId) > 0) return
    const target = tabsOfDevices(tabs.allTabs(userId)).find(({ sessionId }) => sessionId === to)
    if (target === undefined) return
    const message = { type: 'playerCommand', from: sender.id, seq, at: now().getTime(), command } as const
    const routed: RoutedCommand = { userId, tab: target.id, message }
    if (!deliver(routed)) topic.publish(routed)
  })

  topic.subscribe((routed) => void deliver(routed))
}
