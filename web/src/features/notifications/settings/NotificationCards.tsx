import type { NotificationSettings } from '@tonarchiv/contract/notification-settings'
import type { ReactNode } from 'react'
import { textOf } from '#client/api-error.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { useNotificationSettings } from '../state/api.ts'
import { ChatMuteCard } from './ChatMuteCard.tsx'
import { ChoicesCard } from './ChoicesCard.tsx'
import { QuietHoursCard } from './QuietHoursCard.tsx'

interface NotificationCardsProps {
  /** Called when the member has chosen push messages for a topic. */
  onPushChosen?: () => void
  /** Further cards below. */
  children?: ReactNode
}

/** The cards of the tab "Mitteilungen". */
export function NotificationCards({ onPushChosen, children }: NotificationCardsProps) {
  const { data, error, refetch } = useNotificationSettings()
  if (data)
    return (
      <Cards settings={data} onPushChosen={onPushChosen}>
        {children}
      </Cards>
    )
  if (error)
    return (
      <Notice
        kind="danger"
        actions={
          <Button small onClick={() => void refetch()}>
            Erneut versuchen
          </Button>
        }
      >
        {textOf(error, 'Die Einstellungen konnten nicht geladen werden')}
      </Notice>
    )
  return <Skeleton width="100%" height="34rem" />
}

interface CardsProps {
  settings: NotificationSettings
  onPushChosen: (() => void) | undefined
  children: ReactNode
}

function Cards({ settings, onPushChosen, children }: CardsProps) {
  return (
    <>
      <ChoicesCard settings={settings} onPushChosen={onPushChosen} />
      <QuietHoursCard quiet={settings.quiet} />
      <ChatMuteCard settings={settings} />
      {children}
    </>
  )
}
