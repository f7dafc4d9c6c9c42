import { linesOfLyrics } from '@tonarchiv/contract/lyrics-text'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Text } from '#ui/components/base/Text.tsx'
import { lyricsQuery } from './api.ts'
import styles from './LyricsSection.module.css'

interface LyricsSectionProps {
  trackId: string
  /** The line of the lyrics that is highlighted and scrolled into view; undefined for none. */
  line?: string | undefined
}

/** A scrollable section with the lyrics of a track, without their times. Renders nothing for a track without lyrics. */
export function LyricsSection({ trackId, line }: LyricsSectionProps) {
  const headingId = useId()
  const { data: lyrics, isError } = useQuery(lyricsQuery(trackId))
  if (!lyrics && !isError) return null
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h3 id={headingId}>Songtext</h3>
      {lyrics ? (
        // `lang` is empty, because the language of the lyrics is not known.
        <p
          className={styles.text}
          lang=""
          // Focusable, so that the text can be scrolled with the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <Lines lines={linesOfLyrics(lyrics.text)} marked={line} />
        </p>
      ) : (
        <Text as="p" tone="muted">
          Songtext konnte nicht geladen werden
        </Text>
      )}
    </section>
  )
}

function Lines({ lines, marked }: { lines: readonly string[]; marked: string | undefined }) {
  const place = marked === undefined ? -1 : lines.findIndex((line) => line.trim() === marked.trim())
  if (place === -1) return lines.join('\n')
  const before = lines.slice(0, place)
  return (
    <>
      {before.map((line) => `${line}\n`).join('')}
      <mark ref={bringIntoView} className={styles.marked}>
        {lines[place]}
      </mark>
      {`\n${lines.slice(place + 1).join('\n')}`}
    </>
  )
}

function bringIntoView(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: 'center', behavior: 'instant' })
}
