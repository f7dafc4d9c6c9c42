import { useState } from 'react'
import { currentConnection } from '#client/qualities.ts'
import { SettingsCard } from '#features/settings/index.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { removeWithUndo } from '../engine/commands.ts'
import { loadsOnWifiOnly, setLoadsOnWifiOnly } from '../engine/conditions.ts'
import { useOffline } from '../copies/store.ts'
import { OfflineSettings } from './OfflineSettings.tsx'

/** Renders the settings of the copies with the current state, or says why this browser cannot store copies. */
export function OfflineTab() {
  const { support, view, quotaBytes, usedBytes, isPersisted } = useOffline()
  const [isWifiOnly, setIsWifiOnly] = useState(loadsOnWifiOnly)
  const [now] = useState(() => Date.now())
  if (support === 'unknown') return null
  if (support !== 'ready')
    return (
      <SettingsCard title="Auf diesem Gerät">
        <Notice kind="info">
          {support === 'private'
            ? 'In einem privaten Fenster behält der Browser keine Kopien.'
            : 'Dieser Browser kann keine Kopien behalten.'}
        </Notice>
      </SettingsCard>
    )
  return (
    <OfflineSettings
      {...{ view, quotaBytes, usedBytes, isPersisted, now, isWifiOnly }}
      knowsConnection={currentConnection() !== undefined}
      onWifiOnly={(isOn) => {
        setLoadsOnWifiOnly(isOn)
        setIsWifiOnly(isOn)
      }}
      onRemove={(keys, text) => void removeWithUndo(keys, text)}
    />
  )
}
