import { SCROBBLE_DAYS, type Scrobbling } from '@tonarchiv/contract/scrobbling'
import { textOf } from '#client/api-error.ts'
import { LastfmConnection, ListenbrainzConnection, useScrobbling } from '#features/scrobbling/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from './form/SettingsCard.tsx'
import styles from './form/SettingsCard.module.css'

const LOAD_FAILED = 'Die Verbindungen konnten nicht geladen werden'

/** Explains which plays are reported to other services, and which are not. */
function SharingHint({ tellsUnreleased }: Pick<Scrobbling, 'tellsUnreleased'>) {
  return (
    <SettingsCard title="Was gemeldet wird">
      <div className={styles.fields}>
        <Text as="p" tone="muted">
          Ein Track zählt nach 30 Sekunden Wiedergabe.
        </Text>
        <Text as="p" tone="muted">
          {tellsUnreleased
            ? 'Der Betreiber erlaubt, dass auch unveröffentlichte Tracks, Loosies und exklusive Alben gemeldet werden.'
            : 'Unveröffentlichte Tracks, Loosies und exklusive Alben werden nie gemeldet, damit nichts davon nach außen dringt.'}
        </Text>
        <Text as="p" tone="muted">
          Ist ein Dienst nicht erreichbar, wird Gehörtes bis zu {SCROBBLE_DAYS} Tage aufgehoben und
          nachgereicht.
        </Text>
      </div>
    </SettingsCard>
  )
}

/** The tab of the settings with the services to which plays are reported. */
export function ScrobblingSettings() {
  const { data, error, refetch } = useScrobbling()
  if (data === undefined) {
    return (
      <SettingsCard title="Scrobbling">
        {error === null ? (
          <Skeleton width="100%" height="3rem" />
        ) : (
          <Notice
            kind="danger"
            actions={
              <Button small onClick={() => void refetch()}>
                Erneut versuchen
              </Button>
            }
          >
            {textOf(error, LOAD_FAILED)}
          </Notice>
        )}
      </SettingsCard>
    )
  }
  const lastfm = data.services.find(({ service }) => service === 'lastfm')
  const listenbrainz = data.services.find(({ service }) => service === 'listenbrainz')
  return (
    <>
      {lastfm && (
        <SettingsCard title="Last.fm">
          <LastfmConnection connection={lastfm} />
        </SettingsCard>
      )}
      {listenbrainz && (
        <SettingsCard title="ListenBrainz">
          <ListenbrainzConnection connection={listenbrainz} />
        </SettingsCard>
      )}
      <SharingHint tellsUnreleased={data.tellsUnreleased} />
    </>
  )
}
