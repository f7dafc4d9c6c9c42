import type { Album } from '@tonarchiv/contract/catalog'
import type { LinerNotes } from '@tonarchiv/contract/liner-notes'
import { useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { linerNotesQuery } from '../albums/api.ts'
import styles from './AlbumNotes.module.css'
import { Markdown } from './Markdown.tsx'
import { CreditList, detailsOf } from './note-details.tsx'

/** The liner notes of an open album, which are below its tracks. Sections without content are not rendered. */
export function AlbumNotes({ album }: { album: Album }) {
  const { data: notes, isError, refetch } = useQuery(linerNotesQuery(album.albumId))
  return (
    <div
      className={styles.notes}
      id={notesId(album)}
      tabIndex={-1}
      aria-busy={notes === undefined && !isError}
    >
      {isError && notes === undefined && (
        <p className={styles.failed} role="alert">
          Die Notizen konnten nicht geladen werden.{' '}
          <Button kind="ghost" small onClick={() => void refetch()}>
            Erneut versuchen
          </Button>
        </p>
      )}
      {notes && notes.notes !== '' && <Notes key={notes.notes} text={notes.notes} />}
      {notes && <Credits notes={notes} />}
    </div>
  )
}

/** Id of the element with the notes of an album. */
export function notesId({ albumId }: Pick<Album, 'albumId'>): string {
  return `notes-${albumId}`
}

/** The text of the notes. A long text is truncated until the member expands it. */
function Notes({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isLong, setIsLong] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = content.current
    if (!element) return undefined
    const measure = () => {
      if (element.dataset.clamped !== undefined) setIsLong(element.scrollHeight > element.clientHeight + 1)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <section aria-labelledby={`${id}-head`}>
      <h3 id={`${id}-head`}>Notizen</h3>
      <div
        ref={content}
        id={id}
        className={classNames(styles.text, !isOpen && styles.clamped, !isOpen && isLong && styles.faded)}
        data-clamped={isOpen ? undefined : ''}
      >
        <Markdown text={text} />
      </div>
      {isLong && (
        <Button
          kind="ghost"
          small
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Weniger' : 'Weiterlesen'}
        </Button>
      )}
    </section>
  )
}

function Credits({ notes: { credits, ...notes } }: { notes: LinerNotes }) {
  const heading = useId()
  const details = detailsOf(notes)
  if (credits.length === 0 && details.length === 0) return null
  return (
    <section aria-labelledby={credits.length > 0 ? heading : undefined} aria-label="Angaben">
      {credits.length > 0 && (
        <>
          <h3 id={heading}>Mitwirkende</h3>
          <CreditList credits={credits} />
        </>
      )}
      {details.length > 0 && (
        <div className={classNames(credits.length > 0 && styles.details)}>
          <DetailList>
            {details.map(([name, value]) => (
              <Detail key={name} name={name}>
                {value}
              </Detail>
            ))}
          </DetailList>
        </div>
      )}
    </section>
  )
}
