import { type Factors, RECOVERY_CODES } from '@tonarchiv/contract/factors'
import Check from 'lucide-react/icons/check'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useRef, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { formatDate } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { SettingsCard } from '../form/SettingsCard.tsx'
import cards from '../form/SettingsCard.module.css'
import { useRemoveAuthenticator, useRenewRecoveryCodes } from './api.ts'
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import styles from './SecondFactorCard.module.css'

const FAILED = 'Das hat nicht geklappt, bitte versuche es noch einmal'
const REQUIRED =
  'Der Betreiber verlangt von Admins einen zweiten Faktor. Abschalten geht erst, wenn ein Passkey da ist.'
const ASKED = 'Nach dem Passwort fragt das Archiv zusätzlich nach einem Code. Mit Passkey nie.'
const UNPROTECTED = 'Wer dein Passwort kennt, kommt hinein. Ein Code aus einer App verhindert das.'
const RENEWED = 'Neue Codes erstellt, die alten gelten nicht mehr'

interface SecondFactorCardProps {
  factors: Factors
  username: string
}

/** The authenticator app of the account: sets it up, exchanges it and switches it off. See docs/product.md §5.5. */
export function SecondFactorCard({ factors, username }: SecondFactorCardProps) {
  const { authenticatorSince, recoveryCodesLeft, trustedDevices, passkeys, isRequired } = factors
  const remove = useRemoveAuthenticator()
  const renew = useRenewRecoveryCodes()
  const [setups, setSetups] = useState(0)
  const [isAsking, setIsAsking] = useState(false)
  const [codes, setCodes] = useState<{ list: readonly string[]; done: string }>()
  const card = useRef<HTMLDivElement>(null)
  useRestoredFocus(card, () => card.current?.querySelector('button:enabled'))
  const isOn = authenticatorSince !== null
  const isLast = isRequired && passkeys.length === 0
  const failed = (failure: Error) => showToast(textOf(failure, FAILED), { kind: 'error' })
  const setUp = () => setSetups(setups + 1)
  return (
    <div ref={card}>
      <SettingsCard
        title="Zweiter Faktor"
        hint={isLast ? REQUIRED : isOn ? ASKED : UNPROTECTED}
        aside={<State isOn={isOn} isLast={isLast} />}
      >
        {isOn && (
          <AppDetails since={authenticatorSince} left={recoveryCodesLeft} devices={trustedDevices.length} />
        )}
        <div className={cards.foot}>
          {isOn ? (
            <>
              <Button
                busy={renew.isPending}
                onClick={() =>
                  renew.mutate(undefined, {
                    onSuccess: (list) => setCodes({ list, done: RENEWED }),
                    onError: failed,
                  })
                }
              >
                <RefreshCw className="icon icon-small" aria-hidden />
                Neue Codes erstellen
              </Button>
              <Button onClick={setUp}>App wechseln</Button>
              <Button kind="danger" disabled={isLast} onClick={() => setIsAsking(true)}>
                Abschalten
              </Button>
            </>
          ) : (
            <Button kind="inverse" onClick={setUp}>
              Authenticator-App einrichten
            </Button>
          )}
        </div>
      </SettingsCard>
      {setups > 0 && (
        <AuthenticatorSetup
          key={setups}
          onDone={(list) =>
            setCodes({ list, done: isOn ? 'Authenticator-App gewechselt' : 'Zweiter Faktor eingeschaltet' })
          }
        />
      )}
      <ConfirmDialog
        open={isAsking}
        title="Zweiten Faktor abschalten?"
        confirm="Abschalten"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => showToast('Zweiter Faktor abgeschaltet', { icon: Check }),
            onError: failed,
            onSettled: () => setIsAsking(false),
          })
        }
        onCancel={() => setIsAsking(false)}
      >
        Dann schützt nur noch dein Passwort dieses Konto. Wiederherstellungscodes und vertraute Geräte gehen
        mit.
      </ConfirmDialog>
      {codes && (
        <RecoveryCodesDialog
          codes={codes.list}
          username={username}
          onDone={() => {
            setCodes(undefined)
            showToast(codes.done, { icon: Check })
          }}
        />
      )}
    </div>
  )
}

function State({ isOn, isLast }: { isOn: boolean; isLast: boolean }) {
  if (isLast) return <Tag kind="accent">Pflicht</Tag>
  return isOn ? <Tag kind="success">Aktiv</Tag> : <Tag>Aus</Tag>
}

function AppDetails({ since, left, devices }: { since: string; left: number; devices: number }) {
  return (
    <div className={styles.details}>
      <DetailList>
        <Detail name="Authenticator-App">seit {formatDate(since)}</Detail>
        <Detail name="Wiederherstellungscodes">
          <CodesLeft left={left} />
          {left} von {RECOVERY_CODES} übrig
        </Detail>
        <Detail name="Vertraute Geräte">{devices}</Detail>
      </DetailList>
      {left === 0 && (
        <Text as="p" size="sm" tone="muted" className={styles.none}>
          Du hast keinen Wiederherstellungscode mehr. Erstelle neue, sonst hilft dir nur ein Admin.
        </Text>
      )}
    </div>
  )
}

function CodesLeft({ left }: { left: number }) {
  return (
    <span className={styles.strokes} aria-hidden>
      {Array.from({ length: RECOVERY_CODES }, (_, index) => (
        <i key={index} className={index < left ? styles.unused : undefined} />
      ))}
    </span>
  )
}
