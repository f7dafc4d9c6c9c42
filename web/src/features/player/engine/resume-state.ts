import '#client/zod-config.ts'
import * as z from 'zod/mini'
import type { StoreApi } from 'zustand/vanilla'
import { getStored, setStored } from '#client/browser-storage.ts'
import type { Track } from '#features/tracks/index.ts'
import { currentTrack, entryOf, type PlayOrder } from '../order/play-order.ts'
import type { ResumeState } from './player.ts'
import type { PlayerState } from './playback/player-state.ts'

/** Seconds of playback after which the position is stored again. */
const WRITTEN_EVERY = 3

const StoredTrack = z.pipe(
  z.object({
    id: z.string(),
    title: z.string(),
    artist: z.string(),
    album: z.string(),
    file: z.optional(z.string()),
    coverUrl: z.string(),
    durationSeconds: z.optional(z.number()),
    /** The name of the field in what earlier versions stored. */
    duration: z.optional(z.number()),
    isExclusive: z.boolean(),
    year: z.optional(z.number()),
  }),
  z.transform(({ duration = 0, durationSeconds = duration, ...track }): Track => ({
    ...track,
    durationSeconds,
  })),
)

/** The order is stored as indexes into the list, so that each track is stored once. */
const StoredState = z.object({
  /** The account that stored it, because a browser may be shared. */
  userId: z.string(),
  list: z.array(StoredTrack),
  places: z.array(z.number()),
  position: z.number(),
  source: z.optional(z.object({ title: z.string(), path: z.string() })),
  queue: z.array(z.object({ track: StoredTrack })),
  inBetween: z.optional(StoredTrack),
  repeat: z.enum(['off', 'all', 'one']),
  isShuffled: z.boolean(),
  positionSeconds: z.number().check(z.minimum(0)),
})

/** The stored form; undefined when there is nothing to resume. */
export function serializeResumeState(
  { order, positionSeconds }: ResumeState,
  userId: string,
): string | undefined {
  const { order: tracks, ...rest } = order
  if (!currentTrack(order) && order.queue.length === 0) return undefined
  const places = new Map(order.list.map((entry, place) => [entry, place]))
  return JSON.stringify({
    userId,
    ...rest,
    list: order.list.map(({ track }) => track),
    places: tracks.map((entry) => places.get(entry)),
    positionSeconds,
  })
}

/** Parses the stored state; undefined when the text is invalid or belongs to another account. */
export function parseResumeState(text: string | undefined, userId: string): ResumeState | undefined {
  const stored = StoredState.safeParse(jsonOf(text))
  if (!stored.success || stored.data.userId !== userId) return undefined
  const { places, positionSeconds, inBetween, source, userId: _owner, ...rest } = stored.data
  const list = rest.list.map(entryOf)
  const entries = places.map((place) => list[place]).filter((entry) => entry !== undefined)
  if (entries.length !== list.length || rest.position >= entries.length) return undefined
  const queue = rest.queue.map(({ track }) => entryOf(track))
  const order: PlayOrder = { ...rest, list, source, order: entries, queue, inBetween }
  return { order, positionSeconds }
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether anything changed since the last write that must survive a reload. */
export function hasChangedSince(now: PlayerState, written: PlayerState): boolean {
  return (
    now.order !== written.order ||
    now.status !== written.status ||
    Math.abs(now.positionSeconds - written.positionSeconds) >= WRITTEN_EVERY
  )
}

/** Milliseconds until a change is stored, because a press that starts a track has priority. */
const WRITTEN_AFTER = 500

/**
 * Stores the track and the position: for this tab, which may be reloaded, and for the next tab that the browser
 * opens. The latter is written only when this tab's player changes, because other tabs write it as well.
 */
export function startSavingResumeState(state: StoreApi<PlayerState>, userId: () => string | undefined): void {
  let written = state.getState()
  let pending: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(pending)
    pending = undefined
    const now = state.getState()
    const hasChanged = now.order !== written.order || now.positionSeconds !== written.positionSeconds
    written = now
    const owner = userId()
    const text = owner === undefined ? undefined : serializeResumeState(written, owner)
    setStored('playerLeftOff', text)
    if (hasChanged) setStored('lastPlayerLeftOff', text)
  }
  state.subscribe((now) => {
    if (pending === undefined && hasChangedSince(now, written)) pending = setTimeout(write, WRITTEN_AFTER)
  })
  globalThis.addEventListener('pagehide', write)
}

/** The resume state of this account: that of this tab, otherwise that of the tab used last. */
export function loadResumeState(userId: string): ResumeState | undefined {
  return parseResumeState(getStored('playerLeftOff') ?? getStored('lastPlayerLeftOff'), userId)
}
