import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { albumQuery } from '#features/catalog/index.ts'
import { isPlayable, tracksOfAlbum, type Track } from '#features/tracks/index.ts'

/** Milliseconds over which the browsers in a premiere spread their reads of the album when it begins. */
const SPREAD = 5000
const NONE: readonly Track[] = []

/** The tracks that the premiere plays; empty until the premiere has begun and the tracks were read. */
export function useAlbumTracks(
  albumId: string,
  { isOpen, isSpread }: { isOpen: boolean; isSpread: boolean },
): readonly Track[] {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setTimeout(() => setIsDue(true), isSpread ? Math.random() * SPREAD : 0)
    return () => clearTimeout(timer)
  }, [isOpen, isSpread])
  const { data } = useQuery(albumQuery(isDue ? albumId : undefined))
  const [read, setRead] = useState<{ of: typeof data; tracks: readonly Track[] }>()
  if (data && read?.of !== data) setRead({ of: data, tracks: tracksOfAlbum(data).filter(isPlayable) })
  return read?.tracks ?? NONE
}
