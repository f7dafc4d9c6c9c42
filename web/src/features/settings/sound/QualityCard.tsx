import type { QualityCodec } from '@tonarchiv/contract/qualities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import {
  type ChosenQuality,
  chooseQuality,
  chosenQuality,
  type Connection,
  currentConnection,
  loadQualityCodec,
} from '#client/qualities.ts'
import { getPlayer } from '#features/player/index.ts'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from './QualityCard.module.css'

const LOAD_FAILED = 'Die Qualitäten konnten nicht geladen werden'

const CODEC_NAMES: Record<QualityCodec, string> = { opus: 'Opus', aac: 'AAC', mp3: 'MP3' }

interface Row {
  quality: ChosenQuality
  name: string
  hint: (codec: QualityCodec) => string
}

const ROWS: readonly Row[] = [
  {
    quality: 'original',
    name: 'Original',
    hint: () => 'So, wie es im Archiv liegt, meist 140 bis 400 MB pro Stunde',
  },
  {
    quality: '192',
    name: '192 kbit/s',
    hint: (codec) => `${CODEC_NAMES[codec]}, etwa 86 MB pro Stunde`,
  },
  { quality: '96', name: '96 kbit/s', hint: (codec) => `${CODEC_NAMES[codec]}, etwa 43 MB pro Stunde` },
]

const COLUMNS: readonly { connection: Connection; head: string; where: string }[] = [
  { connection: 'fixed', head: 'WLAN, Kabel', where: ' über WLAN oder Kabel' },
  { connection: 'mobile', head: 'Mobile Daten', where: ' über mobile Daten' },
]

/** In which quality music is played on this device. It is saved at once. */
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
    return <Notice kind="info">Dieser Server wandelt nichts um. Es gibt nur „Original“.</Notice>
  const isKnown = currentConnection() !== undefined
  return (
    <>
      {!isKnown && (
        <Notice kind="info">
          Dieser Browser verrät nicht, ob du mobile Daten nutzt. Die Wahl gilt immer.
        </Notice>
      )}
      <QualityTable
        codec={codec}
        columns={isKnown ? COLUMNS : [{ connection: 'fixed', head: '', where: '' }]}
      />
      <Text as="p" size="sm" tone="muted">
        Formate, die dein Browser nicht spielt, werden beim Abspielen umgewandelt.
      </Text>
    </>
  )
}

function QualityTable({ codec, columns }: { codec: QualityCodec; columns: typeof COLUMNS }) {
  return (
    <table className={styles.table}>
      <thead className={columns.length === 1 ? 'sr' : undefined}>
        <tr>
          <th scope="col">
            <span className="sr">Stufe</span>
          </th>
          {columns.map(({ connection, head }) => (
            <th key={connection} scope="col">
              {head || 'Gewählt'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ quality, name, hint }) => (
          <tr key={quality}>
            <th scope="row">
              {name}
              <Text size="sm" tone="muted" className={styles.hint}>
                {hint(codec)}
              </Text>
            </th>
            {columns.map(({ connection, where }) => (
              <td key={connection}>
                <QualityRadio connection={connection} quality={quality} label={name + where} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The browser keeps one of a group checked. */
function QualityRadio({
  connection,
  quality,
  label,
}: {
  connection: Connection
  quality: ChosenQuality
  label: string
}) {
  const [wasChosen] = useState(() => chosenQuality(connection) === quality)
  return (
    <label className={styles.radio}>
      <input
        type="radio"
        name={`quality-${connection}`}
        defaultChecked={wasChosen}
        onChange={() => {
          chooseQuality(connection, quality)
          // What is loaded ahead has the quality before.
          getPlayer().dropLoaded()
        }}
      />
      <span className="sr">{label}</span>
    </label>
  )
}
