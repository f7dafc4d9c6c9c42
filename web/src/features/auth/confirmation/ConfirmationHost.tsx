import type { RouteShape } from '@tonarchiv/contract/route'
import { useEffect, useRef, useState } from 'react'
import { onConfirmationRequired } from '#client/confirmation.ts'
import { lazyPart } from '#ui/hooks/lazy-part.ts'

const ConfirmOwner = lazyPart(async () => (await import('./ConfirmOwner.tsx')).ConfirmOwner, {
  failure: 'Die Bestätigung konnte nicht geladen werden',
})

interface Asked {
  /** The React key of the dialog. Each dialog gets another number, so that its fields start empty. */
  key: number
  route: RouteShape
}

/**
 * Shows the dialog „Bestätige, dass du es bist“ when the server requires a confirmation for a call. After the
 * confirmation, the call is repeated.
 */
export function ConfirmationHost() {
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setIsOpen] = useState(false)
  // Further calls that need a confirmation while the dialog is open wait for the result of this dialog.
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])
  useEffect(
    () =>
      onConfirmationRequired((route) => {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        waiting.current.push(resolve)
        if (waiting.current.length === 1) {
          setAsked((before) => ({ key: (before?.key ?? 0) + 1, route }))
          setIsOpen(true)
        }
        return promise
      }),
    [],
  )
  const answer = (isConfirmed: boolean) => {
    setIsOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed)
  }
  if (asked === undefined) return null
  return (
    <ConfirmOwner
      key={asked.key}
      open={isOpen}
      route={asked.route}
      onConfirmed={() => answer(true)}
      onCancel={() => answer(false)}
      onLoadFailed={() => {
        answer(false)
        setAsked(undefined)
      }}
    />
  )
}
