import { useEffect, useState } from 'react'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { siteTitle } from '#site.ts'
import { useIsRootMarked } from '#ui/dom/root-mark.ts'
import { showToast } from '#ui/dom/toast.ts'
import { useHintRequest } from './hint-request.ts'
import { InstallCard } from './InstallCard.tsx'
import { askToInstall, useInstallWay, watchInstallation } from './install-prompt.ts'
import { withVisit } from './visits.ts'

/**
 * The hint is shown once: at the earliest at the visit with this number, and this many milliseconds after that visit
 * has started.
 */
const FROM_VISIT = 3
const SHOWN_AFTER = 20_000

interface InstallHintProps {
  /** Whether another element is displayed where the hint would be; the hint then waits. */
  isBlocked: boolean
  /** Milliseconds from the start of the visit until the hint is shown. */
  shownAfter?: number
}

/**
 * Offers to install the app, once, from the third visit on. After that, the hint is shown only on request. See
 * docs/product.md §2.9.
 */
export function InstallHint({ isBlocked, shownAfter = SHOWN_AFTER }: InstallHintProps) {
  const way = useInstallWay()
  const isDue = useIsDue(shownAfter)
  const isModal = useIsRootMarked('data-modal')
  const { isRequested, forget } = useHintRequest()
  const [isClosed, setIsClosed] = useState(false)
  const isShown = way !== undefined && !isModal && !isBlocked && (isRequested || (isDue && !isClosed))

  useEffect(() => {
    if (isShown) setStored('installHintSeen', 'yes')
  }, [isShown])

  useEffect(
    () =>
      watchInstallation(() => {
        setIsClosed(true)
        showToast(`${siteTitle} ist installiert`)
      }),
    [],
  )

  if (!isShown) return null
  const close = () => {
    setIsClosed(true)
    forget()
  }
  return (
    <InstallCard
      way={way}
      onClose={close}
      onInstall={() => {
        close()
        void askToInstall()
      }}
    />
  )
}

/** Whether the hint must be shown: there were enough visits, and the present visit is long enough. */
function useIsDue(shownAfter: number): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const { text, count } = withVisit(getStored('visits'), Date.now())
    setStored('visits', text)
    if (count < FROM_VISIT || getStored('installHintSeen') !== undefined) return undefined
    const timer = setTimeout(() => setIsDue(true), shownAfter)
    return () => clearTimeout(timer)
  }, [shownAfter])
  return isDue
}
