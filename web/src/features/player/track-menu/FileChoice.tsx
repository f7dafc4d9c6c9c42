import { useState } from 'react'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { playsItself } from '#client/playable-formats.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { Detail } from '#ui/components/content/DetailList.tsx'
import { oncePerDoubleClick } from '#ui/dom/once-per-double-click.ts'
import { ConversionTag, type Track } from '#features/tracks/index.ts'
import { getPlayer } from '../engine/player-instance.ts'
import { download } from './download.ts'
import { fileText, type TrackFile, useTrackFiles } from './track-files.ts'
import styles from './FileChoice.module.css'

/** Lists the files of a track, and lets the member choose which of them is played and downloaded on this device. */
export function FileChoice({ track }: { track: Track }) {
  const files = useTrackFiles(track)
  if (files === undefined) return null
  const [own] = files
  const playable = files.filter(
    ({ format, needsConversion }) => !needsConversion && playsItself({ file: format }),
  )
  const others = files.filter((file) => file.needsConversion && file !== own)
  return (
    <>
      <Detail name="Datei">
        {playable.length > 1 ? (
          <Formats files={playable} />
        ) : (
          <span className={styles.file}>
            {own && fileText(own)}
            {own?.needsConversion === true && <ConversionTag />}
          </span>
        )}
      </Detail>
      {others.map((file) => (
        <Detail key={file.format} name="Original">
          <Original track={track} file={file} />
        </Detail>
      ))}
    </>
  )
}

function Formats({ files }: { files: readonly TrackFile[] }) {
  const [chosen, setChosen] = useState(() => getStored('audioFormat'))
  const current = files.find(({ format }) => format === chosen) ?? files[0]
  const choose = (format: string) => {
    setStored('audioFormat', format)
    setChosen(format)
    getPlayer().dropLoaded()
  }
  return (
    <div className={styles.choice}>
      <ToggleGroup
        label="Datei"
        value={current?.format ?? ''}
        options={files.map((file) => ({ value: file.format, label: fileText(file) }))}
        onChange={choose}
      />
      <Text as="p" size="sm" tone="muted">
        Gilt auf diesem Gerät, ab dem nächsten Start eines Tracks
      </Text>
    </div>
  )
}

/** The row of a file that browsers cannot play; it can only be downloaded. */
function Original({ track, file }: { track: Track; file: TrackFile }) {
  const name = fileText(file)
  return (
    <Button small kind="ghost" onClick={oncePerDoubleClick(() => void download(track, file.format))}>
      {name} herunterladen
    </Button>
  )
}
