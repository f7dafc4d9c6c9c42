import { setCharacterShortcuts, useCharacterShortcuts } from '#features/player/index.ts'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from '../form/SettingsCard.module.css'

/**
 * The setting for shortcuts without modifier keys. It is stored in this browser, because keyboards and speech input
 * differ between devices.
 */
export function KeyboardSettings() {
  const isOn = useCharacterShortcuts()
  return (
    <SettingsCard title="Tastenkürzel">
      <div className={styles.fields}>
        <Switch checked={isOn} onChange={setCharacterShortcuts}>
          Einzelne Buchstaben und Zeichen steuern den Player
        </Switch>
        <Text as="p" tone="muted">
          „?“ zeigt alle Tastenkürzel. Leertaste und Pfeiltasten gelten immer. Die Einstellung gilt für diesen
          Browser.
        </Text>
      </div>
    </SettingsCard>
  )
}
