import type { ToBrowser } from '@tonarchiv/contract/realtime'
import { onTestFinished, vi } from 'vitest'
import { socket } from '#realtime/socket-instance.ts'

/** A fake server to which the realtime connection of this tab is open. All other code is that of the app. */
export function startFakeSocket() {
  const sent: unknown[] = []
  const connections: EventTarget[] = []
  class FakeWebSocket extends EventTarget {
    static readonly OPEN = 1
    readonly readyState = FakeWebSocket.OPEN

    constructor() {
      super()
      connections.push(this)
    }

    send(text: string): void {
      sent.push(JSON.parse(text))
    }

    close(): void {}
  }
  vi.stubGlobal('WebSocket', FakeWebSocket)
  const stop = socket.start()
  onTestFinished(() => {
    stop()
    vi.unstubAllGlobals()
  })
  /** Sends a message from the fake server to the tab. */
  const emit = (message: ToBrowser) =>
    connections.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  // The app counts as connected only after it has received a first message.
  emit({ type: 'heartbeat' })
  return { sent, emit }
}
