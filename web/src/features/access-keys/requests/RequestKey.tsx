import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { ownRequestQuery, useRequestKey } from './key-request-api.ts'

const ANSWERS = {
  open: 'Angefragt. Sobald ein Admin dir einen Schlüssel gibt, ist das Archiv offen.',
  rejected: 'Deine Anfrage wurde abgelehnt.',
} as const

/**
 * The button „Schlüssel anfragen“, with which a member requests a key from the admins. After that, a text says that the
 * request is open or was rejected.
 */
export function RequestKey() {
  const { data } = useQuery(ownRequestQuery)
  const request = useRequestKey()
  const region = useRef<HTMLDivElement>(null)
  useRestoredFocus(region, () => region.current?.querySelector('output'))
  const state = data?.state ?? null
  return (
    <div ref={region}>
      {state === null ? (
        <Button small busy={request.isPending} onClick={() => request.mutate()}>
          Schlüssel anfragen
        </Button>
      ) : (
        <Text as="output" size="sm" tone="muted" tabIndex={-1}>
          {ANSWERS[state]}
        </Text>
      )}
    </div>
  )
}
