import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { albumQuery, CreditList, detailsOf, linerNotesQuery, Markdown } from '#features/catalog/index.ts'
import { MomentList } from '#features/moments/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { playTrackAt } from '../engine/play-track-at.ts'
import { listenedText } from '../engine/last-played.ts'
import { useIsLocked } from '../seek/LockedSeekBar.tsx'
import { useTrackStats } from '../track-menu/track-stats.ts'
import { PanelNotice } from './PanelNotice.tsx'
import styles from './NotesPanel.module.css'

/**
 * The content of the tab "Notizen": liner notes, credits and details of the album. Groups without content are left out.
 */
export function NotesPanel({ track }: { track: Track }) {
  return (
    <div
      className={styles.notes}
      // The text scrolls, which must be possible with the keyboard, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {useIsLocked() ? (
        <NoNotes />
      ) : (
        <>
          <AlbumGroups track={track} />
          <MomentList trackId={track.id} onPlay={(second) => playTrackAt(track, second)} />
        </>
      )}
      <Listened trackId={track.id} />
    </div>
  )
}

function AlbumGroups({ track }: { track: Track }) {
  const id = useId()
  const { data: notes, isError, refetch } = useAlbumNotes(track)
  if (isError)
    return (
      <p className={styles.failed} role="alert">
        Die Notizen konnten nicht geladen werden.{' '}
        <Button kind="ghost" small onClick={() => void refetch()}>
          Erneut versuchen
        </Button>
      </p>
    )
  if (!notes) return null
  const details = detailsOf(notes)
  if (notes.notes === '' && notes.credits.length === 0 && details.length === 0) return <NoNotes />
  return (
    <>
      {notes.notes !== '' && (
        <section aria-labelledby={`${id}-album`}>
          <h3 id={`${id}-album`}>Zum Album</h3>
          <div className={styles.text}>
            <Markdown text={notes.notes} />
          </div>
        </section>
      )}
      {notes.credits.length > 0 && (
        <section aria-labelledby={`${id}-credits`}>
          <h3 id={`${id}-credits`}>Mitwirkende</h3>
          <CreditList credits={notes.credits} />
        </section>
      )}
      {details.length > 0 && (
        <section aria-labelledby={`${id}-details`}>
          <h3 id={`${id}-details`}>Angaben</h3>
          <DetailList>
            {details.map(([name, value]) => (
              <Detail key={name} name={name}>
                {value}
              </Detail>
            ))}
          </DetailList>
        </section>
      )}
    </>
  )
}

/**
 * Loads the notes of a track's album. Tracks of lists other than albums may have only the title of their album, so the
 * id is searched by the title.
 */
function useAlbumNotes({ album, albumId }: Track) {
  const found = useQuery(albumQuery(albumId === undefined ? album : undefined))
  const id = albumId ?? found.data?.albumId
  const notes = useQuery({ ...linerNotesQuery(id ?? ''), enabled: id !== undefined })
  return found.isError ? { ...found, data: undefined } : notes
}

function NoNotes() {
  return <PanelNotice title="Keine Notizen">Zu Album und Track ist nichts vermerkt.</PanelNotice>
}

/**
 * The play count and the time of the last play. Space for the line is reserved from the start, so that nothing moves
 * when the numbers arrive.
 */
function Listened({ trackId }: { trackId: string }) {
  const { stats, readAt } = useTrackStats(trackId)
  return (
    <Text as="p" size="md" tone="muted">
      {stats ? listenedText(stats, readAt) : '\u00a0'}
    </Text>
  )
}
