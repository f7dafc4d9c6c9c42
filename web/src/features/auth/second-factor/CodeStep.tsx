import { loginWithCode, wrongCode } from '@tonarchiv/contract/factors'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { ApiError, textOf, UNREACHABLE } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Checkbox } from '#ui/components/controls/Checkbox.tsx'
import { CodeField } from '#ui/components/fields/CodeField.tsx'
import signs from '../frame/Sign.module.css'
import { signIn } from '../session/session.ts'
import { OtherWays, type StepProps } from './OtherWays.tsx'
import styles from './SecondFactor.module.css'
import { TooManyCodes } from './TooManyCodes.tsx'

/** The error that is shown after a code was rejected. */
type Fault =
  | { kind: 'wrong' | 'failed'; text: string }
  | { kind: 'waiting'; seconds: number }
  | { kind: 'offline' }

interface CodeStepProps extends StepProps {
  username: string | undefined
  isOver: boolean
}

/** Asks for the code of the authenticator app. The code is sent as soon as its sixth digit was entered. */
export function CodeStep({ halfSession, username, methods, isOver, onOver, onStep }: CodeStepProps) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [trusts, setTrusts] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const isWaiting = fault?.kind === 'waiting'
  // The field is disabled while a code is checked, and gets the focus again after that.
  useEffect(() => {
    if (!busy && !isWaiting) field.current?.focus()
  }, [busy, isWaiting])

  const send = async (digits: string) => {
    setBusy(true)
    setFault(undefined)
    try {
      signIn(await call(loginWithCode, { body: { halfSession, code: digits, trustDevice: trusts } }))
    } catch (failure) {
      const found = faultIn(failure)
      if (!onOver(failure)) setFault(found)
      // Without a connection the code was not used up, so it stays in the field.
      if (found.kind !== 'offline') setCode('')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && code.length === 6) void send(code)
  }
  return (
    <>
      <h1>Code eingeben</h1>
      <p className={signs.lead}>
        Öffne deine Authenticator-App. Der sechsstellige Code{' '}
        {username !== undefined && (
          <>
            für <strong>{username}</strong>{' '}
          </>
        )}
        gilt 30 Sekunden.
      </p>
      <form className={styles.form} aria-label="Zweiter Faktor" onSubmit={submit} noValidate>
        {fault?.kind === 'waiting' && (
          <TooManyCodes seconds={fault.seconds} onOver={() => setFault(undefined)} />
        )}
        {fault?.kind === 'offline' && (
          <Notice kind="danger">Keine Verbindung zum Server. Der Code wurde nicht verbraucht.</Notice>
        )}
        {fault?.kind === 'failed' && <Notice kind="danger">{fault.text}</Notice>}
        <CodeField
          ref={field}
          label="Code aus der App"
          hint="Nach der sechsten Ziffer geht es von selbst weiter."
          error={fault?.kind === 'wrong' ? fault.text : undefined}
          disabled={busy || isWaiting || isOver}
          value={code}
          onChange={setCode}
          onComplete={(digits) => void send(digits)}
        />
        <Checkbox checked={trusts} onChange={({ currentTarget }) => setTrusts(currentTarget.checked)}>
          Diesem Gerät 30 Tage vertrauen
        </Checkbox>
        <Button
          type="submit"
          kind="primary"
          block
          busy={busy}
          disabled={code.length < 6 || isWaiting || isOver}
        >
          {busy ? 'Wird geprüft...' : fault?.kind === 'offline' ? 'Erneut versuchen' : 'Bestätigen'}
        </Button>
      </form>
      <OtherWays current="code" {...{ methods, onStep }} />
    </>
  )
}

function faultIn(failure: unknown): Fault {
  if (!(failure instanceof ApiError))
    return { kind: 'failed', text: textOf(failure, 'Anmeldung fehlgeschlagen') }
  if (failure.code === UNREACHABLE) return { kind: 'offline' }
  if (failure.status === 429) return { kind: 'waiting', seconds: failure.retryAfterSeconds ?? 60 }
  return { kind: failure.is(wrongCode) ? 'wrong' : 'failed', text: failure.text }
}
