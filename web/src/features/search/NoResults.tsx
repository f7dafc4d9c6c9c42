import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { ApiError, UNREACHABLE } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import type { Results } from './results.ts'
import { GROUP_LABELS } from './wording.ts'

/** Says why there are no hits: none were found, or the search has failed. Renders nothing if there are hits. */
export function NoResults({ results, onRetry }: { results: Results; onRetry: () => void }) {
  const { failure, sections, query } = results
  if (failure !== undefined) {
    return (
      <EmptyState
        drawing="text"
        title="Suche antwortet nicht"
        action={
          <Button onClick={onRetry}>
            <RotateCcw className="icon icon-small" aria-hidden />
            Erneut versuchen
          </Button>
        }
      >
        {reasonOf(failure)}
      </EmptyState>
    )
  }
  if (sections.length > 0) return null
  const { group } = query
  const place =
    group === undefined
      ? 'Songs, Leuten oder Nachrichten'
      : group === 'pages'
        ? 'Seiten und Befehlen'
        : GROUP_LABELS[group]
  return (
    <EmptyState title="Nichts gefunden">
      {query.isExact ? 'Nichts' : 'Auch nichts Ähnliches'} zu „{query.text}“ in {place}.
    </EmptyState>
  )
}

/** The text for a failed search: that there is no network, or the server's error text. */
function reasonOf(failure: unknown): string {
  if (!navigator.onLine) return 'Du bist offline. Befehle und Seiten gehen weiter.'
  if (failure instanceof ApiError && failure.code !== UNREACHABLE) return failure.text
  return 'Befehle und Seiten gehen weiter.'
}
