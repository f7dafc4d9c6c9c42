import { TYPING_SECONDS } from '@tonarchiv/contract/chat'
import type { ServerMessage } from '#realtime/subscriptions.ts'

export interface Typist {
  username: string
  displayName: string
  /** The time of `performance.now()` at which the entry expires. */
  until: number
}

/** The members who are typing, by id. */
export type Typists = ReadonlyMap<string, Typist>

export const NO_TYPISTS: Typists = new Map()

/** Applies a typing event; each counts for 3 s at most unless it is repeated. */
export function withTyping(
  typists: Typists,
  { userId, username, displayName, isTyping }: Omit<ServerMessage<'typing'>, 'type'>,
  now: number,
): Typists {
  const changed = new Map(typists)
  if (isTyping) changed.set(userId, { username, displayName, until: now + TYPING_SECONDS * 1000 })
  else changed.delete(userId)
  return changed
}

/** Removes members whose last event is too old. */
export function stillTyping(typists: Typists, now: number): Typists {
  const still = new Map([...typists].filter(([, { until }]) => until > now))
  return still.size === typists.size ? typists : still
}

/** Milliseconds until the first entry expires; undefined when no one is typing. */
export function untilNextStops(typists: Typists, now: number): number | undefined {
  const moments = [...typists.values()].map(({ until }) => until)
  return moments.length === 0 ? undefined : Math.max(0, Math.min(...moments) - now)
}

/** Maximum number of names in the text. */
const NAMES_AT_MOST = 3

/**
 * The members whose names are shown, by id, and the text after the names: „ schreibt...“, „ und 2 weitere schreiben...“
 */
export function typingLine(typists: Typists): { named: [id: string, typist: Typist][]; end: string } {
  const named = [...typists].slice(0, NAMES_AT_MOST)
  if (typists.size === 0) return { named, end: '' }
  if (typists.size === 1) return { named, end: ' schreibt...' }
  const more = typists.size - named.length
  return { named, end: more === 0 ? ' schreiben...' : ` und ${more} weitere schreiben...` }
}

/** Milliseconds after which the typing event is sent again while the member continues to type. */
const REPEAT_AFTER = 2000

/** Sends the typing state of this browser: when it begins, every two seconds, and when it ends. */
export function createTypingSender(send: (isTyping: boolean) => void) {
  let sentAt: number | undefined
  let pause: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(pause)
    if (sentAt === undefined) return
    sentAt = undefined
    send(false)
  }

  return {
    /** @param now - a monotonic time, so that a changed clock delays nothing */
    typed(now = performance.now()): void {
      clearTimeout(pause)
      pause = setTimeout(stop, TYPING_SECONDS * 1000)
      if (sentAt !== undefined && now - sentAt < REPEAT_AFTER) return
      sentAt = now
      send(true)
    },
    stop,
  }
}
