import { ANSWERED_WITHIN, type PlayerCommand } from '@tonarchiv/contract/play-devices'
import type { ToServer } from '@tonarchiv/contract/realtime'
import { throttled } from './throttled.ts'

/**
 * Milliseconds between two commands of the same name, for a dragged slider or a held key; the last one is always sent.
 */
const REPEATED_EVERY = 150

/** Sends the commands of this tab to other devices, numbered in the order of the presses. */
export interface SentCommands {
  /** The number of the next command. `onTimeout` is called when the time for its answer is over. */
  number: () => number
  send: (to: string, seq: number, command: PlayerCommand) => void
  stop: () => void
}

interface Waiting {
  throttle: ReturnType<typeof throttled>
  next: (() => void) | undefined
}

export function createSentCommands(
  send: (message: ToServer) => void,
  onTimeout: (seq: number) => void,
): SentCommands {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** For each name of a command: the throttle, and the command that is to be sent next. */
  const waiting = new Map<string, Waiting>()
  let last = 0

  function waitFor(name: string): Waiting {
    const known = waiting.get(name)
    if (known) return known
    const entry: Waiting = { throttle: throttled(REPEATED_EVERY, sendNext), next: undefined }
    function sendNext() {
      entry.next?.()
      entry.next = undefined
    }
    waiting.set(name, entry)
    return entry
  }

  /** Sends waiting commands before a newer one, because commands must arrive in the order of their numbers. */
  function sendWaiting(except: string) {
    for (const [name, entry] of waiting) {
      if (name === except) continue
      entry.next?.()
      entry.next = undefined
    }
  }

  return {
    number() {
      last += 1
      const seq = last
      const timer = setTimeout(() => {
        timers.delete(timer)
        onTimeout(seq)
      }, ANSWERED_WITHIN)
      timers.add(timer)
      return seq
    },
    send(to, seq, command) {
      const entry = waitFor(command.name)
      sendWaiting(command.name)
      entry.next = () => send({ type: 'playerCommand', to, seq, command })
      entry.throttle.run()
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      for (const { throttle } of waiting.values()) throttle.stop()
    },
  }
}
