import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface LoadFailureProps extends Pick<ComponentProps<typeof EmptyState>, 'level'> {
  onRetry: () => unknown
  kind?: ComponentProps<typeof Button>['kind']
  /** A sentence that names what could not be loaded. */
  children: ReactNode
}

/** Shown instead of content that could not be loaded, with a button that retries. */
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
