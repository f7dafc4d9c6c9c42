import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface LoadFailureProps extends Pick<ComponentProps<typeof EmptyState>, 'level'> {
  onRetry: () => unknown
  kind?: ComponentProps<typeof Button>['kind']
  /** What could not be loaded, in one sentence. */
  children: ReactNode
}

/** In place of what could not be loaded: what failed, and a button that tries again. */
export function LoadFailure({ level, onRetry, kind, children }: LoadFailureProps) {
  return (
    <EmptyState
      failed
      level={level}
      title="Fehler beim Laden"
      action={
        <Button kind={kind} onClick={() => void onRetry()}>
          Erneut versuchen
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
