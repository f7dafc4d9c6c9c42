import type { Quality, QualityCodec } from '@tonarchiv/contract/qualities'
import { useState } from 'react'
import { type ChosenQuality, chooseQuality, chosenQuality, type Connection } from '#client/qualities.ts'
import { getPlayer } from '#features/player/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './QualityTable.module.css'

const CODEC_NAMES: Record<QualityCodec, string> = { opus: 'Opus', aac: 'AAC', mp3: 'MP3' }

interface Row {
  quality: ChosenQuality
  name: string
  hint: string
}

function rowsFor(codec: QualityCodec | undefined): Row[] {
  const original = 'So, wie es im Archiv liegt'
  if (codec === undefined) return [{ quality: 'original', name: 'Original', hint: original }]
  const encoded = (quality: Quality, megabytes: number): Row => ({
    quality,
    name: `${quality} kbit/s`,
    hint: `${CODEC_NAMES[codec]}, etwa ${megabytes} MB pro Stunde`,
  })
  return [
    { quality: 'original', name: 'Original', hint: `${original}, meist 140 bis 400 MB pro Stunde` },
    encoded('192', 86),
    encoded('96', 43),
  ]
}

const COLUMNS: readonly { connection: Connection; head: string; where: string }[] = [
  { connection: 'fixed', head: 'WLAN, Kabel', where: ' über WLAN oder Kabel' },
  { connection: 'mobile', head: 'Mobile Daten', where: ' über mobile Daten' },
]
const ONE_COLUMN: typeof COLUMNS = [{ connection: 'fixed', head: '', where: '' }]

interface QualityTableProps {
  /** The codec of the other qualities; undefined when the server offers only the original files. */
  codec: QualityCodec | undefined
  /** Whether the browser reports if it uses mobile data; then a separate quality can be chosen for that. */
  isConnectionKnown: boolean
}

/** A table in which the quality for each kind of connection is chosen. A change takes effect immediately. */
export function QualityTable({ codec, isConnectionKnown }: QualityTableProps) {
  const columns = isConnectionKnown ? COLUMNS : ONE_COLUMN
  const rows = rowsFor(codec)
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
        {rows.map(({ quality, name, hint }) => (
          <tr key={quality}>
            <th scope="row">
              {name}
              <Text size="sm" tone="muted" className={styles.hint}>
                {hint}
              </Text>
            </th>
            {columns.map(({ connection, where }) => (
              <td key={connection}>
                <QualityRadio
                  connection={connection}
                  quality={quality}
                  label={name + where}
                  isOnly={rows.length === 1}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An uncontrolled radio button: the browser itself ensures that only one button of the group is checked. */
function QualityRadio({
  connection,
  quality,
  label,
  isOnly,
}: {
  connection: Connection
  quality: ChosenQuality
  label: string
  /** Whether this quality applies because the server offers no others at present. The stored choice does not change. */
  isOnly: boolean
}) {
  const [wasChosen] = useState(() => isOnly || chosenQuality(connection) === quality)
  return (
    <label className={styles.radio}>
      <input
        type="radio"
        name={`quality-${connection}`}
        defaultChecked={wasChosen}
        onChange={() => {
          chooseQuality(connection, quality)
          // Drops preloaded tracks, because they have the previous quality.
          getPlayer().dropLoaded()
        }}
      />
      <span className="sr">{label}</span>
    </label>
  )
}
