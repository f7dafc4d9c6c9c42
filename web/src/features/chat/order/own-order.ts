import { getChatOrder, type ChatOrder } from '@tonarchiv/contract/chat-order'
import { create } from 'zustand'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'

/** What the member may do in the room; without restrictions until it is known. */
export const useOwnOrder = create<ChatOrder>(() => ({ slowSeconds: 0, mute: null, ban: null }))

/** Reads again what the member may do. After a failure the last state stays; the server checks each call anyway. */
export async function loadOwnOrder(): Promise<void> {
  try {
    useOwnOrder.setState(await call(getChatOrder), true)
  } catch {
    // The state is read again with the next connection.
  }
}

/** Longest delay that a browser can wait. */
const TIMER_MAX = 2 ** 31 - 1

/**
 * Keeps what the member may do up to date while the room is open, also when a mute ends.
 * @returns a function that stops it
 */
export function watchOwnOrder(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const endMute = ({ mute }: ChatOrder) => {
    clearTimeout(timer)
    if (mute === null || mute.until === null) return
    const wait = Date.parse(mute.until) - Date.now()
    timer = setTimeout(() => void loadOwnOrder(), Math.min(Math.max(wait, 1000), TIMER_MAX))
  }
  const stops = [
    useOwnOrder.subscribe(endMute),
    socket.on('chatOrder', ({ slowSeconds }) => {
      if (slowSeconds === undefined) void loadOwnOrder()
      else useOwnOrder.setState({ slowSeconds })
    }),
    socket.state.subscribe((now, before) => {
      if (now.status === 'connected' && before.status !== 'connected') void loadOwnOrder()
    }),
  ]
  endMute(useOwnOrder.getState())
  void loadOwnOrder()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
