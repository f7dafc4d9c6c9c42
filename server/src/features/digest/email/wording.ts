import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { Notice } from '@tonarchiv/contract/notifications'
import type { SentRhythm } from '../schedule/next-digest.ts'
import type { DigestContent, Period, Premiere } from '../content/read-content.ts'

/** What the email needs besides its content. */
export interface DigestFrame {
  siteTitle: string
  publicUrl: string
  /** The name by which the reader is greeted. */
  name: string
  rhythm: SentRhythm
  timeZone: string
  period: Period
  unsubscribeUrl: string
}

const TYPES: Record<AlbumType, string> = {
  album: 'Album',
  single: 'Single',
  ep: 'EP',
  feature: 'Feature',
  unreleased: 'Unreleased',
  loosies: 'Loosies',
}

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

export function headline(rhythm: SentRhythm): string {
  return rhythm === 'weekly' ? 'Deine Woche im Archiv' : 'Dein Tag im Archiv'
}

/** For example „Deine Woche im Archiv: 3 neue Alben und eine Premiere“. */
export function titleOf({ albums, videos, premieres, notices }: DigestContent, rhythm: SentRhythm): string {
  const named = [
    ...(albums.length > 0 ? [counted(albums.length, 'ein neues Album', 'neue Alben')] : []),
    ...(videos.length > 0 ? [counted(videos.length, 'ein neues Video', 'neue Videos')] : []),
    ...(premieres.length > 0 ? [counted(premieres.length, 'eine Premiere', 'Premieren')] : []),
    ...(notices.length > 0
      ? [counted(notices.length, 'eine Mitteilung für dich', 'Mitteilungen für dich')]
      : []),
  ]
  const last = named.at(-1) ?? ''
  const list = named.length < 2 ? last : `${named.slice(0, -1).join(', ')} und ${last}`
  return `${headline(rhythm)}: ${list}`
}

export const albumsTitle = (count: number) => counted(count, '1 neues Album', 'neue Alben')
export const videosTitle = (count: number) => counted(count, '1 neues Video', 'neue Videos')
export const moreText = (count: number) => `und ${count} weitere`

export function albumText({ type, trackCount }: { type: AlbumType; trackCount: number }): string {
  return `${TYPES[type]}, ${counted(trackCount, '1 Track', 'Tracks')}`
}

/** „Samstag, 07.12.2024, 20:00. 34 Leute wollen dabei sein.“ */
export function premiereText({ opensAt, waiting }: Premiere, timeZone: string): string {
  const at = new Date(opensAt)
  const day = new Intl.DateTimeFormat('de', { timeZone, weekday: 'long' }).format(at)
  const time = new Intl.DateTimeFormat('de', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  const people = waiting === 0 ? '' : ` ${counted(waiting, '1 Mensch will', 'Leute wollen')} dabei sein.`
  return `${day}, ${dateOf(at, timeZone)}, ${time}.${people}`
}

/** „25.11. bis 01.12.2024“; of a day only its date. */
export function periodText({ rhythm, timeZone, period: { since, until } }: DigestFrame): string {
  if (rhythm === 'daily') return dateOf(until, timeZone)
  const start = new Intl.DateTimeFormat('de', { timeZone, day: '2-digit', month: '2-digit' }).format(since)
  return `${start} bis ${dateOf(until, timeZone)}`
}

function dateOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('de', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(at)
}

/** The line below the sentence of a notice: what it quotes, else its remark or how long ago it was. */
export function detailOf({ quote, remark, at }: Notice, now: Date): string {
  if (quote !== null) return `„${quote}“`
  return remark ?? agoText(Date.parse(at), now)
}

function agoText(at: number, now: Date): string {
  const hours = Math.floor((now.getTime() - at) / (60 * 60 * 1000))
  if (hours < 1) return 'vor weniger als einer Stunde'
  if (hours < 24) return hours === 1 ? 'vor einer Stunde' : `vor ${hours} Stunden`
  const days = Math.floor(hours / 24)
  return days === 1 ? 'vor einem Tag' : `vor ${days} Tagen`
}

export function reasonText(rhythm: SentRhythm): string {
  const when = rhythm === 'weekly' ? 'sonntags' : 'täglich'
  return `Du bekommst diese Übersicht ${when}, weil du sie eingeschaltet hast.`
}

export const COLOPHON = 'Privates Archiv, keine kommerzielle Nutzung.'
export const sentenceOf = ({ sentence }: Notice) => sentence.map(({ text }) => text).join('')
