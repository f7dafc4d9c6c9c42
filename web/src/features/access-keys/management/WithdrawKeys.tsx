import type { KeyBatch, KeyLoss } from '@tonarchiv/contract/key-batches'
import { keysText } from '@tonarchiv/contract/scope-text'
import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useId, useState, type ReactNode } from 'react'
import { textOf } from '#client/api-error.ts'
import { imageUrl } from '#client/media.ts'
import { ScopeShelf } from '#features/access-scope/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { useWithdrawKeys, withdrawalQuery } from './api.ts'
import { keptText, lossOf } from './loss-text.ts'
import styles from './WithdrawKeys.module.css'

/** Number of people that the dialog shows at first. */
const SHOWN = 5

interface WithdrawKeysProps {
  /** Undefined while the dialog is closed. */
  batch: KeyBatch | undefined
  onClose: () => void
}

/** Asks for confirmation before keys are withdrawn. It shows which members would lose access, and to what. */
export function WithdrawKeys({ batch, onClose }: WithdrawKeysProps) {
  // The last batch is kept, so that the text stays complete during the closing animation.
  const [last, setLast] = useState(batch)
  if (batch !== undefined && batch !== last) setLast(batch)
  const shown = batch ?? last
  if (shown === undefined) return null
  return <Question key={shown.id} batch={shown} open={batch !== undefined} onClose={onClose} />
}

interface QuestionProps {
  batch: KeyBatch
  open: boolean
  onClose: () => void
}

function Question({ batch, open, onClose }: QuestionProps) {
  const id = useId()
  const [takesBack, setTakesBack] = useState(true)
  const preview = useQuery({ ...withdrawalQuery(batch.id), enabled: open && batch.uses > 0 })
  const withdraw = useWithdrawKeys()
  const isUsed = batch.uses > 0
  const isLocked = batch.counts.withdrawn === batch.keyCount
  const takes = isUsed && takesBack
  const name = batch.key ?? keysText(batch.keyCount)
  const confirm = () =>
    withdraw.mutate(
      { batch, takesBack: takes },
      {
        onSuccess: ({ people }) => showToast(doneText(batch, people), { duration: ADMIN_TOAST }),
        onError: (failure) =>
          showToast(textOf(failure, 'Zugangsschlüssel konnte nicht zurückgezogen werden'), {
            kind: 'error',
            duration: ADMIN_TOAST,
          }),
        onSettled: onClose,
      },
    )
  return (
    <Dialog
      {...{ open, onClose }}
      role="alertdialog"
      title={`${name} zurückziehen?`}
      width={isUsed ? 'large' : 'narrow'}
      aria-describedby={`${id}-text`}
      className={isUsed ? styles.dialog : undefined}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            kind="danger-solid"
            busy={withdraw.isPending}
            // Access can be taken back only after `preview` has loaded, so that the admin first sees what members lose.
            disabled={(takes && preview.data === undefined) || (isLocked && !takes)}
            onClick={confirm}
          >
            {takes ? 'Zurückziehen und zurücknehmen' : 'Zurückziehen'}
          </Button>
        </>
      }
    >
      {isUsed ? (
        <Used {...{ id, batch, takesBack, isLocked, preview }} onChoose={setTakesBack} />
      ) : (
        <Text as="p" tone="muted" id={`${id}-text`}>
          {batch.keyCount === 1
            ? 'Der Schlüssel wurde noch nicht eingelöst. Danach passt er nirgends mehr.'
            : 'Keiner der Schlüssel wurde eingelöst. Danach passen sie nirgends mehr.'}
        </Text>
      )}
    </Dialog>
  )
}

function doneText({ key, keyCount }: KeyBatch, people: number): string {
  const done = `${key ?? keysText(keyCount)} zurückgezogen`
  if (people === 0) return done
  return `${done}, ${people === 1 ? '1 Person hat' : `${people} Personen haben`} weniger`
}

interface UsedProps {
  id: string
  batch: KeyBatch
  takesBack: boolean
  isLocked: boolean
  preview: {
    data: { people: number; losses: KeyLoss[] } | undefined
    error: Error | null
    refetch: () => unknown
  }
  onChoose: (takesBack: boolean) => void
}

