import { AUDIT_EVENTS_PAGE, listAuditEvents, type AuditEvent } from '@tonarchiv/contract/admin'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { formatDate } from '#format.ts'
import { DataCell, DataRow, DataTable } from '#ui/components/content/DataTable.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { PagedList } from '#ui/components/content/PagedList.tsx'
import styles from './AuditLog.module.css'

interface AuditEventsPage {
  acts: AuditEvent[]
  hasMore: boolean
}

const auditEventsQuery = infiniteQueryOptions({
  queryKey: ['admin-acts'],
  queryFn: ({ pageParam, signal }) =>
    call(
      listAuditEvents,
      { query: { limit: AUDIT_EVENTS_PAGE, ...(pageParam !== '' && { before: pageParam }) } },
      { signal },
    ),
  initialPageParam: '',
  getNextPageParam: ({ acts, hasMore }: AuditEventsPage) => (hasMore ? acts.at(-1)?.id : undefined),
  // Always stale, because actions in other sections of the admin panel add events.
  staleTime: 0,
})

/** `04.05.2024, 17:03` */
function momentOf(at: string): string {
  const time = new Date(at).toLocaleTimeString('de-DE', { hour: '2-digit', minute: '2-digit' })
  return `${formatDate(at)}, ${time}`
}

/** The audit events, newest first: what admins did, who and when. */
export function AuditLog() {
  const list = useInfiniteQuery(auditEventsQuery)
  const acts = list.data?.pages.flatMap((page) => page.acts) ?? []
  return (
    <PagedList
      list={list}
      height="24rem"
      problem={textOf(list.error, 'Die Aktionen konnten nicht geladen werden.')}
      isEmpty={acts.length === 0}
      empty={<EmptyState title="Noch keine Aktionen vorhanden" />}
    >
      <DataTable label="Letzte Aktionen der Admins" columns={['Aktion', 'Wer', 'Wann']} hasActions={false}>
        {acts.map(({ id, at, by, text }) => (
          <DataRow key={id}>
            <DataCell>
              <span className={styles.text}>{text}</span>
            </DataCell>
            <DataCell label="Wer">{by ?? 'Gelöschter Benutzer'}</DataCell>
            <DataCell label="Wann">
              <time className={styles.moment} dateTime={at}>
                {momentOf(at)}
              </time>
            </DataCell>
          </DataRow>
        ))}
      </DataTable>
    </PagedList>
  )
}
