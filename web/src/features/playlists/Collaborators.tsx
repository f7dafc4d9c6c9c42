import type { Playlist } from '@tonarchiv/contract/playlists'
import { shownName, type Person } from '@tonarchiv/contract/presence'
import { imageUrl } from '#client/media.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import styles from './Collaborators.module.css'
import { useCollaboration } from './playlist-changes.ts'

interface CollaboratorsProps {
  playlist: Playlist
  /** The friends of the playlist's owner. */
  friends: readonly Person[]
  open: boolean
  onClose: () => void
}

/** A dialog in which the owner of a playlist invites friends to collaborate, and ends collaborations. */
export function Collaborators({ playlist, friends, open, onClose }: CollaboratorsProps) {
  const change = useCollaboration(playlist)
  const present = new Set(playlist.collaborators.map(({ id }) => id))
  const shown = [...playlist.collaborators, ...friends.filter(({ id }) => !present.has(id))]
  return (
    <Dialog {...{ open, onClose }} title="Mitwirkende einladen" width="narrow">
      <Text as="p" tone="muted">
        Mitwirkende fügen Titel hinzu, verschieben und entfernen sie.
      </Text>
      {shown.length === 0 && (
        <p className={styles.empty}>Du hast noch keine Freunde, die du einladen kannst.</p>
      )}
      <ul className={styles.list}>
        {shown.map((person) => {
          const isWanted = !present.has(person.id)
          const name = shownName(person)
          return (
            <li key={person.id}>
              <Avatar src={person.photoURL && imageUrl(person.photoURL)} size={36} />
              <Text weight="medium" truncate className={styles.name}>
                {name}
              </Text>
              <Button
                small
                kind={isWanted ? 'tint' : 'plain'}
                aria-label={isWanted ? `${name} einladen` : `${name} entfernen`}
                busy={change.isPending && change.variables.userId === person.id}
                onClick={() => change.mutate({ userId: person.id, isWanted })}
              >
                {isWanted ? 'Einladen' : 'Entfernen'}
              </Button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
