import { changeNotificationSettings } from '@tonarchiv/contract/notification-settings'
import { countNotices, NoticesChanged } from '@tonarchiv/contract/notifications'
import { addPushDevice } from '@tonarchiv/contract/push'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { createReceiver } from '../../server/src/testing/push/receiver.ts'
import * as z from 'zod/mini'
import { PUSH_HOST } from '../servers/push-receiver.ts'
import { keepAlive, openSockets } from './chat-socket.ts'
import { memberCall } from './member-call.ts'

/** Members whose calls run at the same time while they subscribe. */
const AT_ONCE = 8

/** Lets each member subscribe with one browser and choose push messages about the archive. */
export async function subscribeAll(port: number, tokens: readonly string[]): Promise<void> {
  let next = 0
  const subscribe = async () => {
    for (let number = next++; number < tokens.length; number = next++) {
      const call = memberCall(port, tokens[number] ?? '')
      const endpoint = `https://${PUSH_HOST}/send/${number}`
      await call(addPushDevice, { body: { endpoint, ...createReceiver().keys } })
      const choice = { topic: 'archive', channel: 'push', isOn: true }
      await call(changeNotificationSettings, { body: { choice } })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, subscribe))
}

/** How many unread notices a member has. */
export async function unreadOf(port: number, token: string): Promise<number> {
  return z.parse(countNotices.answer, await memberCall(port, token)(countNotices)).unread
}

/** Open apps of members, which show the count of their inbox that the socket sends. */
export interface OpenApps extends AsyncDisposable {
  /** By token: the `performance.now()` at which the member's app had a count with a new notice. */
  countedAt: Map<string, number>
}

export async function openApps(port: number, tokens: readonly string[]): Promise<OpenApps> {
  const countedAt = new Map<string, number>()
  const sockets: Awaited<ReturnType<typeof openSockets>> = []
  for (const token of tokens)
    sockets.push(
      ...(await openSockets(port, [`${SOCKET_PATH}?token=${token}`], (message) => {
        if (!message.includes('"noticesChanged"')) return
        const { unread } = z.parse(NoticesChanged, JSON.parse(message.toString()))
        if (unread > 0 && !countedAt.has(token)) countedAt.set(token, performance.now())
      })),
    )
  const stopBeating = keepAlive(sockets)
  return {
    countedAt,
    [Symbol.asyncDispose]: async () => {
      stopBeating()
      for (const socket of sockets) socket.leave()
      await Promise.all(sockets.map(async ({ ended }) => ended))
    },
  }
}
