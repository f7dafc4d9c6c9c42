import { type Notice, NOTICES_KEPT_DAYS } from '@tonarchiv/contract/notifications'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { useNearEnd } from '#ui/hooks/use-near-end.ts'
import { useNow } from '../state/use-now.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { type InboxFilter, useInbox } from '../state/api.ts'
import styles from './NoticeList.module.css'
import { NoticeRow } from './NoticeRow.tsx'
import { periodOf } from './notice-times.ts'
import { useNewNotices } from './use-new-notices.ts'

interface NoticeListProps {
  filter: InboxFilter
  /** Gets the focus when the focused notice is removed and no other one is left. */
  heading: RefObject<HTMLElement | null>
  onOpen: (notice: Notice) => void
  /** Opens the settings. */
  onChoose: () => void
}

/** The notices by day. The arrow keys move between them. */
export function NoticeList(props: NoticeListProps) {
  const inbox = useInbox(props.filter)
  if (inbox.data !== undefined) return <Loaded {...props} inbox={inbox} data={inbox.data} />
  if (inbox.isPending) return <Loading />
  return (
    <EmptyState
      failed
      title="Mitteilungen konnten nicht geladen werden"
      className={styles.state ?? ''}
      action={
        <Button onClick={() => void inbox.refetch()}>
          <RefreshCw className="icon icon-small" aria-hidden />
          Erneut versuchen
        </Button>
      }
    />
  )
}

interface LoadedProps extends NoticeListProps {
  inbox: ReturnType<typeof useInbox>
  data: NonNullable<ReturnType<typeof useInbox>['data']>
}

function Loaded({ filter, heading, onOpen, onChoose, inbox, data }: LoadedProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = inbox
  const list = useRef<HTMLDivElement>(null)
  const notices = data.pages.flatMap((page) => page.notices)
  const fresh = useNewNotices(filter, notices, list)
  const end = useNearEnd(hasNextPage && !isFetchingNextPage, () => void fetchNextPage())
  useRestoredFocus(list, (lost) => linkNear(list.current, lost) ?? heading.current)
  return (
    // The notices inside are links; the list only handles the arrow keys between them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.list} ref={list} onKeyDown={moveBetweenNotices} data-notice-list>
      {fresh.count > 0 && (
        <Button className={styles.fresh} kind="tint" small onClick={fresh.show}>
          {fresh.count} neue
        </Button>
      )}
      {notices.length === 0 ? (
        <EmptyState
          title={filter === 'all' ? 'Alles gehört, alles gelesen' : 'Nichts Ungelesenes'}
          className={styles.state ?? ''}
          action={<Button onClick={onChoose}>Auswählen, was ankommt</Button>}
        >
          Wenn dich jemand erwähnt, dir antwortet oder ein neues Album da ist, steht es hier.
        </EmptyState>
      ) : (
        <Periods notices={notices} onOpen={onOpen} />
      )}
      <div ref={end} />
      {notices.length > 0 && !hasNextPage && (
        <p className={styles.end}>Was älter als {NOTICES_KEPT_DAYS} Tage ist, verschwindet.</p>
      )}
    </div>
  )
}

function Periods({ notices, onOpen }: { notices: readonly Notice[]; onOpen: (notice: Notice) => void }) {
  const now = useNow()
  const groups = Map.groupBy(notices, ({ at }) => periodOf(at, now))
  return [...groups].map(([period, its]) => (
    <section key={period} aria-label={period}>
      <h3 className={styles.period}>{period}</h3>
      <ul>
        {its.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} now={now} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ))
}

function Loading() {
  return (
    <div className={styles.loading}>
      <output className="sr">Mitteilungen werden geladen</output>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={styles.waiting}>
          <Skeleton width="2.5rem" height="2.5rem" style={{ borderRadius: '50%' }} />
          <div>
            <Skeleton width="85%" height="0.875rem" />
            <Skeleton width="35%" height="0.75rem" />
          </div>
        </div>
      ))}
    </div>
  )
}

const linksIn = (list: Element | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-notice-link]') ?? []),
]

/** The link of the notice whose button is gone, or the first one. */
function linkNear(list: Element | null, lost: Element): HTMLElement | undefined {
  const id = lost.closest('[data-notice]')?.getAttribute('data-notice')
  const links = linksIn(list)
  return links.find((link) => link.closest('[data-notice]')?.getAttribute('data-notice') === id) ?? links[0]
}

/** Up and down move between notices; Tab also reaches the buttons inside them. */
function moveBetweenNotices(event: KeyboardEvent<HTMLElement>): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0 || altKey || ctrlKey || metaKey || shiftKey) return
  const links = linksIn(currentTarget)
  const row = document.activeElement?.closest('[data-notice]')
  const index = links.findIndex((link) => link.closest('[data-notice]') === row)
  const next = links[index === -1 ? 0 : index + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
