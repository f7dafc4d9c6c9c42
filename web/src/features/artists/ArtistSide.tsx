import type { Artist, ArtistPlays } from '@tonarchiv/contract/artists'
import { useState } from 'react'
import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { artistPath } from '#features/tracks/index.ts'
import { formatAgo, formatNumber } from '#format.ts'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { companionsOf, yearsOf } from './artist-details.ts'
import { SortName } from './SortName.tsx'
import styles from './ArtistSide.module.css'

interface ArtistSideProps {
  artist: Artist
  plays: ArtistPlays | undefined
  /** Whether the member is an admin, who sees the sort name and can change it. */
  isAdmin: boolean
}

/** Numbers about an artist, and the artists with whom they share most tracks. */
export function ArtistSide({ artist, plays, isAdmin }: ArtistSideProps) {
  const years = yearsOf([...artist.own.albums, ...artist.appearances.albums])
  const [now] = useState(() => Date.now())
  const companions = companionsOf(artist)
  return (
    <div className={styles.side}>
      <section aria-labelledby="artist-details">
        <h2 id="artist-details">Im Archiv</h2>
        <DetailList>
          {years && <Detail name="Älteste Aufnahme">{years.oldest}</Detail>}
          {years && <Detail name="Neueste">{years.newest}</Detail>}
          <Detail name="Streams">{plays ? formatNumber(plays.count) : '…'}</Detail>
          <Detail name="Deine Streams">{plays ? formatNumber(plays.ownCount) : '…'}</Detail>
          {plays?.lastPlayed && <Detail name="Zuletzt gehört">{formatAgo(plays.lastPlayed, now)}</Detail>}
          {isAdmin && <Detail name="Sortiert als">{artist.sortName}</Detail>}
        </DetailList>
        {isAdmin && <SortName artist={artist} />}
      </section>
      {companions.length > 0 && (
        <section aria-labelledby="artist-companions">
          <h2 id="artist-companions">Oft zusammen mit</h2>
          <ul className={styles.companions}>
            {companions.map(({ id, name, cover, tracks }) => (
              <li key={id}>
                <Link to={artistPath(id)} className={styles.companion}>
                  <Cover src={imageUrl(cover)} size={40} className={styles.cover} />
                  <span className={styles.name}>{name}</span>
                  <span className={styles.count}>{formatNumber(tracks)} Titel</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
