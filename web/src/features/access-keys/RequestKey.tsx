import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { ownRequestQuery, useRequestKey } from './key-request-api.ts'

/** „Schlüssel anfragen“: one press asks the admins; then it says that they know, or that they have rejected it. */
export function RequestKey() {
  const { data } = useQuery(ownRequestQuery)
  const request = useRequestKey()
  if (data?.state === 'open')
    return (
      <Text as="output" size="sm" tone="muted">
        Angefragt. Sobald ein Admin dir einen Schlüssel gibt, ist das Archiv offen.
      </Text>
    )
  if (data?.state === 'rejected')
    return (
      <Text as="output" size="sm" tone="muted">
        Deine Anfrage wurde abgelehnt.
      </Text>
    )
  return (
    <Button small busy={request.isPending} onClick={() => request.mutate()}>
      Schlüssel anfragen
    </Button>
  )
}
