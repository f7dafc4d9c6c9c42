import type { ToServer } from '@tonarchiv/contract/realtime'
import { livenessAfter, openedAt, PROBE_TIMEOUT, type LivenessEvent } from './liveness.ts'

/** The parts of a WebSocket that are used here. */
export type SocketConnection = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>

interface ConnectionHandlers {
  onMessage: (data: unknown) => void
  /** Called once for each connection, when the server has closed it or when `drop` was called. */
  onClosed: (code: number) => void
}

/** The current WebSocket of the tab. Events of earlier ones are ignored. */
export interface Connection {
  open: () => void
  /** Sends a message if the connection is open; otherwise the message is discarded. */
  send: (message: ToServer) => void
  /**
   * Performs the step that `liveness.ts` determines: sends a heartbeat, or closes a dead connection.
   * @returns whether there is a connection that was not closed by this call
   */
  check: (event: Extract<LivenessEvent, { type: 'heartbeat' | 'wake' }>) => boolean
  /** Closes the connection and reports it as closed immediately, because a dead connection never confirms the close. */
  drop: () => void
  /**
   * Ignores all further events of the connection.
   * @returns a function that closes it
   */
  leave: () => () => void
}

export function createConnection(
  { open, now }: { open: () => SocketConnection; now: () => number },
  { onMessage, onClosed }: ConnectionHandlers,
): Connection {
  let current: SocketConnection | undefined
  let liveness = openedAt(0)

  function ended(which: SocketConnection, code: number): void {
    if (current !== which) return
    current = undefined
    onClosed(code)
  }

  function drop(): void {
    const dropped = current
    if (dropped === undefined) return
    dropped.close()
    ended(dropped, 1006)
  }

  function send(message: ToServer): void {
    if (current?.readyState === WebSocket.OPEN) current.send(JSON.stringify(message))
  }

  /** Ends the time in which a probe must be answered, unless another connection was opened meanwhile. */
  function endProbe(probed: SocketConnection | undefined, probedAt: number): void {
    if (current !== probed) return
    if (livenessAfter(liveness, { type: 'probeEnded', probedAt }).step === 'drop') drop()
  }

  return {
    drop,
    send,
    open() {
      const opened = open()
      current = opened
      liveness = openedAt(now())
      opened.addEventListener('message', ({ data }: MessageEvent) => {
        if (current !== opened) return
        liveness = livenessAfter(liveness, { type: 'received', at: now() }).liveness
        onMessage(data)
      })
      opened.addEventListener('close', ({ code }) => ended(opened, code))
    },
    check(event) {
      if (current === undefined) return false
      const { liveness: after, step } = livenessAfter(liveness, event)
      liveness = after
      if (step === 'drop') drop()
      else if (step !== 'nothing') send({ type: 'heartbeat', ask: true })
      if (step === 'probe') setTimeout(endProbe, PROBE_TIMEOUT, current, now())
      return step !== 'drop'
    },
    leave() {
      const left = current
      current = undefined
      return () => left?.close()
    },
  }
}
