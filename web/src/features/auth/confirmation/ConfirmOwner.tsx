import { confirm, readFactors, startConfirmation } from '@tonarchiv/contract/factors'
import type { BodyOf, RouteShape } from '@tonarchiv/contract/route'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRoundKey from 'lucide-react/icons/user-round-key'
import { useEffect, useRef, useState, type Ref, type SubmitEvent } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { CodeField } from '#ui/components/fields/CodeField.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { PasswordField } from '#ui/components/fields/PasswordField.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { Problem } from '../form/Problem.tsx'
import { readPasskey } from '../passkeys/browser-passkeys.ts'
import { arePasskeysSupported } from '../passkeys/passkey-support.ts'
import { withHyphen } from '../second-factor/recovery-code.ts'
import { type Refused, refusedBy } from '../session/refused.ts'
import styles from './ConfirmOwner.module.css'
import { purposeOf } from './purpose.ts'

const FAILED = 'Die Bestätigung ist fehlgeschlagen'
const CANCELLED = 'Passkey nicht bestätigt. Du hast abgebrochen, oder es hat zu lange gedauert.'

interface ConfirmOwnerProps {
  open: boolean
  /** The call that needs the confirmation. */
  route: RouteShape
  onConfirmed: () => void
  onCancel: () => void
}

type Way = 'password' | 'code' | 'recoveryCode'

/** The dialog in which the member confirms to own the account, with password, passkey or a code. */
export function ConfirmOwner({ open, route, onConfirmed, onCancel }: ConfirmOwnerProps) {
  const [way, setWay] = useState<Way>('password')
  const { hasPasskey, hasApp } = useOwnFactors()
  const { send, error, problem, busy, clear } = useProof(onConfirmed)
  const passkeyButton = useRef<HTMLButtonElement>(null)
  const password = useRef<HTMLInputElement>(null)
  // The passkey gets the focus when it is known that there is one, unless something was typed before.
  useEffect(() => {
    if (hasPasskey && password.current?.value === '') passkeyButton.current?.focus()
  }, [hasPasskey])
  const change = (to: Way) => {
    clear()
    setWay(to)
  }
  return (
    <Dialog open={open} onClose={onCancel} title="Bestätige, dass du es bist" width="narrow">
      <p className={styles.purpose}>
        <ShieldCheck className="icon" aria-hidden />
        <span>
          Du willst <b>{purposeOf(route)}</b>.
        </span>
      </p>
      <div className={styles.ways}>
        <Problem problem={problem} />
        {hasPasskey && (
          <>
            <Button
              ref={passkeyButton}
              kind="primary"
              block
              busy={busy === 'passkey'}
              onClick={() => void send('passkey', proofByPasskey)}
            >
              <UserRoundKey className="icon icon-small" aria-hidden />
              Mit Passkey bestätigen
            </Button>
            <p className={styles.or}>
              <span>oder</span>
            </p>
          </>
        )}
        {way === 'password' && (
          <ByPassword
            ref={password}
            isPrimary={!hasPasskey}
            error={error}
            busy={busy === 'password'}
            onType={clear}
            onSend={(typed) => void send('password', async () => ({ password: typed }))}
          />
        )}
        {way === 'code' && (
          <ByCode
            error={error}
            busy={busy === 'code'}
            onSend={(code) => void send('code', async () => ({ code }))}
          />
        )}
        {way === 'recoveryCode' && (
          <ByRecoveryCode
            error={error}
            busy={busy === 'recoveryCode'}
            onType={clear}
            onSend={(recoveryCode) => void send('recoveryCode', async () => ({ recoveryCode }))}
          />
        )}
        {hasApp && <OtherProofs current={way} onChange={change} />}
        {busy === 'passkey' && <Notice>Bestätige den Passkey auf deinem Gerät.</Notice>}
      </div>
    </Dialog>
  )
}

const LABELS = { password: 'Passwort', code: 'Code aus der App', recoveryCode: 'Wiederherstellungscode' }
const WAYS = ['password', 'code', 'recoveryCode'] as const

