import { useQuery } from '@tanstack/react-query'
import { Surface } from '#ui/components/base/Surface.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { factorsQuery } from './api.ts'
import styles from './FactorCards.module.css'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'

/** The cards for passkeys and the second factor. See docs/product.md §5.5. */
export function FactorCards({ username }: { username: string }) {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(factorsQuery)
  if (data !== undefined)
    return (
      <>
        <Passkeys passkeys={data.passkeys} now={dataUpdatedAt} />
        <SecondFactorCard factors={data} username={username} />
      </>
    )
  return (
    <Surface padding="roomy">
      {isError ? (
        <EmptyState
          failed
          title="Sicherheit konnte nicht geladen werden"
          action={<Button onClick={() => void refetch()}>Erneut versuchen</Button>}
        >
          Deine Passkeys und Codes gelten weiter.
        </EmptyState>
      ) : (
        <div className={styles.loading} aria-busy>
          <Skeleton width="40%" height="1.25rem" />
          <Skeleton width="60%" height="0.875rem" />
          <Skeleton width="80%" height="0.75rem" />
        </div>
      )}
    </Surface>
  )
}
