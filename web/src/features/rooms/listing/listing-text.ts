import type { EndedRoom, ListedRoom } from '@tonarchiv/contract/rooms'
import { shownName } from '@tonarchiv/contract/presence'
import { dayLabel, dayOf, timeOf } from '#features/chat/index.ts'
import { formatDate, formatNumber } from '#format.ts'
import { minutesText, modeName, titlesText, videosText } from '../parts/wording.ts'

/** The text about what a room plays, in one line; with `isShort` only the title. */
export function playedText({ kind, track, video, isPlaying }: ListedRoom, isShort = false): string {
  if (video) return isShort ? video.title : `${video.title}, noch ${minutesText(video.leftMs)}`
  if (track) return isShort || track.album === '' ? track.title : `${track.title} · ${track.album}`
  if (!isPlaying) return 'Gerade läuft nichts'
  return kind === 'video' ? 'Ein Video, das für dich gesperrt ist' : 'Ein Titel, der für dich gesperrt ist'
}

/** The text with the host and the mode of a room. */
export function hostText({ host, mode }: ListedRoom): string {
  const name = modeName(mode)
  return host ? `Gastgeber ${shownName(host)} · ${name}` : name
}

/** The text with the number of open rooms and of the members in them. */
export function openText(rooms: readonly ListedRoom[]): string {
  const people = rooms.reduce((sum, { peopleCount }) => sum + peopleCount, 0)
  const listening = people === 1 ? '1 Person hört' : `${formatNumber(people)} Leute hören zusammen`
  return `${formatNumber(rooms.length)} offen, ${listening}`
}

/**
 * When a room was open and how much it played, for example `Gestern, 18:10 bis 19:26 · 22 Titel`.
 * @param today - `2026-11-21`
 */
export function endedText({ kind, createdAt, endedAt, playedCount }: EndedRoom, today: string): string {
  const day = dayLabel(dayOf(createdAt), today)
  const played = kind === 'video' ? videosText(playedCount) : titlesText(playedCount)
  return `${day}, ${timeOf(createdAt)} bis ${timeOf(endedAt)} · ${played}`
}

export function readableText({ readableUntil }: EndedRoom): string {
  return `Gespräch lesbar bis ${formatDate(readableUntil)}`
}
