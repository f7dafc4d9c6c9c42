import { loginWithRecoveryCode, RECOVERY_CODES, wrongRecoveryCode } from '@tonarchiv/contract/factors'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { ApiError, textOf, UNREACHABLE } from '#client/api-error.ts'
import { setStored } from '#client/browser-storage.ts'
import { call } from '#client/call.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Problem } from '../form/Problem.tsx'
import { takeFocus } from '../form/take-focus.ts'
import signs from '../frame/Sign.module.css'
import { goTo } from '../session/path.ts'
import { type Refused, refusedBy } from '../session/refused.ts'
import { signIn } from '../session/session.ts'
import { OtherWays, type StepProps } from './OtherWays.tsx'
import { withHyphen } from './recovery-code.ts'
import styles from './SecondFactor.module.css'

const OFFLINE = 'Keine Verbindung zum Server. Der Code wurde nicht verbraucht.'
const LENGTH = 9

type Entered = ResponseOf<typeof loginWithRecoveryCode>

/** Asks for a recovery code. After the login with it, shows how many codes are left. */
export function RecoveryStep({ halfSession, methods, onOver, onStep }: StepProps) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const [entered, setEntered] = useState<Entered>()
  useEffect(() => field.current?.focus(), [])

  const send = async () => {
    setBusy(true)
    setError(undefined)
    setProblem(undefined)
    try {
      const answer = await call(loginWithRecoveryCode, { body: { halfSession, code } })
      // The code is used up now, so the session is stored at once: a reload of the page must not lose the login.
      setStored('authToken', answer.token)
      setEntered(answer)
    } catch (failure) {
      setBusy(false)
      if (onOver(failure)) return
      if (failure instanceof ApiError && failure.is(wrongRecoveryCode)) {
        setError(failure.text)
        field.current?.focus()
      } else setProblem(refusedBy(failure, textOfFailure(failure), () => setProblem(undefined)))
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && code.length === LENGTH) void send()
  }
  if (entered !== undefined) return <CodesLeft entered={entered} />
  return (
    <>
      <h1>Wiederherstellungscode eingeben</h1>
      <form className={styles.form} aria-label="Wiederherstellungscode" onSubmit={submit} noValidate>
        <Problem problem={problem} />
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
          onChange={({ currentTarget }) => {
            setCode(withHyphen(currentTarget.value))
            setError(undefined)
          }}
        />
        <Button
          type="submit"
          kind="primary"
          block
          busy={busy}
          disabled={code.length < LENGTH || problem?.waitSeconds !== undefined}
        >
          Anmelden
        </Button>
      </form>
      <OtherWays current="recovery" {...{ methods, onStep }} />
    </>
  )
}

/** Says how many recovery codes are left, before the archive opens. */
function CodesLeft({ entered }: { entered: Entered }) {
  const { recoveryCodesLeft: left } = entered
  const toSettings = () => {
    goTo('/settings?tab=security', { replace: true })
    signIn(entered)
  }
  return (
    <>
      <h1 className={signs.arrived} tabIndex={-1} ref={takeFocus}>
        Angemeldet
      </h1>
      {left === 0 ? (
        <Notice kind="warning">
          Das war dein letzter Wiederherstellungscode. Erstelle jetzt neue, sonst hilft beim nächsten Mal nur
          ein Admin.
        </Notice>
      ) : (
        <Notice kind="success">
          Du bist drin. Von deinen {RECOVERY_CODES} Codes {left === 1 ? 'ist' : 'sind'} noch <b>{left}</b>{' '}
          übrig.
        </Notice>
      )}
      {left > 0 && <p>Telefon verloren? Dann entferne die alte App und richte eine neue ein.</p>}
      <div className={styles.buttons}>
        <Button kind="primary" onClick={toSettings}>
          {left === 0 ? 'Neue Codes erstellen' : 'Zweiten Faktor neu einrichten'}
        </Button>
        <Button kind="ghost" onClick={() => signIn(entered)}>
          Später
        </Button>
      </div>
    </>
  )
}

function textOfFailure(failure: unknown): string {
  const isOffline = failure instanceof ApiError && failure.code === UNREACHABLE
  return isOffline ? OFFLINE : textOf(failure, 'Anmeldung fehlgeschlagen')
}
