import { Inbox } from '#features/notifications/index.ts'
import { usePageTitle } from '#page-title.ts'
import { useRootMark } from '#ui/dom/root-mark.ts'
import { useGoBack } from './go-back.ts'

/** `/inbox`: the notices, on phones in place of the popover of the bell. */
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
