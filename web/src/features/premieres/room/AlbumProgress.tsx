import { shownTitle } from '@tonarchiv/contract/catalog'
import { currentEntry, type InRoom } from '#features/rooms/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { timeText } from '../time/wording.ts'
import styles from './AlbumProgress.module.css'

/** The tracks of the album. Shows which were already played, and which one plays now. */
export function AlbumProgress({ tab, tracks }: { tab: InRoom; tracks: readonly Track[] }) {
  const current = currentEntry(tab.room)?.track?.id
  const index = tracks.findIndex(({ id }) => id === current)
  if (tracks.length === 0) return <section className={styles.album} aria-label="Das Album" aria-busy />
  return (
    <section className={styles.album} aria-labelledby="premiere-album">
      <div className={styles.head}>
        <h2 id="premiere-album">Das Album</h2>
        <Text tone="muted">{summary(tab, tracks, index)}</Text>
      </div>
      <ol className={styles.list}>
        {tracks.map(({ id, title, durationSeconds }, at) => (
          <li
            key={id}
            className={classNames(at < index && styles.done, at === index && styles.now)}
            aria-current={at === index ? 'true' : undefined}
          >
            <span className={styles.number}>{at === index ? <Equalizer /> : at + 1}</span>
            <span className="truncate" dir="auto">
              {shownTitle(title)}
            </span>
            <span className={styles.leader} aria-hidden />
            <span className={styles.time}>{formatTime(durationSeconds)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** `6 Titel, 22 Minuten, zu Ende um 20:22` */
function summary({ room }: InRoom, tracks: readonly Track[], index: number): string {
  const secondsOf = (list: readonly Track[]) => list.reduce((sum, track) => sum + track.durationSeconds, 0)
  const minutes = Math.max(1, Math.round(secondsOf(tracks) / 60))
  const text = `${tracks.length} Titel, ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}`
  if (index < 0) return text
  const { at, positionMs } = room.state.playback
  const end = at - positionMs + secondsOf(tracks.slice(index)) * 1000
  return `${text}, zu Ende um ${timeText(new Date(end).toISOString())}`
}
