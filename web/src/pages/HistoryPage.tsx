import { keyRequired } from '@tonarchiv/contract/refusal'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { joinPages } from '#client/join-pages.ts'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { getPlayer, isSounding, usePlayer } from '#features/player/index.ts'
import { PlayHistory, usePlays } from '#features/plays/index.ts'
import {
  isPlayable,
  openTrackMenu,
  TrackMenuButton,
  trackOfPlay,
  type PlayableTrack,
} from '#features/tracks/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LockedBand } from '#ui/components/content/LockedBand.tsx'
import { PagedList } from '#ui/components/content/PagedList.tsx'
import { selectedBar } from './selected-bar.tsx'
import styles from './HistoryPage.module.css'

const SOURCE = { title: 'Zuletzt gehört', path: '/history' }

/** The page `/history`: the account's plays on all devices, newest first. See docs/product.md §10.2. */
export function HistoryPage() {
  const user = useUser()
  usePageTitle('Zuletzt gehört')
  if (!user) return null
  return (
    <div className={styles.page}>
      <h1>Zuletzt gehört</h1>
      {hasAccess(user) ? <History /> : <Locked />}
    </div>
  )
}

function History() {
  const list = usePlays()
  const currentId = usePlayer(({ track }) => track?.id)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  const plays = useMemo(() => joinPages(list.data?.pages ?? []), [list.data])
  const tracks = useMemo(() => playedOnce(plays.map(trackOfPlay).filter(isPlayable)), [plays])
  return (
    <PagedList
      list={list}
      height="24rem"
      problem={textOf(list.error, 'Der Verlauf konnte nicht geladen werden.')}
      isEmpty={plays.length === 0}
      empty={
        <EmptyState
          title="Noch nichts gehört"
          action={
            <Link to="/archive" className={buttonClass()}>
              Zum Archiv
            </Link>
          }
        >
          Nach 30 Sekunden steht ein Track hier.
        </EmptyState>
      }
    >
      <PlayHistory
        plays={plays}
        readAt={list.dataUpdatedAt}
        current={currentId === undefined ? undefined : { id: currentId, isSounding: isSoundingNow }}
        onPlay={(track) => getPlayer().choose(tracks, track, SOURCE)}
        actions={menuButton}
        onMenu={openTrackMenu}
        renderSelected={selectedBar}
      />
    </PagedList>
  )
}

/** The tracks without repetitions, so that each track is played only once. */
function playedOnce(tracks: readonly PlayableTrack[]): PlayableTrack[] {
  return [...new Map(tracks.map((track) => [track.id, track])).values()]
}

function menuButton(track: PlayableTrack) {
  return <TrackMenuButton track={track} />
}

function Locked() {
  return (
    <LockedBand
      className={styles.locked}
      text={keyRequired.text}
      action={
        <Button kind="ink" small onClick={openKeyDialog}>
          Zugangsschlüssel eingeben
        </Button>
      }
    >
      {null}
    </LockedBand>
  )
}
