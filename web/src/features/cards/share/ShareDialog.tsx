import { MESSAGE_MAX_LENGTH, messageText } from '@tonarchiv/contract/chat'
import type { Card } from '@tonarchiv/contract/cards'
import { lengthOf } from '@tonarchiv/contract/text'
import { useMutation } from '@tanstack/react-query'
import LinkIcon from 'lucide-react/icons/link'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { imageUrl } from '#client/media.ts'
import {
  closeShare,
  messagePath,
  trackLinkPath,
  useShare,
  type ShareTarget,
  type ShareTargets,
  type ShareSubject,
} from '#features/moments/index.ts'
import { copyUrl } from '#features/player/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { MomentMaker } from './MomentMaker.tsx'
import { sendCard } from './send-card.ts'
import styles from './ShareDialog.module.css'

const FAILED = 'Teilen hat nicht geklappt.'

interface ShareDialogProps {
  /** The component that chooses a friend or the room; without it everything is shared to the room. */
  targets?: ShareTargets
}

/**
 * Shares something of the archive with a sentence, in the chat or with a friend. The second of a moment can be changed.
 */
export function ShareDialog({ targets }: ShareDialogProps) {
  const subject = useShare((state) => state.subject)
  const [shown, setShown] = useState(subject)
  // While the dialog closes, its content stays rendered.
  if (subject && subject !== shown) setShown(subject)
  return (
    <Dialog
      open={subject !== undefined}
      onClose={closeShare}
      title={shown?.card.kind === 'moment' ? 'Moment teilen' : 'Im Chat teilen'}
      width="medium"
      className={styles.dialog}
    >
      {shown && <Share subject={shown} targets={targets} />}
    </Dialog>
  )
}

function Share({ subject, targets }: { subject: ShareSubject } & ShareDialogProps) {
  const { title, below, cover, durationSeconds, path } = subject
  const id = useId()
  const navigate = useNavigate()
  const [card, setCard] = useState<Card>(subject.card)
  const [sentence, setSentence] = useState('')
  const [target, setTarget] = useState<ShareTarget>()
  const openId = useShare(({ conversationId }) => conversationId)
  const { second } = card
  const isMoment = second !== undefined && durationSeconds !== undefined
  const isTooLong = lengthOf(messageText(sentence)) > MESSAGE_MAX_LENGTH
  const { mutate, isPending, error } = useMutation({
    mutationFn: sendCard,
    onSuccess: ({ id: messageId, conversationId }) => {
      closeShare()
      const show = () => void navigate(messagePath(messageId, conversationId))
      showToast(isMoment ? 'Moment geteilt' : conversationId === undefined ? 'Im Chat geteilt' : 'Geteilt', {
        action: { label: 'Zeigen', onPress: show },
      })
    },
  })
  const link = isMoment ? trackLinkPath(card.id, second) : path
  return (
    <form
      className={styles.share}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooLong && !isPending) mutate({ card, message: sentence, target, openId })
      }}
    >
      <div className={styles.subject}>
        <Cover src={cover && imageUrl(cover)} size={44} fixed />
        <div>
          <Text as="p" weight="semibold" truncate dir="auto">
            {title}
          </Text>
          <Text as="p" size="sm" tone="muted" truncate dir="auto">
            {below}
          </Text>
        </div>
      </div>
      {isMoment && (
        <MomentMaker
          trackId={card.id}
          durationSeconds={durationSeconds}
          second={second}
          onChange={(changed) => setCard({ ...card, second: changed })}
        />
      )}
      <TextField
        id={id}
        label="Ein Satz dazu (freiwillig)"
        value={sentence}
        maxLength={4 * MESSAGE_MAX_LENGTH}
        autoComplete="off"
        dir="auto"
        data-autofocus
        error={isTooLong ? `Höchstens ${MESSAGE_MAX_LENGTH} Zeichen` : undefined}
        onChange={({ currentTarget }) => setSentence(currentTarget.value)}
      />
      {openId === undefined && targets?.({ target, onChange: setTarget })}
      {error && (
        <div role="alert">
          <FieldError>{textOf(error, FAILED)}</FieldError>
        </div>
      )}
      <div className={styles.foot}>
        <Button kind="ghost" onClick={() => void copyUrl(`${location.origin}${link}`)}>
          <LinkIcon className="icon icon-small" aria-hidden />
          Link kopieren
        </Button>
        <Button kind="primary" type="submit" busy={isPending}>
          {isMoment ? 'Moment teilen' : 'Teilen'}
        </Button>
      </div>
    </form>
  )
}
