import BellRing from 'lucide-react/icons/bell-ring'
import { useId } from 'react'
import { textOf } from '#client/api-error.ts'
import { setStored } from '#client/signed-in-storage.ts'
import { siteTitle } from '#site.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Logo } from '#ui/components/images/Logo.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useSwitchOn } from './api.ts'
import styles from './PushQuestion.module.css'
import { CannotSubscribe } from './subscription.ts'

const CANNOT_SUBSCRIBE =
  'Dein Browser erreicht seinen Mitteilungsdienst gerade nicht. Prüfe die Verbindung und versuche es noch einmal.'
const FAILED = 'Push konnte nicht eingeschaltet werden'

/** The settings that the dialog displays. */
export interface PushChoices {
  userId: string
  /** The German names of the topics for which push messages are chosen. */
  topics: readonly string[]
  /** The quiet hours; undefined while they are off. */
  quiet: { from: string; until: string } | undefined
}

interface PushQuestionProps {
  choices: PushChoices
  open: boolean
  onClose: () => void
}

/** A dialog before the browser's permission prompt, because a browser shows that prompt only once. */
export function PushQuestion({ choices, open, onClose }: PushQuestionProps) {
  const about = useId()
  const switchOn = useSwitchOn(choices.userId)
  const close = () => {
    switchOn.reset()
    onClose()
  }
  const decline = () => {
    setStored('pushDeclinedBy', choices.userId)
    close()
  }
  const allow = () =>
    switchOn.mutate(undefined, {
      onSuccess: (isOn) => {
        close()
        if (isOn) showToast('Push ist auf diesem Gerät eingeschaltet')
      },
    })
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Soll sich das Archiv hier melden?"
      width="medium"
      aria-describedby={about}
      footer={
        <>
          <Button kind="ghost" onClick={decline}>
            Nicht jetzt
          </Button>
          <Button kind="primary" busy={switchOn.isPending} onClick={allow} data-autofocus>
            <BellRing className="icon icon-small" aria-hidden />
            Erlauben
          </Button>
        </>
      }
    >
      <Sample />
      <p id={about} className={styles.about}>
        {choices.topics.length === 0 ? (
          'Noch ist bei keinem Anlass Push angekreuzt.'
        ) : (
          <>
            Nur wofür du Push angekreuzt hast: <b>{choices.topics.join(', ')}</b>.
          </>
        )}
        {choices.quiet && ` Nie zwischen ${choices.quiet.from} und ${choices.quiet.until}.`}
      </p>
      <Text as="p" size="sm" tone="faint" className={styles.note}>
        Als Nächstes fragt dein Browser. Abschalten geht jederzeit hier.
      </Text>
      {switchOn.isError && (
        <Notice kind="danger" className={styles.problem}>
          {switchOn.error instanceof CannotSubscribe ? CANNOT_SUBSCRIBE : textOf(switchOn.error, FAILED)}
        </Notice>
      )}
    </Dialog>
  )
}

/** A picture of what a push message looks like. */
function Sample() {
  return (
    <div className={styles.sample} aria-hidden>
      <span className={styles.logo}>
        <Logo />
      </span>
      <span className={styles.text}>
        <span className={styles.head}>
          <b>{siteTitle}</b>
          <Text size="sm" tone="faint">
            jetzt
          </Text>
        </span>
        <Text size="md" weight="semibold">
          Okan S. hat dich erwähnt
        </Text>
        <Text size="md" tone="muted" truncate>
          „@jonas_w das ist doch die Bridge aus der Kassettenfassung...“
        </Text>
      </span>
      <Avatar src={null} size={40} />
    </div>
  )
}
