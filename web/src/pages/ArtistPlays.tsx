import type { ArtistPlays } from '@tonarchiv/contract/artists'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link from 'lucide-react/icons/link'
import Play from 'lucide-react/icons/play'
import Shuffle from 'lucide-react/icons/shuffle'
import { useId, useState } from 'react'
import { LikeButton } from '#features/favorites/index.ts'
import { copyUrl, getPlayer, TracksMenuItems } from '#features/player/index.ts'
import { AddToPlaylistItem } from '#features/playlists/index.ts'
import { Ranking } from '#features/plays/index.ts'
import {
  artistAndAlbum,
  isPlayable,
  openTrackMenu,
  TrackMenuButton,
  trackOfTopTrack,
  type PlayableTrack,
  type Track,
} from '#features/tracks/index.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { useCurrentTrack } from './archive-hooks.ts'
import styles from './ArtistPage.module.css'
import { selectedBar } from './selected-bar.tsx'

/** Names the artist page as the source of the tracks that are played from it. */
interface Source {
  title: string
  path: string
}

/** Number of tracks that are shown before the list is expanded. */
const TOP = 5

/** The buttons that act on all tracks of an artist. */
export function ArtistButtons({ tracks, source }: { tracks: readonly Track[]; source: Source }) {
  const playable = tracks.filter(isPlayable)
  const isDisabled = playable.length === 0
  return (
    <div className={styles.buttons}>
      <Button
        kind="inverse"
        disabled={isDisabled}
        onClick={() => getPlayer().playAll(tracks, { isShuffled: false, source })}
      >
        <Play className={`icon icon-small ${styles.solid}`} aria-hidden />
        Abspielen
      </Button>
      <IconButton
        label="Gemischt abspielen"
        disabled={isDisabled}
        onClick={() => getPlayer().playAll(tracks, { isShuffled: true, source })}
      >
        <Shuffle className="icon" aria-hidden />
      </IconButton>
      <MenuButton
        label={`Mehr zu ${source.title}`}
        className={buttonClass({ kind: 'ghost' })}
        trigger={<Ellipsis className="icon" aria-hidden />}
      >
        <TracksMenuItems tracks={playable} disabled={isDisabled} />
        {!isDisabled && <AddToPlaylistItem tracks={playable} />}
        <MenuItem
          icon={<Link className="icon" aria-hidden />}
          onSelect={() => void copyUrl(`${location.origin}${source.path}`)}
        >
          Link kopieren
        </MenuItem>
      </MenuButton>
    </div>
  )
}

/** The artist's tracks that all members together have played most. */
export function MostPlayed({ plays: { tracks }, source }: { plays: ArtistPlays; source: Source }) {
  const [isWhole, setIsWhole] = useState(false)
  const current = useCurrentTrack()
  const heading = useId()
  const shown = isWhole ? tracks : tracks.slice(0, TOP)
  return (
    <section aria-labelledby={heading}>
      <Ranking
        tracks={shown}
        current={current}
        below={(track) => (track.artist === source.title ? track.album : artistAndAlbum(track))}
        hasDuration
        onPlay={(track) => getPlayer().choose(tracks.map(trackOfTopTrack), track, source)}
        actions={rowActions}
        onMenu={openTrackMenu}
        renderSelected={selectedBar}
        renderHead={(select) => (
          <header className={styles.head}>
            <h2 id={heading}>Meistgehört</h2>
            <span className={styles.tools}>
              {tracks.length > TOP && (
                <Button kind="ghost" small aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
                  {isWhole ? 'Weniger' : `Alle ${tracks.length} Titel`}
                </Button>
              )}
              {select}
            </span>
          </header>
        )}
      />
    </section>
  )
}

function rowActions(track: PlayableTrack) {
  return (
    <>
      <LikeButton track={track} className={styles.like} />
      <TrackMenuButton track={track} />
    </>
  )
}
