import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import KeyRound from 'lucide-react/icons/key-round'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { siteLinks } from '#site-links.ts'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './KeyBanner.module.css'
import { ownRequestQuery } from './requests/key-request-api.ts'
import { RequestKey } from './requests/RequestKey.tsx'

/** Milliseconds for which the banner is shown. See docs/product.md §4.3. */
const SHOWN_FOR = 7500

/** Informs members without an access key where they can get one. Shown once per visit, for a short time. */
export function KeyBanner() {
  const [shown, setShown] = useState(() => getStored('keyBannerSeen') === undefined)
  const { data } = useQuery(ownRequestQuery)
  // Once there is a request, `RequestKey` shows its state, which replaces the text of the notice.
  const isAnswered = (data?.state ?? null) !== null
  if (!shown) return null
  const close = () => {
    setStored('keyBannerSeen', 'yes')
    setShown(false)
  }
  return (
    <Notice
      className={styles.banner}
      icon={<KeyRound className="icon" aria-hidden />}
      closeAfter={SHOWN_FOR}
      onClose={close}
      actions={
        <>
          <RequestKey />
          {siteLinks.communityUrl !== undefined && (
            <a
              className={buttonClass({ small: true })}
              href={siteLinks.communityUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              Zum Community-Chat <ArrowUpRight className="icon icon-small" aria-hidden />
            </a>
          )}
        </>
      }
    >
      {!isAnswered && (
        <>
          <strong>Noch keinen Zugangsschlüssel?</strong>{' '}
          <Text tone="muted">
            {siteLinks.communityUrl === undefined
              ? 'Die Admins geben dir einen.'
              : 'Im Community-Chat bekommst du einen.'}
          </Text>
        </>
      )}
    </Notice>
  )
}
