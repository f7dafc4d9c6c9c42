import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import styles from './PagedList.module.css'
import { Skeleton } from './Skeleton.tsx'

interface PagedListProps {
  /** The state of the list's infinite query. */
  list: {
    data: unknown
    isPending: boolean
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  /** The expected height of the list as a CSS length, for the skeleton. */
  height: string
  /** The error text that is shown when the list cannot be loaded. */
  problem: string
  isEmpty: boolean
  /** Shown when there are no entries. */
  empty: ReactNode
  /** The entries. */
  children: ReactNode
}

/** A list that is loaded in pages. Shows a skeleton, an error or an empty state, and a button that loads more. */
export function PagedList({ list, height, problem, isEmpty, empty, children }: PagedListProps) {
  if (list.isPending) return <Skeleton height={height} />
  if (list.data === undefined) {
    return <LoadFailure onRetry={list.refetch}>{problem}</LoadFailure>
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
