import { shownName, type OnlineUser } from '@tonarchiv/contract/presence'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import Mail from 'lucide-react/icons/mail'
import { useNavigate } from 'react-router'
import { useOpenConversation } from '#features/conversations/index.ts'
import { useRelation } from '#features/friends/index.ts'
import { openProfile, type ShownListener } from '#features/presence/index.ts'
import { ListenPopup } from '#features/rooms/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './ListenerPopup.module.css'

/** The popup of a member who listens to something, with buttons for the conversation and the profile. */
export function ListenerPopup({ opened, onClose }: ShownListener) {
  return (
    <ListenPopup {...{ opened, onClose }} renderActions={(person) => <Buttons {...{ person, onClose }} />} />
  )
}

function Buttons({ person, onClose }: Pick<ShownListener, 'onClose'> & { person: OnlineUser }) {
  const { relation } = useRelation(person.id)
  const navigate = useNavigate()
  const open = useOpenConversation((id) => void navigate(`/messages/${id}`))
  return (
    <>
      {relation !== 'none' && (
        <IconButton
          label={`Nachricht an ${shownName(person)}`}
          className={styles.button}
          aria-busy={open.isPending}
          onClick={() => {
            if (!open.isPending) open.mutate(person.id)
          }}
        >
          <Mail className="icon" aria-hidden />
        </IconButton>
      )}
      <IconButton
        label="Profil öffnen"
        className={styles.button}
        onClick={() => {
          onClose()
          openProfile(person.id)
        }}
      >
        <CircleUserRound className="icon" aria-hidden />
      </IconButton>
    </>
  )
}
