import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { ErrorText, refusedBy, useSession, type Session } from '#features/auth/index.ts'
import { siteLinks } from '#site-links.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { REDEEM_KEY, useRedeemKey } from './offer/redeem.ts'
import { closeKeyDialog, useKeyDialog } from './key-dialog.ts'
import { isCompleteKey } from './key-format.ts'
import styles from './KeyDialog.module.css'
import { KeyTag } from './KeyTag.tsx'
import { RequestKey } from './requests/RequestKey.tsx'

const REDEEM_FAILED = 'Schlüssel-Verifizierung fehlgeschlagen'

/**
 * The form for an access key. A complete key is submitted automatically; a rejected key is removed from the field. See
 * docs/product.md §4.2.
 */
function KeyForm() {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [key, setKey] = useState('')
  const redeem = useRedeemKey()
  const problem = redeem.isError
    ? refusedBy(redeem.error, textOf(redeem.error, REDEEM_FAILED), redeem.reset)
    : undefined
  const isWaiting = problem?.waitSeconds !== undefined

  const submit = (complete: string) => {
    if (redeem.isPending || isWaiting || !isCompleteKey(complete)) return
    redeem.mutate(complete, {
      onSuccess() {
        closeKeyDialog()
        showToast('Zugangsschlüssel verifiziert')
      },
      onError() {
        setKey('')
        form.current?.querySelector('input')?.focus()
      },
    })
  }

  return (
    <form
      ref={form}
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault()
        submit(key)
      }}
    >
      <Text as="p" tone="muted">
        Der Schlüssel öffnet Alben, Tracks und Videos.
      </Text>
      <div>
        <label className="sr" htmlFor={id}>
          Zugangsschlüssel
        </label>
        <KeyTag
          id={id}
          value={key}
          wrong={problem !== undefined && key === ''}
          aria-describedby={`${id}-text`}
          onChange={(edited) => {
            if (redeem.isPending) return
            if (edited !== '' && !isWaiting) redeem.reset()
            setKey(edited)
            submit(edited)
          }}
        />
      </div>
      <div id={`${id}-text`} aria-live="polite">
        {problem === undefined ? (
          <Text as="p" size="sm" tone="faint">
            Zwei, vier und vier Zeichen. Die Bindestriche setzen sich von selbst.
          </Text>
        ) : (
          <FieldError>
            <ErrorText {...problem} />
          </FieldError>
        )}
      </div>
      <Button
        type="submit"
        kind="primary"
        block
        busy={redeem.isPending}
        disabled={isWaiting || !isCompleteKey(key)}
      >
        Verifizieren
      </Button>
      <div className={styles.foot}>
        <Text size="sm" tone="muted">
          Noch keinen Schlüssel?{' '}
          {siteLinks.communityUrl !== undefined && (
            <a className="link" href={siteLinks.communityUrl} target="_blank" rel="noopener noreferrer">
              Zum Community-Chat
            </a>
          )}
        </Text>
        <RequestKey />
      </div>
    </form>
  )
}

/** Milliseconds for which the toast about a key is shown, if the member has not entered the key in this tab. */
const GIVEN_SHOWN = 8000

/** Whether this account has just got a key. */
const hasGotKey = (now: Session, before: Session) =>
  now.status === 'signedIn' &&
  before.status === 'signedIn' &&
  now.user.id === before.user.id &&
  now.user.keyVerified &&
  !before.user.keyVerified

/**
 * Closes the dialog as soon as the account has a key. If the key was not entered in this tab, a toast says that the
 * account has one.
 */
function useReceivedKey(): void {
  const cache = useQueryClient()
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (!hasGotKey(now, before)) return
        closeKeyDialog()
        if (cache.isMutating({ mutationKey: REDEEM_KEY }) > 0) return
        showToast('Du hast jetzt einen Schlüssel. Das Archiv ist offen.', { duration: GIVEN_SHOWN })
      }),
    [cache],
  )
}

/** The dialog in which a member enters an access key. The shell mounts it once. */
export function KeyDialog() {
  const isOpen = useKeyDialog((state) => state.isOpen)
  useReceivedKey()
  return (
    <Dialog open={isOpen} onClose={closeKeyDialog} title="Zugangsschlüssel eingeben" width="medium">
      <KeyForm />
    </Dialog>
  )
}
