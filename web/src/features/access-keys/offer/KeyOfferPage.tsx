import type { KeyOffer } from '@tonarchiv/contract/key-offers'
import { albumsText, stayText } from '@tonarchiv/contract/scope-text'
import KeyRound from 'lucide-react/icons/key-round'
import type { ReactNode } from 'react'
import { textOf } from '#client/api-error.ts'
import { imageUrl } from '#client/media.ts'
import { formatDate } from '#format.ts'
import { ErrorText, goTo, refusedBy, usePath, useUser } from '#features/auth/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Toaster } from '#ui/components/overlays/Toaster.tsx'
import { lastDay } from '../scope/expiry.ts'
import styles from './KeyOfferPage.module.css'
import { OfferFrame } from './OfferFrame.tsx'
import { hasText, headingOf, opensText } from './offer-text.ts'
import { keepPendingKey } from './pending-key.ts'
import { RedeemOffer } from './RedeemOffer.tsx'
import { useOffer, type OfferState } from './use-offer.ts'

/** The page `/k/{key}`: what a key opens, and who gives it. It also works without a login. See docs/product.md §4.5. */
export function KeyOfferPage() {
  usePageTitle('Schlüssel')
  const key = decodeURIComponent(usePath().split('/')[2] ?? '').toUpperCase()
  const user = useUser()
  return (
    <>
      {/* Keyed by account: the key is looked up again after a login, because the answer then contains more. */}
      <LookedUp key={`${key} ${user?.id}`} keyValue={key} />
      {user === undefined && <Toaster />}
    </>
  )
}

function LookedUp({ keyValue }: { keyValue: string }) {
  const found = useOffer(keyValue)
  return (
    <OfferFrame keyValue={keyValue} {...pictureOf(found)}>
      <Content found={found} />
    </OfferFrame>
  )
}

const DEAD = new Set(['unknown', 'expired', 'used'])

function pictureOf(found: OfferState): Pick<Parameters<typeof OfferFrame>[0], 'picture' | 'isDead'> {
  if (found.state !== 'open')
    return { picture: { kind: 'shelf', isWhole: false }, isDead: DEAD.has(found.state) }
  const { scope, gain } = found.offer
  if (scope.kind !== 'albums') return { picture: { kind: 'shelf', isWhole: scope.kind === 'all' } }
  const known = [...(gain?.newSleeves ?? []), ...(gain?.openSleeves ?? [])].map(({ coverUrl }) => coverUrl)
  const count = Math.min(4, Math.max(1, scope.albumCount ?? 1))
  const covers = Array.from({ length: count }, (_, index) => known[index] ?? null)
  return { picture: { kind: 'sleeves', covers } }
}

function Content({ found }: { found: OfferState }) {
  if (found.state === 'open') return <Offer offer={found.offer} />
  if (found.state === 'checking')
    return (
      <p className={styles.checking}>
        <Spinner />
        <output>Schlüssel wird geprüft...</output>
      </p>
    )
  if (found.state === 'failed') return <Failed {...found} />
  if (found.state === 'redeemed') return <Sentence title="Diesen Schlüssel hast du schon eingelöst" />
  return <Dead found={found} />
}

function Failed({ failure, retry }: { failure: unknown; retry: () => void }) {
  const text = textOf(failure, 'Der Schlüssel konnte nicht geprüft werden.')
  const problem = refusedBy(failure, text, retry)
  return (
    <>
      <h1>Schlüssel einlösen</h1>
      <NoticeBox kind="warning">
        <ErrorText {...problem} />
      </NoticeBox>
      {problem.waitSeconds === undefined && <Button onClick={retry}>Erneut versuchen</Button>}
    </>
  )
}