function Used({ id, batch, takesBack, isLocked, preview, onChoose }: UsedProps) {
  const { data, error, refetch } = preview
  const isOne = batch.keyCount === 1
  return (
    <>
      <Text as="p" tone="muted" id={`${id}-text`}>
        {batch.note !== null && `„${batch.note}“. `}
        {isOne ? 'Niemand kann ihn mehr einlösen. ' : 'Niemand kann sie mehr einlösen. '}
        <strong>{batch.uses === 1 ? '1 Person' : `${batch.uses} Personen`}</strong>{' '}
        {batch.uses === 1 ? 'hat' : 'haben'} schon eingelöst.
      </Text>
      <fieldset className={styles.choices}>
        <legend className="sr">Was mit dem gegebenen Zugang geschieht</legend>
        {!isLocked && (
          <Choice title="Nur sperren" isChosen={!takesBack} onChoose={() => onChoose(false)}>
            Wer schon eingelöst hat, behält seinen Zugang.
          </Choice>
        )}
        <Choice
          title={isOne ? 'Auch zurücknehmen, was er gab' : 'Auch zurücknehmen, was sie gaben'}
          isChosen={takesBack}
          onChoose={() => onChoose(true)}
        >
          Gilt sofort: laufende Titel brechen ab, Offline-Kopien gehen beim nächsten Kontakt.
        </Choice>
      </fieldset>
      <h3 className={styles.heading}>Das ändert sich</h3>
      {data === undefined ? (
        error === null ? (
          <Skeleton height="8rem" />
        ) : (
          <LoadFailure onRetry={refetch}>
            {textOf(error, 'Es konnte nicht geladen werden, wer etwas verliert.')}
          </LoadFailure>
        )
      ) : (
        <Losses people={data.people} losses={data.losses} takesBack={takesBack} />
      )}
      <Text as="p" size="sm" tone="muted" className={styles.foot}>
        Lieblingssongs und Playlists bleiben, ihre Zeilen sind dann gesperrt. Im Activity Log steht, wer es
        war.
      </Text>
    </>
  )
}

interface ChoiceProps {
  title: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ title, isChosen, onChoose, children }: ChoiceProps) {
  const id = useId()
  return (
    <label className={classNames(styles.choice, isChosen && styles.chosen)}>
      <input
        type="radio"
        name="withdrawal"
        aria-label={title}
        aria-describedby={id}
        className={styles.input}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className={styles.radio} aria-hidden />
      <span className={styles.stack}>
        <strong>{title}</strong>
        <Text id={id} size="sm" tone="muted">
          {children}
        </Text>
      </span>
    </label>
  )
}

interface LossesProps {
  people: number
  losses: readonly KeyLoss[]
  takesBack: boolean
}

function Losses({ people, losses, takesBack }: LossesProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (!takesBack || people === 0)
    return (
      <Text as="p" tone="muted">
        Niemand hat danach weniger als vorher.
      </Text>
    )
  const shown = showsAll ? losses : losses.slice(0, SHOWN)
  const hidden = losses.length - shown.length
  return (
    <>
      <ul>
        {shown.map((loss) => (
          <Loss key={loss.person.id} loss={loss} />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="link" onClick={() => setShowsAll(true)}>
          {hidden} weitere anzeigen
        </button>
      )}
      {hidden === 0 && people > losses.length && (
        <Text as="p" size="sm" tone="muted">
          und {people - losses.length} weitere Personen
        </Text>
      )}
    </>
  )
}

/** How a shelf shows what a member may play; `part` is for a part of the archive. */
function litBy({ hasAll, albumCount }: KeyLoss['before'], part: 'some' | 'few') {
  if (hasAll) return 'all'
  return albumCount === 0 ? 'none' : part
}

function Loss({ loss }: { loss: KeyLoss }) {
  const { person, before, after } = loss
  const { text, kind } = lossOf(loss)
  const rest = after.albumCount < before.albumCount ? 'few' : 'some'
  return (
    <li className={styles.loss}>
      <Avatar src={person.photoURL === null ? null : imageUrl(person.photoURL)} size={36} />
      <span className={classNames(styles.stack, styles.person)}>
        <strong dir="auto">{person.displayName}</strong>
        <Text size="sm" tone="muted">
          {keptText(loss)}
        </Text>
      </span>
      <span className={styles.change}>
        <ScopeShelf lit={litBy(before, 'some')} />
        <ArrowRight className="icon icon-small" aria-hidden />
        <ScopeShelf lit={litBy(after, rest)} />
      </span>
      <Tag kind={kind}>{text}</Tag>
    </li>
  )
}
