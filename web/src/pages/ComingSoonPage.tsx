import { Link } from 'react-router'
import { usePageTitle } from '#page-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

/** The quiet page of a part that is still to come. */
export function ComingSoonPage({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <EmptyState
      title={title}
      level={1}
      action={
        <Link to="/archive" className={buttonClass()}>
          Zum Archiv
        </Link>
      }
    >
      Dieser Bereich kommt bald.
    </EmptyState>
  )
}
