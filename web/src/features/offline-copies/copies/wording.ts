import { formatNumber, formatSize } from '#format.ts'
import type { CollectionView } from './view.ts'

export function tracksText(count: number): string {
  return count === 1 ? '1 Track' : `${formatNumber(count)} Tracks`
}

/** For example `177 von 412 MB`. The first number has a unit only if it differs from that of the second one. */
export function partOfSize(receivedBytes: number, sizeBytes: number): string {
  const [part, whole] = [formatSize(receivedBytes), formatSize(sizeBytes)]
  const unit = whole.slice(whole.indexOf(' '))
  return `${part.endsWith(unit) ? part.slice(0, -unit.length) : part} von ${whole}`
}

const percent = (share: number) => `${Math.floor(share * 100)} %`

/** The text below „Offline verfügbar“, for the state of a collection. */
export function statusText(collection: CollectionView): string {
  const { status, tracks, readyTracks, withoutCopy, sizeBytes, receivedBytes } = collection
  switch (status.is) {
    case 'preparing':
      return 'Wird vorbereitet'
    case 'loading':
      return `${percent(status.share)}, ${partOfSize(receivedBytes, sizeBytes)}`
    case 'waiting':
      return status.for === 'wifi' ? 'Wartet auf WLAN' : 'Wartet auf Verbindung'
    case 'paused':
      return `Angehalten bei ${percent(status.share)}`
    case 'full':
      return `Speicher voll. ${formatNumber(readyTracks)} von ${tracksText(tracks)} sind da.`
    default:
      return `${tracksText(tracks)} auf diesem Gerät, ${formatSize(sizeBytes)}${restText(withoutCopy)}`
  }
}

function restText(withoutCopy: number): string {
  return withoutCopy === 0 ? '' : `, ${formatNumber(withoutCopy)} nur mit Verbindung`
}

const KINDS = { album: 'Album', playlist: 'Playlist', favorites: undefined } as const

/** The text below the title of a collection in the settings. */
export function summaryOf(collection: CollectionView): string {
  const { kind, status, tracks } = collection
  if (status.is !== 'ready') return statusText(collection)
  const name = KINDS[kind]
  if (name === undefined) return `${tracksText(tracks)}, neue kommen dazu`
  return `${name}, ${tracksText(tracks)}`
}
