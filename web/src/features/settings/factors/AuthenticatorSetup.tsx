import { startAuthenticator, wrongCode } from '@tonarchiv/contract/factors'
import { useId, useRef, useState, useEffect, type SubmitEvent } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { CopyButton } from '#ui/components/controls/CopyButton.tsx'
import { QrCode } from '#ui/components/content/QrCode.tsx'
import { Problem, type Refused, refusedBy } from '#features/auth/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { CodeField } from '#ui/components/fields/CodeField.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { showToast } from '#ui/dom/toast.ts'
import { useConfirmAuthenticator } from './api.ts'
import styles from './AuthenticatorSetup.module.css'

const START_FAILED = 'Die Authenticator-App konnte nicht eingerichtet werden'

interface AuthenticatorSetupProps {
  /** Called with the recovery codes once the app is switched on. */
  onDone: (recoveryCodes: readonly string[]) => void
}

interface Secret {
  secret: string
  /** Opens an authenticator app with the secret. */
  address: string
}

/** Gets a secret from the server, and then shows the dialog. The component must be mounted anew for each setup. */
export function AuthenticatorSetup({ onDone }: AuthenticatorSetupProps) {
  const [secret, setSecret] = useState<Secret>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    let isCurrent = true
    call(startAuthenticator).then(
      (made) => {
        if (!isCurrent) return
        setSecret(made)
        setIsOpen(true)
      },
      (failure: unknown) => {
        if (isCurrent) showToast(textOf(failure, START_FAILED), { kind: 'error' })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [])
  if (secret === undefined) return null
  return (
    <SetupDialog
      open={isOpen}
      onClose={() => setIsOpen(false)}
      secret={secret}
      onDone={(codes) => {
        setIsOpen(false)
        onDone(codes)
      }}
    />
  )
}

interface SetupDialogProps extends AuthenticatorSetupProps {
  open: boolean
  onClose: () => void
  secret: Secret
}

function SetupDialog({ open, onClose, secret, onDone }: SetupDialogProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const confirm = useConfirmAuthenticator()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<Refused>()
  // While a code is checked, the field is disabled and loses the focus. After an error, it is focused again.
  useEffect(() => {
    if (error !== undefined) field.current?.focus()
  }, [error])
  const send = (digits: string) => {
    if (confirm.isPending) return
    setError(undefined)
    setProblem(undefined)
    confirm.mutate(digits, {
      onSuccess: (codes) => {
        confirm.reset()
        onDone(codes)
      },
      onError: (failure) => {
        if (failure instanceof ApiError && failure.is(wrongCode)) {
          setCode('')
          setError(failure.text)
        } else setProblem(refusedBy(failure, textOf(failure, START_FAILED), () => setProblem(undefined)))
      },
    })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code.length === 6) send(code)
  }
  return (
    <Dialog
      {...{ open, onClose }}
      title="Authenticator-App einrichten"
      width="large"
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            busy={confirm.isPending}
            disabled={code.length < 6 || problem?.waitSeconds !== undefined}
          >
            Einschalten
          </Button>
        </>
      }
    >
      <ol className={styles.steps}>
        <li className={styles.step}>
          <Connection secret={secret} />
        </li>
        <li className={classNames(styles.step, styles.last)}>
          <form id={form} className={styles.form} onSubmit={submit} noValidate>
            <h3>Code aus der App eingeben</h3>
            <Problem problem={problem} />
            <CodeField
              ref={field}
              label="Code aus der App"
              hint="Erst wenn er stimmt, ist der zweite Faktor eingeschaltet."
              error={error}
              disabled={confirm.isPending}
              data-autofocus
              value={code}
              onChange={setCode}
              onComplete={() => undefined}
            />
          </form>
        </li>
      </ol>
    </Dialog>
  )
}

/** The QR code with the secret; on phones a link that opens the app. */
function Connection({ secret: { secret, address } }: { secret: Secret }) {
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return (
    <>
      <div className={styles.tile}>
        <QrCode label="QR-Code für die Authenticator-App" text={address} className={styles.qr} />
      </div>
      <div className={styles.text}>
        <h3>
          <span className={styles.wide}>Code scannen</span>
          <span className={styles.small}>App verbinden</span>
        </h3>
        <Text as="p" size="md" tone="muted" className={styles.wide}>
          Mit einer Authenticator-App auf deinem Telefon. Jede geht.
        </Text>
        <Text as="p" size="md" tone="muted" className={styles.small}>
          Du bist auf dem Telefon: Die App lässt sich direkt öffnen.
        </Text>
        <a className={classNames(buttonClass({ kind: 'tint' }), styles.small)} href={address}>
          In Authenticator-App öffnen
        </a>
        <details className={styles.details}>
          <summary>Ich kann nicht scannen</summary>
          <Text as="p" size="sm" tone="muted">
            Trage diesen Schlüssel in der App ein, Art „zeitbasiert“:
          </Text>
          <p className={styles.secret}>
            <code>{groups}</code>
            <CopyButton name="Schlüssel" text={secret} />
          </p>
        </details>
      </div>
    </>
  )
}
