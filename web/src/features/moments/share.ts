import type { Card } from '@tonarchiv/contract/cards'
import { create } from 'zustand'
import type { Track } from '#features/tracks/index.ts'

/** What the share dialog offers to share. */
export interface ShareSubject {
  card: Card
  title: string
  /** The line below the title. */
  below: string
  cover: string | undefined
  /** The path of the page of what is shared. */
  path: string
  /** The length of the track; only for moments. */
  durationSeconds?: number
}

/** What is being shared; menus and the player set it, and the app renders the dialog. */
export const useShare = create<{
  subject: ShareSubject | undefined
  /** The conversation to share to. If undefined, the dialog begins with the chat room, and the member may choose. */
  conversationId: string | undefined
}>(() => ({ subject: undefined, conversationId: undefined }))

interface Place {
  conversationId?: string | undefined
}

export function openShare(subject: ShareSubject, { conversationId }: Place = {}): void {
  useShare.setState({ subject, conversationId })
}

export function closeShare(): void {
  useShare.setState({ subject: undefined })
}

/** Opens the share dialog for a moment of a track: the given second, or the last one when the track is shorter. */
export function shareMoment(track: Track, second: number, place: Place = {}): void {
  const { id, title, artist, coverUrl, durationSeconds } = track
  const subject = {
    card: { kind: 'moment', id, second: secondIn(durationSeconds, second) },
    title,
    below: artist,
    cover: coverUrl,
    path: trackLinkPath(id),
    durationSeconds,
  } as const
  openShare(subject, place)
}

/** Rounds a second down, and limits it to a track of this length. */
export function secondIn(durationSeconds: number, second: number): number {
  return Math.max(0, Math.min(Math.floor(second), Math.ceil(durationSeconds) - 1))
}

/** The path that opens a track in the archive, at a second where there is one. */
export function trackLinkPath(trackId: string, second?: number): string {
  const query = new URLSearchParams({ track: trackId, ...(second !== undefined && { t: String(second) }) })
  return `/archive?${query}`
}
