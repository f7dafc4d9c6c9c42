import { Inbox } from '#features/notifications/index.ts'
import { usePageTitle } from '#page-title.ts'
import { useRootMark } from '#ui/dom/root-mark.ts'
import { useGoBack } from './go-back.ts'

/** The page `/inbox`: the notices. On phones it replaces the popover of the bell button. */
export function InboxPage() {
  const goBack = useGoBack()
  usePageTitle('Mitteilungen')
  useRootMark('data-page-filled', true)
  return (
    <div data-fills-page style={{ display: 'contents' }}>
      <Inbox place="page" onBack={goBack} />
    </div>
  )
}
