import { accessKeyRedeemed } from '@tonarchiv/contract/access-keys'
import type { KeyOffer } from '@tonarchiv/contract/key-offers'
import type { User } from '@tonarchiv/contract/users'
import ArrowRight from 'lucide-react/icons/arrow-right'
import KeyRound from 'lucide-react/icons/key-round'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { formatDate } from '#format.ts'
import { ErrorText, goTo, refusedBy } from '#features/auth/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { useRedeemKey } from './redeem.ts'
import { dayIn } from '../scope/expiry.ts'
import { welcomeText } from './offer-text.ts'
import { clearPendingKey, pendingKey } from './pending-key.ts'
import styles from './RedeemOffer.module.css'

interface RedeemOfferProps {
  offer: KeyOffer
  user: User
}

/**
 * Redeems the key for the account that is logged in. A key that was accepted before the login is redeemed without a
 * further press.
 */
export function RedeemOffer({ offer, user }: RedeemOfferProps) {
  const redeem = useRedeemKey()
  const [isDone, setIsDone] = useState(false)
  const [now] = useState(Date.now)
  const done = useRef<HTMLHeadingElement>(null)
  const start = () =>
    redeem.mutate(offer.key, {
      onSuccess: () => setIsDone(true),
      // The account has redeemed this key already, for example in another tab.
      onError: (failure) => {
        if (failure instanceof ApiError && failure.code === accessKeyRedeemed.code) setIsDone(true)
      },
    })
  const redeemByItself = useEffectEvent(() => {
    if (pendingKey() !== offer.key) return
    clearPendingKey()
    start()
  })
  useEffect(() => redeemByItself(), [])
  useEffect(() => {
    if (isDone) done.current?.focus()
  }, [isDone])
  if (isDone) {
    const { stayDays, inviter } = offer
    return (
      <div className={styles.stack}>
        <h2 ref={done} tabIndex={-1}>
          {welcomeText(offer)}
        </h2>
        <Text as="p" tone="muted">
          {stayDays === null ? 'Ohne Ende.' : `Bis zum ${formatDate(dayIn(stayDays, now))}.`}
          {inviter !== null && ` ${inviter.displayName} weiß Bescheid.`}
        </Text>
        <Button kind="primary" block onClick={() => goTo('/archive', { replace: true })}>
          Zum Archiv
          <ArrowRight className="icon icon-small" aria-hidden />
        </Button>
      </div>
    )
  }
  const problem = redeem.isError
    ? refusedBy(redeem.error, textOf(redeem.error, 'Schlüssel-Verifizierung fehlgeschlagen'), redeem.reset)
    : undefined
  return (
    <div className={styles.stack}>
      <Button
        kind="primary"
        block
        busy={redeem.isPending}
        disabled={problem?.waitSeconds !== undefined}
        onClick={start}
      >
        <KeyRound className="icon icon-small" aria-hidden />
        {offer.inviter === null ? 'Schlüssel einlösen' : 'Einladung annehmen'}
      </Button>
      {problem !== undefined && (
        <FieldError>
          <ErrorText {...problem} />
        </FieldError>
      )}
      <Text as="p" size="sm" tone="muted" className={styles.account}>
        Du bist {user.username}
        {user.keyVerified && ' und hast schon einen Schlüssel'}.
      </Text>
    </div>
  )
}