function Dead({ found }: { found: OfferState }) {
  if (found.state === 'expired')
    return (
      <Sentence title="Dieser Schlüssel ist abgelaufen">
        Er galt bis {formatDate(lastDay(found.expiresAt))}. Frag die Person, von der du ihn hast, nach einem
        neuen.
      </Sentence>
    )
  if (found.state === 'used')
    return (
      <Sentence title="Dieser Schlüssel ist aufgebraucht">
        {found.maxUses === 1 ? 'Er wurde schon eingelöst.' : `Alle ${found.maxUses} Einlösungen sind weg.`}
      </Sentence>
    )
  return (
    <Sentence title="Dieser Schlüssel passt nicht">
      Vertippt, oder er gilt nicht mehr. Wer ihn gemacht hat, verrät das Archiv nicht.
    </Sentence>
  )
}

function Sentence({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      {children !== undefined && (
        <Text as="p" tone="muted">
          {children}
        </Text>
      )}
      <Button kind="ghost" block onClick={() => goTo('/', { replace: true })}>
        Zum Archiv
      </Button>
    </>
  )
}

function Offer({ offer }: { offer: KeyOffer }) {
  const user = useUser()
  return (
    <>
      <Head offer={offer} />
      {offer.words !== null && (
        <blockquote className={styles.words} dir="auto">
          {offer.words}
        </blockquote>
      )}
      <Details offer={offer} />
      {user === undefined ? <Accept offer={offer} /> : <RedeemOffer offer={offer} user={user} />}
    </>
  )
}

function Head({ offer }: { offer: KeyOffer }) {
  const { inviter, gain } = offer
  if (inviter === null) return <h1>{headingOf(offer)}</h1>
  return (
    <header className={styles.who}>
      {/* Avatars are sent only after the login; `gain` is null before it. */}
      {gain !== null && (
        <Avatar src={inviter.photoURL === null ? null : imageUrl(inviter.photoURL)} size={88} />
      )}
      <div className={styles.stack}>
        <h1 dir="auto">{inviter.displayName} lädt dich ein</h1>
        <Text as="p" tone="muted">
          in ein privates Musikarchiv, das man nur mit Schlüssel betritt.
        </Text>
      </div>
    </header>
  )
}

function Details({ offer }: { offer: KeyOffer }) {
  const { scope, stayDays, expiresAt, inviter, gain } = offer
  const adds = gain !== null && (gain.albumCount > 0 || gain.hasEverything)
  return (
    <DetailList>
      <Detail name="Öffnet">{opensText(offer)}</Detail>
      <Detail name="Videos">{scope.hasVideos ? 'alle' : 'keine'}</Detail>
      <Detail name="Bleibt offen">{stayText(stayDays)}</Detail>
      {expiresAt !== null && (
        <Detail name={inviter === null ? 'Einlösbar bis' : 'Anzunehmen bis'}>
          {formatDate(lastDay(expiresAt))}
        </Detail>
      )}
      {adds && <Detail name={hasText(gain)}>Neu dazu: {albumsText(gain.newAlbums)}</Detail>}
      {adds && gain.openSleeves.length > 0 && (
        <Detail name="Schon offen">{gain.openSleeves.map(({ title }) => title).join(', ')}</Detail>
      )}
    </DetailList>
  )
}

/** For visitors without a login: they register or log in, and the key is redeemed automatically afterwards. */
function Accept({ offer: { key, inviter } }: { offer: KeyOffer }) {
  const accept = (path: string) => {
    keepPendingKey(key)
    goTo(path)
  }
  return (
    <>
      <div className={styles.stack}>
        <Button kind="primary" block onClick={() => accept('/register')}>
          <KeyRound className="icon icon-small" aria-hidden />
          {inviter === null ? 'Schlüssel einlösen' : 'Einladung annehmen'}
        </Button>
        <p className={styles.account}>
          Dafür legst du einen Account an.{' '}
          <button type="button" className="link" onClick={() => accept('/login')}>
            Ich habe schon einen
          </button>
        </p>
      </div>
      <Text as="p" size="sm" tone="faint">
        Privates Archiv, keine kommerzielle Nutzung.
        {inviter !== null && ` ${inviter.displayName} erfährt, dass du angenommen hast.`}
      </Text>
    </>
  )
}