function OtherProofs({ current, onChange }: { current: Way; onChange: (way: Way) => void }) {
  return (
    <p className={styles.others}>
      {WAYS.filter((way) => way !== current).map((way) => (
        <button key={way} type="button" className="link" onClick={() => onChange(way)}>
          {LABELS[way]}
        </button>
      ))}
    </p>
  )
}

interface ProofProps {
  error: string | undefined
  busy: boolean
  onType?: () => void
  onSend: (typed: string) => void
}

function ByPassword({
  ref,
  isPrimary,
  error,
  busy,
  onType,
  onSend,
}: ProofProps & { ref: Ref<HTMLInputElement>; isPrimary: boolean }) {
  const [typed, setTyped] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && typed !== '') onSend(typed)
  }
  return (
    <form className={styles.proof} onSubmit={submit} noValidate>
      <PasswordField
        ref={ref}
        label="Passwort"
        autoComplete="current-password"
        data-autofocus
        error={error}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          onType?.()
        }}
      />
      <Button type="submit" block kind={isPrimary ? 'primary' : 'plain'} busy={busy} disabled={typed === ''}>
        Mit Passwort bestätigen
      </Button>
    </form>
  )
}

function ByCode({ error, busy, onSend }: ProofProps) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [shown, setShown] = useState(error)
  if (error !== shown) {
    setShown(error)
    if (error !== undefined) setCode('')
  }
  useEffect(() => {
    if (!busy) field.current?.focus()
  }, [busy])
  return (
    <CodeField
      ref={field}
      label="Code aus der App"
      hint="Nach der sechsten Ziffer geht es von selbst weiter."
      error={error}
      disabled={busy}
      value={code}
      onChange={setCode}
      onComplete={onSend}
    />
  )
}

function ByRecoveryCode({ error, busy, onType, onSend }: ProofProps) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  useEffect(() => field.current?.focus(), [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && code !== '') onSend(code)
  }
  return (
    <form className={styles.proof} onSubmit={submit} noValidate>
      <TextField
        ref={field}
        className={styles.recovery}
        label="Code von deinem Zettel"
        hint="Zwei mal vier Zeichen. Jeder Code gilt ein einziges Mal."
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={({ currentTarget: { value } }) => {
          setCode(withHyphen(value))
          onType?.()
        }}
      />
      <Button type="submit" block busy={busy} disabled={code === ''}>
        Mit Wiederherstellungscode bestätigen
      </Button>
    </form>
  )
}

type Proof = BodyOf<typeof confirm>

async function proofByPasskey(): Promise<Proof> {
  const { attempt, options } = await call(startConfirmation)
  return { attempt, response: await readPasskey(options) }
}

/** Sends a proof, and shows why it was rejected. */
function useProof(onConfirmed: () => void) {
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<Refused>()
  const [busy, setBusy] = useState<Way | 'passkey'>()
  const clear = () => {
    setError(undefined)
    setProblem(undefined)
  }
  const send = async (way: Way | 'passkey', prove: () => Promise<Proof>) => {
    setBusy(way)
    clear()
    try {
      await call(confirm, { body: await prove() })
      onConfirmed()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403 && way !== 'passkey') setError(failure.text)
      else {
        const text = failure instanceof DOMException ? CANCELLED : textOf(failure, FAILED)
        setProblem(refusedBy(failure, text, () => setProblem(undefined)))
      }
    } finally {
      setBusy(undefined)
    }
  }
  return { send, error, problem, busy, clear }
}

/** What the account can confirm with. While it is not known, or cannot be loaded, only the password is offered. */
function useOwnFactors(): { hasPasskey: boolean; hasApp: boolean } {
  const [factors, setFactors] = useState({ hasPasskey: false, hasApp: false })
  useEffect(() => {
    const control = new AbortController()
    call(readFactors, undefined, { signal: control.signal }).then(
      ({ passkeys, authenticatorSince }) =>
        setFactors({
          hasPasskey: passkeys.length > 0 && arePasskeysSupported(),
          hasApp: authenticatorSince !== null,
        }),
      () => undefined,
    )
    return () => control.abort()
  }, [])
  return factors
}
