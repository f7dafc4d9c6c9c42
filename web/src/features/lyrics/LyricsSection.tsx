import { linesOfLyrics } from '@tonarchiv/contract/lyrics-text'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Text } from '#ui/components/base/Text.tsx'
import { lyricsQuery } from './api.ts'
import styles from './LyricsSection.module.css'

/** The lyrics of a track without times, as a section that scrolls; nothing for a track without lyrics. */
export function LyricsSection({ trackId }: { trackId: string }) {
  const headingId = useId()
  const { data: lyrics, isError } = useQuery(lyricsQuery(trackId))
  if (!lyrics && !isError) return null
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h3 id={headingId}>Songtext</h3>
      {lyrics ? (
        // The language is not known, so it is neither German nor English.
        <p
          className={styles.text}
          lang=""
          // The text scrolls, which must be possible with the keyboard, too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          {linesOfLyrics(lyrics.text).join('\n')}
        </p>
      ) : (
        <Text as="p" tone="muted">
          Songtext konnte nicht geladen werden
        </Text>
      )}
    </section>
  )
}
