import type { FoundChatMessage } from '@tonarchiv/contract/message-search'
import type { useInfiniteQuery } from '@tanstack/react-query'
import Disc3 from 'lucide-react/icons/disc-3'
import ImageIcon from 'lucide-react/icons/image'
import Mic from 'lucide-react/icons/mic'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useCallback } from 'react'
import { AdminMark, PortraitButton, useDistinctName } from '#features/presence/index.ts'
import { excerptOf, Marked } from '#features/search/index.ts'
import { formatTime } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { useNearEnd } from '#ui/hooks/use-near-end.ts'
import { useToday } from '../messages/use-today.ts'
import { changeSearch } from './message-search.ts'
import styles from './MessageSearch.module.css'
import { byMonth, hitTime } from './months.ts'
import type { FoundOfSearch } from './search-query.ts'

interface SearchHitsProps {
  query: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'isError' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'isPlaceholderData'
  > & { data: FoundOfSearch | undefined; refetch: () => unknown; fetchNextPage: () => unknown }
  /** Whether there is something to search for. */
  isAsked: boolean
  text: string
  shownId: string | undefined
  onShow: (id: string, takesFocus: boolean) => void
}

/** The hits by month, or why there are none. */
export function SearchHits({ query, isAsked, text, shownId, onShow }: SearchHitsProps) {
  const { data, isError, isFetching, isPlaceholderData } = query
  if (!isAsked)
    return <p className={styles.hint}>Finde Wörter oder Teile davon, von allen oder von einer Person.</p>
  if (isError && !isFetching) {
    return (
      <EmptyState
        failed
        title="Suche hat nicht geklappt"
        action={
          <Button onClick={() => void query.refetch()}>
            <RotateCcw className="icon icon-small" aria-hidden />
            Erneut versuchen
          </Button>
        }
      />
    )
  }
  if (data === undefined) return <HitsSkeleton />
  if (data.messages.length === 0 && !isPlaceholderData)
    return <NoHits text={text} corrected={data.corrected} />
  return <Months {...{ query, data, shownId, onShow }} />
}

function NoHits({ text, corrected }: { text: string; corrected: string | undefined }) {
  return (
    <EmptyState title={text === '' ? 'Nichts gefunden' : `Nichts zu „${text}“`}>
      {corrected !== undefined && (
        <>
          Meintest du{' '}
          <button type="button" className="link" onClick={() => changeSearch({ text: corrected })}>
            {corrected}
          </button>
          ?
        </>
      )}
    </EmptyState>
  )
}

interface MonthsProps extends Pick<SearchHitsProps, 'query' | 'shownId' | 'onShow'> {
  data: FoundOfSearch
}

function Months({ query, data, shownId, onShow }: MonthsProps) {
  const today = useToday()
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const end = useNearEnd(hasNextPage && !isFetchingNextPage && !isError, more)
  return (
    <div className={styles.list}>
      {byMonth(data.messages).map(({ month, hits }) => (
        <section key={month} aria-label={month}>
          <h3>{month}</h3>
          <ol>
            {hits.map((hit) => (
              <li key={hit.id}>
                <Hit {...{ hit, today, onShow }} terms={data.terms} isShown={hit.id === shownId} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      <div ref={end} />
    </div>
  )
}

interface HitProps extends Pick<SearchHitsProps, 'onShow'> {
  hit: FoundChatMessage
  terms: readonly string[]
  today: string
  isShown: boolean
}

function Hit({ hit, terms, today, isShown, onShow }: HitProps) {
  const { id, author, createdAt, content, mediaType, isMoment } = hit
  const name = useDistinctName(author)
  return (
    <div className={styles.entry}>
      <PortraitButton person={author} size={32} className={styles.portrait} />
      <button
        type="button"
        className={styles.hit}
        aria-current={isShown || undefined}
        data-hit={id}
        onClick={() => onShow(id, true)}
      >
        <span className={styles.name}>
          <span className="truncate" dir="auto">
            {name}
          </span>
          <AdminMark userId={author.id} />
        </span>
        <time dateTime={createdAt}>{hitTime(createdAt, today)}</time>
        <span className={styles.text} dir="auto">
          {mediaType !== null && content !== '' && (
            <span className="sr">{mediaType === 'voice' ? 'Sprachnachricht: ' : 'Bild: '}</span>
          )}
          {isMoment && <Disc3 className="icon" aria-hidden />}
          {mediaType === 'image' && <ImageIcon className="icon" aria-hidden />}
          {mediaType === 'voice' && <Mic className="icon" aria-hidden />}
          {content === '' ? mediaText(hit) : <Marked text={excerptOf(content, terms)} terms={terms} />}
        </span>
      </button>
    </div>
  )
}

/** The text for a hit whose message has no text, such as `Sprachnachricht, 0:31`. */
function mediaText({ mediaType, mediaDuration, isMoment }: FoundChatMessage): string {
  if (isMoment) return 'Moment'
  if (mediaType !== 'voice') return mediaType === 'image' ? 'Bild' : 'Karte'
  return mediaDuration === null ? 'Sprachnachricht' : `Sprachnachricht, ${formatTime(mediaDuration)}`
}

function HitsSkeleton() {
  return (
    <div className={styles.list} aria-hidden>
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className={styles.waiting} width="100%" height="3.5rem" />
      ))}
    </div>
  )
}
