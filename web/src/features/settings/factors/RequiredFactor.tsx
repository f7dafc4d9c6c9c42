import type { Passkey } from '@tonarchiv/contract/factors'
import Check from 'lucide-react/icons/check'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useRef, useState } from 'react'
import { arePasskeysSupported } from '#features/auth/index.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { additionProblem } from './addition-problem.ts'
import { useAddPasskey } from './api.ts'
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx'
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import styles from './RequiredFactor.module.css'

interface RequiredFactorProps {
  username: string
  /** Called when the account has a second factor, and its dialogs are closed. */
  onDone: () => void
}

/** Sets up the second factor without which the operator gives admins no rights. See docs/product.md §5.5. */
export function RequiredFactor({ username, onDone }: RequiredFactorProps) {
  const add = useAddPasskey()
  const [problem, setProblem] = useState<string>()
  const [passkey, setPasskey] = useState<Passkey>()
  const [isNaming, setIsNaming] = useState(false)
  const [setups, setSetups] = useState(0)
  const [codes, setCodes] = useState<readonly string[]>()
  const region = useRef<HTMLDivElement>(null)
  useRestoredFocus(region, () => region.current?.querySelector('button'))
  const withPasskey = arePasskeysSupported()
  const addPasskey = () => {
    setProblem(undefined)
    add.mutate(undefined, {
      onSuccess: (made) => {
        setPasskey(made)
        setIsNaming(true)
      },
      onError: (failure) => setProblem(additionProblem(failure, [])),
    })
  }
  return (
    <div className={styles.offer} ref={region}>
      <Notice icon={<ShieldCheck className="icon" aria-hidden />}>
        <b>Für Admins ist ein zweiter Faktor Pflicht.</b> Richte ihn ein, dann öffnet sich das Admin Panel.
      </Notice>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      <div className={styles.ways}>
        {withPasskey && (
          <Button kind="primary" busy={add.isPending} onClick={addPasskey}>
            Passkey hinzufügen
          </Button>
        )}
        <Button kind={withPasskey ? 'plain' : 'primary'} onClick={() => setSetups(setups + 1)}>
          Authenticator-App
        </Button>
      </div>
      {passkey && (
        <PasskeyNameDialog
          open={isNaming}
          onClose={() => {
            setIsNaming(false)
            onDone()
          }}
          passkey={passkey}
          isNew
        />
      )}
      {setups > 0 && <AuthenticatorSetup key={setups} onDone={setCodes} />}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          username={username}
          onDone={() => {
            setCodes(undefined)
            showToast('Zweiter Faktor eingeschaltet', { icon: Check })
            onDone()
          }}
        />
      )}
    </div>
  )
}
