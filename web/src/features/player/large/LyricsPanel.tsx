import { readLyrics } from '@tonarchiv/contract/lyrics-text'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useUser } from '#features/auth/index.ts'
import { editLyricsPath } from '#features/catalog/index.ts'
import { lyricsQuery } from '#features/lyrics/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { LockedBand } from '#ui/components/content/LockedBand.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { useIsLocked } from '../seek/LockedSeekBar.tsx'
import { PanelNotice } from './PanelNotice.tsx'
import styles from './Lyrics.module.css'
import { SyncedLyrics } from './SyncedLyrics.tsx'

const LOCKED_TEXT = 'Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen'
const WIDTHS = ['78%', '64%', '84%', '52%', '70%'] as const

/** The content of the tab "Songtext". */
export function LyricsPanel({ track }: { track: Track }) {
  if (useIsLocked())
    return (
      <LockedBand text={LOCKED_TEXT} small className={styles.locked}>
        <Placeholders />
      </LockedBand>
    )
  return <OpenLyrics key={track.id} track={track} />
}

function OpenLyrics({ track }: { track: Track }) {
  const { data: lyrics, isPending, isError, refetch } = useQuery(lyricsQuery(track.id))
  const text = lyrics?.text
  const read = useMemo(() => (text === undefined ? undefined : readLyrics(text)), [text])
  if (isPending)
    return (
      <div className={styles.loading}>
        <output className="sr">Songtext lädt</output>
        <Placeholders />
      </div>
    )
  if (isError)
    return (
      <PanelNotice
        failed
        title="Songtext konnte nicht geladen werden"
        action={
          <Button onClick={() => void refetch()}>
            <RotateCcw className="icon icon-small" aria-hidden />
            Erneut versuchen
          </Button>
        }
      >
        Die Musik läuft weiter.
      </PanelNotice>
    )
  if (read === undefined) return <NoLyrics track={track} />
  if (read.isTimed) return <SyncedLyrics lines={read.lines} />
  return (
    <div
      className={styles.plain}
      // The text scrolls, which must be possible with the keyboard, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div lang="">{paragraphsOf(read.lines)}</div>
      <p className={styles.note}>Dieser Text hat noch keine Zeiten.</p>
    </div>
  )
}

function paragraphsOf(lines: readonly string[]): ReactNode {
  const paragraphs = lines.join('\n').split(/\n{2,}/)
  // oxlint-disable-next-line react/no-array-index-key -- a chorus stands there more than once
  return paragraphs.map((text, index) => <p key={index}>{text}</p>)
}

function NoLyrics({ track }: { track: Track }) {
  const isAdmin = useUser()?.isAdmin === true
  return (
    <PanelNotice
      title="Kein Songtext"
      action={
        isAdmin && (
          <Link
            to={editLyricsPath(track.albumId ?? track.album, track.id)}
            className={buttonClass({ kind: 'tint' })}
          >
            <Pencil className="icon icon-small" aria-hidden />
            Songtext hinzufügen
          </Link>
        )
      }
    >
      Zu diesem Track hat noch niemand den Text hinterlegt.
    </PanelNotice>
  )
}

function Placeholders() {
  return WIDTHS.map((width) => (
    <Skeleton key={width} width={width} height="1.5rem" className={styles.placeholder} />
  ))
}
