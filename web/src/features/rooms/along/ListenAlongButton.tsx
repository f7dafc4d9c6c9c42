import type { Person } from '@tonarchiv/contract/presence'
import Headphones from 'lucide-react/icons/headphones'
import { useNavigate } from 'react-router'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { askToListenAlong, takeQuestionBack, useListenAlong } from './listen-along.ts'
import { useListenWay } from './use-listen-way.ts'

interface ListenAlongButtonProps {
  person: Person
  /** Whether the button shows only an icon. */
  isIcon?: boolean
  kind?: 'plain' | 'primary'
  /** Called when the button is pressed. */
  onPress?: () => void
}

/**
 * A button that joins the room of another member, or asks that member for permission to listen along and takes the
 * question back. Renders nothing while neither is possible.
 */
export function ListenAlongButton({
  person,
  isIcon = false,
  kind = 'plain',
  onPress,
}: ListenAlongButtonProps) {
  const way = useListenWay(person)
  const navigate = useNavigate()
  const askedId = useListenAlong(({ asked }) => asked?.person.id)
  if (way === undefined) return null
  const isAsked = way.kind === 'ask' && askedId === person.id
  const label = way.kind === 'join' ? 'Beitreten' : isAsked ? 'Frage zurückziehen' : 'Mithören'
  const disabled = way.kind === 'ask' && askedId !== undefined && !isAsked
  const press = () => {
    if (disabled) return
    onPress?.()
    if (way.kind === 'join') void navigate(`/rooms/${encodeURIComponent(way.roomId)}`)
    else if (isAsked) takeQuestionBack()
    else void askToListenAlong(person)
  }
  if (isIcon)
    return (
      <IconButton label={label} aria-disabled={disabled} onClick={press}>
        <Headphones className="icon" aria-hidden />
      </IconButton>
    )
  return (
    <Button kind={kind} aria-disabled={disabled} onClick={press}>
      <Headphones className="icon icon-small" aria-hidden />
      {label}
    </Button>
  )
}
