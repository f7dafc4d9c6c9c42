import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import styles from './PagedList.module.css'
import { Skeleton } from './Skeleton.tsx'

interface PagedListProps {
  /** How its reading stands; a query that is read page by page is one. */
  list: {
    data: unknown
    isPending: boolean
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  /** A length: as high as it will be about. */
  height: string
  /** Why it could not be read. */
  problem: string
  isEmpty: boolean
  /** What shows instead of no entries. */
  empty: ReactNode
  /** The entries. */
  children: ReactNode
}

/** A list that comes page by page: its place while it comes, what failed, that it is empty, and the way to more. */
export function PagedList({ list, height, problem, isEmpty, empty, children }: PagedListProps) {
  if (list.isPending) return <Skeleton height={height} />
  if (list.data === undefined) {
    return (
      <EmptyState
        failed
        title="Fehler beim Laden"
        action={<Button onClick={() => void list.refetch()}>Erneut versuchen</Button>}
      >
        {problem}
      </EmptyState>
    )
  }
  if (isEmpty) return empty
  return (
    <>
      {children}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isError ? 'Erneut versuchen' : 'Weitere laden'}
          </Button>
        </div>
      )}
    </>
  )
}
