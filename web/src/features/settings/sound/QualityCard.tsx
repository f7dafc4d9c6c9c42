import type { QualityCodec } from '@tonarchiv/contract/qualities'
import { useQuery } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { currentConnection, loadQualityCodec } from '#client/qualities.ts'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import { QualityTable } from './QualityTable.tsx'

const LOAD_FAILED = 'Die Qualitäten konnten nicht geladen werden'

/** The choice of the quality of music for this browser. A change takes effect immediately. */
export function QualityCard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['qualityCodec'],
    queryFn: async () => ({ codec: await loadQualityCodec() }),
  })
  return (
    <SettingsCard title="Qualität">
      {data ? (
        <Qualities codec={data.codec} />
      ) : error ? (
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
      ) : (
        <Skeleton width="100%" height="12rem" />
      )}
    </SettingsCard>
  )
}

function Qualities({ codec }: { codec: QualityCodec | undefined }) {
  if (codec === undefined)
    return (
      <>
        <Notice kind="info">Dieser Server wandelt nichts um. Es gibt nur „Original“.</Notice>
        <QualityTable codec={codec} isConnectionKnown={false} />
      </>
    )
  const isKnown = currentConnection() !== undefined
  return (
    <>
      {!isKnown && (
        <Notice kind="info">
          Dieser Browser verrät nicht, ob du mobile Daten nutzt. Die Wahl gilt immer.
        </Notice>
      )}
      <QualityTable codec={codec} isConnectionKnown={isKnown} />
      <Text as="p" size="sm" tone="muted">
        Formate, die dein Browser nicht spielt, werden beim Abspielen umgewandelt.
      </Text>
    </>
  )
}
