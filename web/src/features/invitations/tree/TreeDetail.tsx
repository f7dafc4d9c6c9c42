import type { InvitedMember, OpenInvitation } from '@tonarchiv/contract/invitation-tree'
import { imageUrl } from '#client/media.ts'
import { formatDate, formatNumber } from '#format.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { useBarInvitations } from './api.ts'
import styles from './TreeDetail.module.css'
import type { TreeNode } from './tree-model.ts'
import { peopleText } from './tree-wording.ts'

interface TreeDetailProps {
  node: TreeNode
  quota: number
  /** Whether this is the account of the current admin. */
  isSelf: boolean
  onProfile: (userId: string) => void
  onRemove: () => void
}

/** The details of the selected place, and the actions that an admin can perform on it. */
export function TreeDetail({ node, ...more }: TreeDetailProps) {
  const { member, invitation } = node
  return (
    <Surface as="section" className={styles.card} aria-label={node.name}>
      {member !== undefined && <MemberDetail {...more} {...{ node, member }} />}
      {invitation !== undefined && <InvitationDetail {...{ node, invitation }} />}
    </Surface>
  )
}

function MemberDetail({
  node,
  member,
  quota,
  isSelf,
  onProfile,
  onRemove,
}: TreeDetailProps & { member: InvitedMember }) {
  const bar = useBarInvitations()
  const { user, isBarred } = member
  const guests = node.children.filter((child) => child.member !== undefined).length
  return (
    <>
      <div className={styles.person}>
        <Avatar src={user.photoURL && imageUrl(user.photoURL)} size={48} />
        <div className={styles.names}>
          <h2 dir="auto">{node.name}</h2>
          <Text as="p" size="sm" tone="muted">
            {node.parent === undefined ? 'von niemandem eingeladen' : `eingeladen von ${node.parent.name}`}
          </Text>
        </div>
      </div>
      <DetailList>
        <Detail name="Dabei seit">{formatDate(member.joinedAt)}</Detail>
        <Detail name="Eingeladen">{peopleText(guests)}</Detail>
        <Detail name="Im Zweig">{peopleText(node.branchSize)}</Detail>
        <Detail name="Einladungen übrig">
          {isBarred ? 'gesperrt' : `${formatNumber(member.invitationsLeft)} von ${formatNumber(quota)}`}
        </Detail>
      </DetailList>
      <div className={styles.actions}>
        <Button small onClick={() => onProfile(user.id)}>
          Profil
        </Button>
        <Button small busy={bar.isPending} onClick={() => bar.mutate({ id: user.id, isBarred: !isBarred })}>
          {isBarred ? 'Einladungen freigeben' : 'Einladungen sperren'}
        </Button>
        {!isSelf && (
          <Button small kind="danger" onClick={onRemove}>
            Entfernen...
          </Button>
        )}
      </div>
    </>
  )
}

function InvitationDetail({ node, invitation }: { node: TreeNode; invitation: OpenInvitation }) {
  return (
    <>
      <div className={styles.person}>
        <span className={styles.open} aria-hidden />
        <div className={styles.names}>
          <h2>{node.name}</h2>
          <Text as="p" size="sm" tone="muted">
            von {node.parent?.name}
          </Text>
        </div>
      </div>
      {invitation.words !== '' && (
        <Text as="p" size="md" className={styles.words}>
          „{invitation.words}“
        </Text>
      )}
      <DetailList>
        <Detail name="Schlüssel">{invitation.key}</Detail>
        <Detail name="Anzunehmen bis">{formatDate(invitation.expiresAt)}</Detail>
      </DetailList>
    </>
  )
}
