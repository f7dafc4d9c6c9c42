import { getTrackMetadata, type TrackMetadata } from '@tonarchiv/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { currentUser, hasAccess } from '#features/auth/index.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'

/** Milliseconds for which loaded files of a track count as current; they change when the operator imports music. */
const FILES_FRESH = 60_000

/** One of the files of a track: the main one or an additional one. */
export type TrackFile = Pick<TrackMetadata, 'format' | 'bitrate' | 'needsConversion'>

/**
 * The files of a track, the main one first; undefined until they are loaded, and for an account without archive access.
 */
export function useTrackFiles(track: Track): TrackFile[] | undefined {
  const user = currentUser()
  const { data } = useQuery({
    queryKey: ['track', 'files', track.id],
    queryFn: ({ signal }) => call(getTrackMetadata, { params: { id: track.id } }, { signal }),
    staleTime: FILES_FRESH,
    enabled: user !== undefined && hasAccess(user) && isPlayable(track),
  })
  return data && [data.metadata, ...data.metadata.files]
}

const NAMES: Partial<Record<string, string>> = {
  wv: 'WavPack',
  tta: 'True Audio',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dsf: 'DSD',
  dff: 'DSD',
  mpc: 'Musepack',
  opus: 'Opus',
  ogg: 'Ogg',
}
/** Lossless formats. Their bitrate is not shown, because it says nothing about the quality. */
const LOSSLESS: ReadonlySet<string> = new Set(['flac', 'wav', 'aiff', 'wv', 'tta', 'dsf', 'dff', 'ape'])

/** "FLAC", "MP3 320". */
export function fileText({ format, bitrate, needsConversion }: TrackFile): string {
  if (format === 'm4a' && needsConversion) return 'ALAC'
  const name = NAMES[format] ?? format.toUpperCase()
  return LOSSLESS.has(format) || bitrate === null ? name : `${name} ${Math.round(bitrate / 1000)}`
}
