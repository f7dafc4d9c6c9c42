import type { User } from '@tonarchiv/contract/users'
import { useMemo } from 'react'
import { emailRules } from '#features/auth/index.ts'
import { ProfileSwitch } from '#features/presence/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { TextAreaField } from '#ui/components/fields/TextAreaField.tsx'
import { openAvatarDialog } from './avatar-dialog.ts'
import { BlockedMembers } from './BlockedMembers.tsx'
import { KeyboardSettings } from './KeyboardSettings.tsx'
import { profileRules, usernameRules } from '../form/rules.ts'
import styles from '../form/SettingsCard.module.css'
import { SettingsForm } from '../form/SettingsForm.tsx'
import { ThemeSettings } from './ThemeSettings.tsx'
import { useLockHint } from './username-lock.ts'
import { PROFILE_SAVED, USERNAME_CHANGED } from '../form/wording.ts'

function Profile({ user }: { user: User }) {
  return (
    <SettingsForm
      title="Profil Informationen"
      rules={profileRules}
      submit="Speichern"
      kind="primary"
      done={PROFILE_SAVED}
    >
      {(field) => (
        <>
          <div className={styles.image}>
            <Avatar src={user.avatarUrl} size={48} />
            <Button small onClick={openAvatarDialog}>
              Avatar ändern
            </Button>
          </div>
          <TextField
            {...field('displayName')}
            label="Anzeigename"
            type="text"
            defaultValue={user.displayName}
            autoComplete="name"
          />
          <TextAreaField {...field('bio')} label="Bio" rows={3} defaultValue={user.bio} />
          <TextField
            {...field('customStatus')}
            label="Status"
            hint="Steht im Chat unter deinem Namen."
            type="text"
            defaultValue={user.customStatus}
            autoComplete="off"
          />
          <ProfileSwitch user={user} name="showListening">
            Zeige, was ich höre
          </ProfileSwitch>
          <ProfileSwitch user={user} name="letsFriendsListen">
            Freunde dürfen ohne Frage mithören
          </ProfileSwitch>
          <ProfileSwitch user={user} name="showReadMarks">
            Lesebestätigungen in Nachrichten zeigen und sehen
          </ProfileSwitch>
        </>
      )}
    </SettingsForm>
  )
}

function Username({ user }: { user: User }) {
  const lockHint = useLockHint(user.usernameChangeableAt)
  const isLocked = lockHint !== undefined
  return (
    <SettingsForm
      title="Benutzername"
      rules={usernameRules}
      submit="Ändern"
      done={USERNAME_CHANGED}
      disabled={isLocked}
    >
      {(field) => (
        <TextField
          {...field('username')}
          // The key mounts the field again after a change, so that it shows the stored name.
          key={user.username}
          label="Benutzername"
          hint={lockHint}
          type="text"
          defaultValue={user.username}
          disabled={isLocked}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </SettingsForm>
  )
}

/** The form for the email address. After a change, every page is replaced by the prompt to verify the new address. */
function EmailAddress({ user }: { user: User }) {
  const rules = useMemo(() => emailRules(user.email), [user.email])
  return (
    <SettingsForm
      title="E-Mail-Adresse"
      rules={rules}
      submit="Ändern"
      done="Bitte bestätige deine neue E-Mail-Adresse"
    >
      {(field) => (
        <TextField
          {...field('email')}
          label="E-Mail-Adresse"
          hint="Eine neue Adresse musst du erst bestätigen, bevor es weitergeht."
          type="email"
          inputMode="email"
          defaultValue={user.email}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </SettingsForm>
  )
}

/** The first tab of the settings, with the public profile and the email address. */
export function ProfileSettings({ user }: { user: User }) {
  return (
    <>
      <Profile user={user} />
      <Username user={user} />
      <EmailAddress user={user} />
      <BlockedMembers />
      <ThemeSettings />
      <KeyboardSettings />
    </>
  )
}
