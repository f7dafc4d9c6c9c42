import type { PlayingTrack } from '@tonarchiv/contract/presence'
import { notFound } from '@tonarchiv/contract/refusal'
import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import { artistOf, findTracks, isPlayable } from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { mergeStates, type State } from './states.ts'

/** A track that an app reports as playing, and its duration. */
export interface AppPlay {
  userId: string
  /** The id of the app's credential. An app plays one track at a time. */
  sessionId: string
  track: PlayingTrack
  durationSeconds: number
}

/**
 * Keeps the tracks that apps without a connection play. Such apps report only the beginning of a track. The track
 * counts as playing for its duration, or until the app reports another track.
 */
export interface AppStates {
  /** The state of an account's apps. Undefined when none of them plays. */
  stateOf(userId: string): State | undefined
  play(play: AppPlay): void
  /** Call it in each process when these credentials are no longer valid. */
  forget: (sessionIds: readonly string[]) => void
  forgetAccount: (userId: string) => void
  close(): void
}

interface Entry {
  state: State
  endsAt: number
  timer: NodeJS.Timeout
}

/** Maximum time in seconds for which a track counts as playing. */
const COUNTED_MAX = 12 * 3600
const MovedOn = z.object({ userId: z.string(), sessionId: z.string(), changedAt: z.number() })

/**
 * Makes the report of an app that plays a track.
 * @throws Refused `notFound` for a track that is not playable
 */
export async function appPlayOf(
  { db }: Pick<Services, 'db'>,
  { id: userId, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
  trackId: string,
): Promise<AppPlay> {
  const track = (await findTracks(db, [trackId])).get(trackId)
  if (track === undefined || !isPlayable(track)) throw new Refused(notFound)
  const { id, title, durationSeconds } = track
  return { userId, sessionId, track: { id, title, artist: artistOf(track) }, durationSeconds }
}

/**
 * Merges the state of an account's browsers with that of its apps. The page that is shown is that of the browsers,
 * because apps report none.
 */
export function withApp(browser: State | undefined, app: State | undefined): State | undefined {
  if (browser === undefined || app === undefined) return browser ?? app
  const merged = mergeStates([browser, app])
  return merged && { ...merged, place: browser.place }
}

/** Starts to track apps. `changed` is called when the playing track of an account has changed. */
export function trackApps(
  { bus, now }: Pick<Services, 'bus' | 'now'>,
  changed: (userId: string) => void,
): AppStates {
  /** The reports by account and then by credential. An account has only a few credentials. */
  const plays = new Map<string, Map<string, Entry>>()
  // The next report of an app may arrive at another process. This process then removes its older state of that app.
  const topic = bus.topic('presence.apps', MovedOn)
  topic.subscribe(({ userId, sessionId, changedAt }) => {
    const known = plays.get(userId)?.get(sessionId)
    if (known !== undefined && known.state.changedAt < changedAt) remove(userId, sessionId)
  })

  function remove(userId: string, sessionId: string): void {
    const its = plays.get(userId)
    const entry = its?.get(sessionId)
    if (its === undefined || entry === undefined) return
    clearTimeout(entry.timer)
    its.delete(sessionId)
    if (its.size === 0) plays.delete(userId)
    changed(userId)
  }

  return {
    stateOf: (userId) => {
      const at = now().getTime()
      const current = [...(plays.get(userId)?.values() ?? [])].filter(({ endsAt }) => endsAt > at)
      return mergeStates(current.map(({ state }) => state))
    },
    play: ({ userId, sessionId, track, durationSeconds }) => {
      const changedAt = now().getTime()
      const lengthMs = Math.min(Math.max(1, durationSeconds), COUNTED_MAX) * 1000
      const its = plays.get(userId) ?? new Map<string, Entry>()
      clearTimeout(its.get(sessionId)?.timer)
      const timer = setTimeout(() => remove(userId, sessionId), lengthMs)
      timer.unref()
      const state = { place: '', track, isPlaying: true, changedAt }
      plays.set(userId, its.set(sessionId, { state, endsAt: changedAt + lengthMs, timer }))
      topic.publish({ userId, sessionId, changedAt })
      changed(userId)
    },
    forget: (sessionIds) => {
      for (const [userId, its] of plays)
        for (const sessionId of sessionIds) if (its.has(sessionId)) remove(userId, sessionId)
    },
    forgetAccount: (userId) => {
      for (const sessionId of plays.get(userId)?.keys() ?? []) remove(userId, sessionId)
    },
    close: () => {
      for (const its of plays.values()) for (const { timer } of its.values()) clearTimeout(timer)
      plays.clear()
    },
  }
}
