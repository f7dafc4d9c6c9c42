import { SecurityChange } from '@tonarchiv/contract/security-changes'
import * as z from 'zod/mini'
import { securitySentence } from '#features/auth/index.ts'
import { coverUrlOf } from '#features/catalog/index.ts'
import type { Say } from './about-people.ts'
import { subjectOf } from './candidates.ts'
import { listed, parts, said } from './sentences.ts'

export const newAlbums: Say = (sources, { subjectIds }) => {
  const albums = subjectIds.flatMap((id) => sources.albums.get(id)?.album ?? [])
  const [first] = albums
  if (first === undefined) return undefined
  const count = albums.length === 1 ? 'Neues Album:' : `${albums.length} neue Alben:`
  return said(
    [...parts`${count}`, { text: ` ${listed(albums.map(({ title }) => title))}`, isStrong: false }],
    {
      covers: albums.slice(0, 3).map(({ coverUrl }) => coverUrl),
      path: albums.length === 1 ? `/archive?album=${encodeURIComponent(first.id)}` : '/archive',
    },
  )
}

export const newVideos: Say = (sources, { subjectIds }) => {
  const videos = subjectIds.flatMap((id) => sources.videos.get(id)?.video ?? [])
  const [first] = videos
  if (first === undefined) return undefined
  const count = videos.length === 1 ? 'Neues Video:' : `${videos.length} neue Videos:`
  return said(
    [...parts`${count}`, { text: ` ${listed(videos.map(({ title }) => title))}`, isStrong: false }],
    {
      covers: videos.slice(0, 3).flatMap(({ thumbnailUrl }) => thumbnailUrl ?? []),
      path: videos.length === 1 ? `/videos?video=${encodeURIComponent(first.id)}` : '/videos',
    },
  )
}

const timeOf = (opensAt: string | null) => (opensAt === null ? '' : opensAt)
const quoted = (title: string) => `„${title}“`

/** Shown until the premiere begins, and only while it still has the time that the notice was stored for. */
export const premiereSoon: Say = ({ premieres }, candidate) => {
  const album = premieres.get(subjectOf(candidate))
  if (album === undefined || timeOf(album.opensAt) !== candidate.detail) return undefined
  return said(parts`In einer Stunde öffnen die Türen: ${quoted(album.title)}`, {
    covers: coversOf(album),
    path: premierePath(album.id),
    opensAt: album.opensAt,
  })
}

export const premiereMoved: Say = ({ premieres }, candidate) => {
  const album = premieres.get(subjectOf(candidate))
  if (album === undefined || timeOf(album.opensAt) !== candidate.detail) return undefined
  return said(parts`Die Premiere von ${quoted(album.title)} wurde verschoben`, {
    covers: coversOf(album),
    path: premierePath(album.id),
    opensAt: album.opensAt,
  })
}

/** Contains only the title that the notice stored, because the reader may see nothing else of the closed album. */
export const premiereCancelled: Say = ({ cancelled }, candidate) =>
  cancelled.has(subjectOf(candidate))
    ? said(parts`Die Premiere von ${quoted(candidate.detail ?? '')} wurde abgesagt`)
    : undefined

export const premiereOpen: Say = ({ albums }, candidate) => {
  const album = albums.get(subjectOf(candidate))?.album
  return (
    album &&
    said(parts`Die Türen sind offen: ${quoted(album.title)}`, {
      covers: [album.coverUrl],
      path: `/archive?album=${encodeURIComponent(album.id)}`,
    })
  )
}

function premierePath(albumId: string): string {
  return `/premieres/${encodeURIComponent(albumId)}`
}

function coversOf({ coverName, isCovered }: { coverName: string | null; isCovered: number }): string[] {
  return isCovered === 1 || coverName === null ? [] : [coverUrlOf(coverName)]
}

/** Shown until the access has ended, and only while no other access of the reader covers the same. */
export const accessEnding: Say = ({ daysLeft }, candidate) => {
  const days = daysLeft.get(subjectOf(candidate))
  if (days === undefined) return undefined
  const left = days <= 1 ? 'Noch heute und morgen' : `Noch ${days} Tage`
  return said(parts`${left}: Dann schließt einer deiner Schlüssel`, { path: '/archive' })
}

/** What the notice of a security change of the account stores. */
export const SecurityDetail = z.object({
  change: SecurityChange,
  name: z.nullable(z.string()),
  device: z.nullable(z.string()),
})

export const security: Say = (_sources, { detail }) => {
  const { change, name, device } = z.parse(SecurityDetail, JSON.parse(detail ?? ''))
  return said(parts`${securitySentence(change, name)}`, {
    remark: device,
    path: '/settings?tab=security',
    action: { kind: 'checkSecurity' },
  })
}
