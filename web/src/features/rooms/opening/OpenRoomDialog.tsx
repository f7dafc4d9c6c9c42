import { ROOM_NAME_MAX, type ChosenMode } from '@tonarchiv/contract/rooms'
import { lengthOf } from '@tonarchiv/contract/text'
import { useMutation } from '@tanstack/react-query'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Headphones from 'lucide-react/icons/headphones'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { imageUrl } from '#client/media.ts'
import { useUser } from '#features/auth/index.ts'
import { useCoverTone } from '#features/catalog/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { toneStyle } from '#ui/dom/image-tone.ts'
import { openListeningRoom } from '../tab/actions.ts'
import { InviteChoice } from '../inviting/InviteChoice.tsx'
import { inviteAll } from '../inviting/use-invitation.ts'
import { InviteSwitch } from '../parts/InviteSwitch.tsx'
import { ModeChoice } from '../parts/ModeChoice.tsx'
import { kindOf } from '../parts/added.ts'
import { callNameOf, OPEN_TEXTS } from '../parts/wording.ts'
import { closeOpenRoom, useOpenRoomDialog, type RoomSubject } from './open-room.ts'
import styles from './OpenRoomDialog.module.css'

/** CSS pixels. */
const COVER = 72

interface NewRoom {
  name: string
  mode: ChosenMode
  isInviteOnly: boolean
  /** The ids of the friends who are invited. */
  invited: readonly string[]
  subject: RoomSubject
}

/** „Hörraum öffnen“: the name of the new room, and who controls it. */
export function OpenRoomDialog() {
  const subject = useOpenRoomDialog((state) => state.subject)
  const form = useId()
  const navigate = useNavigate()
  const [shown, setShown] = useState(subject)
  // The content stays rendered during the closing animation.
  if (subject && subject !== shown) setShown(subject)
  const opening = useMutation({
    mutationFn: ({ name, mode, isInviteOnly, subject: { added, positionMs } }: NewRoom) =>
      openListeningRoom({ kind: kindOf(added), name, mode, isInviteOnly, added, positionMs }),
    onSuccess(id, { invited }) {
      void inviteAll(id, invited)
      closeOpenRoom()
      void navigate(`/rooms/${id}`)
    },
  })
  const kind = shown ? kindOf(shown.added) : 'music'
  const Icon = kind === 'video' ? Clapperboard : Headphones
  const close = () => {
    opening.reset()
    closeOpenRoom()
  }
  return (
    <Dialog
      open={subject !== undefined}
      onClose={close}
      title={OPEN_TEXTS[kind]}
      footer={
        <>
          <Button onClick={close}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={form} busy={opening.isPending}>
            <Icon className="icon icon-small" aria-hidden />
            {OPEN_TEXTS[kind]}
          </Button>
        </>
      }
    >
      {shown && (
        <Form
          key={JSON.stringify(shown.added)}
          id={form}
          subject={shown}
          problem={opening.error && textOf(opening.error, 'Der Hörraum konnte nicht geöffnet werden.')}
          onSubmit={(room) => {
            if (!opening.isPending) opening.mutate(room)
          }}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  id: string
  subject: RoomSubject
  problem: string | null
  onSubmit: (room: NewRoom) => void
}

function Form({ id, subject, problem, onSubmit }: FormProps) {
  const user = useUser()
  const [name, setName] = useState(() =>
    nameFor(
      user ? callNameOf(user) : '',
      kindOf(subject.added) === 'video' ? 'zeigt' : 'hört',
      subject.title,
    ),
  )
  const [mode, setMode] = useState<ChosenMode>('all')
  const [isInviteOnly, setIsInviteOnly] = useState(false)
  const [invited, setInvited] = useState<readonly string[]>([])
  const [isSent, setIsSent] = useState(false)
  const text = name.trim()
  const error =
    text === ''
      ? 'Bitte gib dem Raum einen Namen'
      : lengthOf(text) > ROOM_NAME_MAX
        ? `Ein Name hat höchstens ${ROOM_NAME_MAX} Zeichen`
        : undefined
  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsSent(true)
        if (error === undefined) onSubmit({ name: text, mode, isInviteOnly, invited, subject })
      }}
    >
      <Subject subject={subject} />
      <TextField
        label="Name des Raums"
        value={name}
        data-autofocus
        autoComplete="off"
        maxLength={2 * ROOM_NAME_MAX}
        dir="auto"
        error={isSent ? error : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ModeChoice mode={mode} onChange={setMode} />
      <InviteChoice chosen={invited} onChange={setInvited} />
      <InviteSwitch checked={isInviteOnly} onChange={setIsInviteOnly} />
      {problem !== null && <Notice kind="danger">{problem}</Notice>}
    </form>
  )
}

function Subject({ subject: { cover, title, below } }: { subject: RoomSubject }) {
  const tone = useCoverTone(cover ?? '')
  return (
    <div className={classNames(styles.subject, 'toned')} style={toneStyle(tone)}>
      <Sleeve src={cover && imageUrl(cover)} size={COVER} out />
      <div className={styles.names}>
        <Text as="p" weight="semibold" dir="auto">
          {title}
        </Text>
        <Text as="p" size="sm" tone="muted" dir="auto">
          {below}
        </Text>
      </div>
    </div>
  )
}

/** The suggested name of a room, for example `Jonas hört Nordlicht Süd`, cut to the maximum length of a name. */
function nameFor(member: string, verb: string, title: string): string {
  return Array.from(`${member} ${verb} ${title}`.trim()).slice(0, ROOM_NAME_MAX).join('').trim()
}
