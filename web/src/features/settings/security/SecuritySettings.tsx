import { useUser } from '#features/auth/index.ts'
import { PasswordField } from '#ui/components/fields/PasswordField.tsx'
import { DangerZone } from './DangerZone.tsx'
import { DataExport } from './DataExport.tsx'
import { Devices } from './Devices.tsx'
import { FactorCards } from '../factors/FactorCards.tsx'
import { passwordRules } from '../form/rules.ts'
import styles from '../form/SettingsCard.module.css'
import { SettingsForm } from '../form/SettingsForm.tsx'
import { PASSWORD_CHANGED } from '../form/wording.ts'

function Password() {
  return (
    <SettingsForm
      title="Passwort ändern"
      rules={passwordRules}
      submit="Passwort ändern"
      kind="inverse"
      hint="Vorher bestätigst du, dass du es bist. Danach bekommst du eine Mail."
      done={PASSWORD_CHANGED}
      clears
    >
      {(field) => (
        <div className={styles.pair}>
          <PasswordField
            {...field('newPassword')}
            label="Neues Passwort"
            hint="Mindestens 6 Zeichen"
            autoComplete="new-password"
          />
          <PasswordField
            {...field('confirmPassword')}
            label="Neues Passwort bestätigen"
            autoComplete="new-password"
          />
        </div>
      )}
    </SettingsForm>
  )
}

/** The tab of the settings with passkeys, second factor, devices, password, export and deletion. */
export function SecuritySettings() {
  const user = useUser()
  return (
    <>
      {user && <FactorCards username={user.username} />}
      <Devices />
      <Password />
      <DataExport />
      <DangerZone />
    </>
  )
}
