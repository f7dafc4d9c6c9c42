import type { Artist, ArtistPlays } from '@tonarchiv/contract/artists'
import { keyRequired } from '@tonarchiv/contract/refusal'
import type { Album } from '@tonarchiv/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useParams } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { openKeyDialog } from '#features/access-keys/index.ts'
import {
  artistPlaysQuery,
  artistQuery,
  ArtistShelf,
  ArtistSide,
  isUnknownArtist,
  sectionsOf,
  summaryOf,
} from '#features/artists/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { AlbumCards } from '#features/catalog/index.ts'
import { playAlbum, shuffleAlbum } from '#features/player/index.ts'
import {
  artistPath,
  openAlbumMenu,
  openTrackMenu,
  tracksOfAlbum,
  type Track,
} from '#features/tracks/index.ts'
import { formatNumber } from '#format.ts'
import { usePageTitle } from '#page-title.ts'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { useCurrentTrack } from './archive-hooks.ts'
import { albumActions, downloadButton, editPath, trackActions } from './archive-parts.tsx'
import { ArtistButtons, MostPlayed } from './ArtistPlays.tsx'
import { selectedBar } from './selected-bar.tsx'
import styles from './ArtistPage.module.css'

/** The page `/artists/{id}`, for members with archive access. */
export function ArtistPage() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return hasAccess(user) ? <Loaded key={id} id={id} /> : <Locked />
}

function Locked() {
  usePageTitle('Künstler')
  return (
    <EmptyState
      level={1}
      drawing="keyhole"
      title={keyRequired.text}
      action={
        <Button kind="primary" onClick={openKeyDialog}>
          Zugangsschlüssel eingeben
        </Button>
      }
    />
  )
}

function Loaded({ id }: { id: string }) {
  const { data: artist, error, refetch } = useQuery(artistQuery(id))
  const plays = useQuery(artistPlaysQuery(id)).data
  const isUnknown = isUnknownArtist(error)
  usePageTitle(isUnknown ? 'Diesen Künstler gibt es hier nicht' : (artist?.name ?? 'Künstler'))
  if (isUnknown) {
    return (
      <EmptyState
        level={1}
        title="Diesen Künstler gibt es hier nicht"
        action={
          <Link to="/archive" className={buttonClass({ kind: 'primary' })}>
            Zum Archiv
          </Link>
        }
      />
    )
  }
  if (artist) return <Shown artist={artist} plays={plays} />
  if (!error) return <div className={styles.loading} aria-busy />
  return (
    <LoadFailure level={1} kind="inverse" onRetry={refetch}>
      {textOf(error, 'Der Künstler konnte nicht geladen werden.')}
    </LoadFailure>
  )
}

function Shown({ artist, plays }: { artist: Artist; plays: ArtistPlays | undefined }) {
  const user = useUser()
  const current = useCurrentTrack()
  const source = { title: artist.name, path: artistPath(artist.id) }
  return (
    <>
      <Surface as="section" className={styles.hero}>
        <ArtistShelf albums={shelfOf(artist)} playing={current?.albumTitel} />
        <div className={styles.text}>
          <Text as="p" size="sm" tone="muted">
            Künstler
          </Text>
          <h1>{artist.name}</h1>
          <Text as="p" tone="muted">
            {summaryOf(artist)}
          </Text>
          <ArtistButtons tracks={tracksOf(artist)} source={source} />
        </div>
      </Surface>
      <div className={styles.top}>
        {plays && plays.tracks.length > 0 && <MostPlayed {...{ plays, source }} />}
        <ArtistSide artist={artist} plays={plays} isAdmin={user?.isAdmin === true} />
      </div>
      {sectionsOf(artist.own.albums).map(({ title, albums }) => (
        <Albums key={title} title={title} albums={albums} />
      ))}
      {artist.appearances.albums.length > 0 && (
        <Albums title="Zu hören bei" albums={artist.appearances.albums} />
      )}
    </>
  )
}

/** The artist's own albums; if there are none, the albums on which the artist appears. */
function shelfOf({ own, appearances }: Artist): readonly Album[] {
  return own.albums.length > 0 ? own.albums : appearances.albums
}

/** The tracks of the artist's own albums; if there are none, the tracks on other albums on which the artist appears. */
function tracksOf({ id, own, appearances }: Artist): Track[] {
  const tracks = own.albums.flatMap(tracksOfAlbum)
  if (tracks.length > 0) return tracks
  const isHeard = ({ credits }: Track) =>
    [...(credits?.artists ?? []), ...(credits?.features ?? [])].some((one) => one.id === id)
  return appearances.albums.flatMap(tracksOfAlbum).filter(isHeard)
}

function Albums({ title, albums }: { title: string; albums: readonly Album[] }) {
  const heading = useId()
  const user = useUser()
  const current = useCurrentTrack()
  return (
    <section className={styles.albums} aria-labelledby={heading}>
      <header className={styles.count}>
        <h2 id={heading}>{title}</h2>
        <Text tone="muted">{formatNumber(albums.length)}</Text>
      </header>
      <AlbumCards
        albums={albums}
        current={current}
        onPlay={playAlbum}
        onShuffle={shuffleAlbum}
        panelActions={downloadButton}
        actions={trackActions}
        albumActions={albumActions}
        onMenu={openTrackMenu}
        renderSelected={selectedBar}
        onAlbumMenu={openAlbumMenu}
        editPath={user?.isAdmin === true ? editPath : undefined}
      />
    </section>
  )
}
