import { type FactorMethod, loginTookTooLong, readSecondFactor } from '@tonarchiv/contract/factors'
import { useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { usePageTitle } from '#page-title.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { CodeStep } from './CodeStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { RecoveryStep } from './RecoveryStep.tsx'
import styles from './SecondFactor.module.css'

interface SecondFactorProps {
  halfSession: string
  /** Goes back to the login form. */
  onBack: () => void
}

interface Needed {
  username: string | undefined
  methods: readonly FactorMethod[]
}

/** Used until the server has sent the methods of this account. */
const USUAL: Needed = { username: undefined, methods: ['code', 'recovery'] }

/** The screen that follows the password if the account has a second factor. See docs/product.md §5.5. */
export function SecondFactor({ halfSession, onBack }: SecondFactorProps) {
  usePageTitle('Zweiter Faktor')
  const [needed, setNeeded] = useState(USUAL)
  const [step, setStep] = useState<FactorMethod>('code')
  const [isOver, setIsOver] = useState(false)
  const end = (failure: unknown) => {
    if (!(failure instanceof ApiError) || !failure.is(loginTookTooLong)) return false
    setIsOver(true)
    return true
  }
  useEffect(() => {
    const control = new AbortController()
    call(readSecondFactor, { body: { halfSession } }, { signal: control.signal }).then(
      (found) => {
        setNeeded(found)
        const [first] = found.methods
        if (first !== undefined) setStep((now) => (found.methods.includes(now) ? now : first))
      },
      // Without an answer, the methods in `USUAL` stay. If the account lacks one of them, its use shows an error.
      (failure: unknown) => {
        if (failure instanceof ApiError && failure.is(loginTookTooLong)) setIsOver(true)
      },
    )
    return () => control.abort()
  }, [halfSession])
  const shared = { halfSession, methods: needed.methods, onOver: end, onStep: setStep }
  return (
    <div className={styles.second}>
      {isOver && <Notice kind="danger">{loginTookTooLong.text}</Notice>}
      {step === 'code' && <CodeStep {...shared} username={needed.username} isOver={isOver} />}
      {step === 'recovery' && <RecoveryStep {...shared} />}
      {step === 'passkey' && <PasskeyStep {...shared} username={needed.username} />}
      <p>
        <button type="button" className="link" onClick={onBack}>
          Mit anderem Account anmelden
        </button>
      </p>
    </div>
  )
}
