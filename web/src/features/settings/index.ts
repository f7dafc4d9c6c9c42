// The settings of an account: profile, names, address, password, devices, sound, other apps, deletion and the image. The
// settings page shows the sections; the image's dialog is mounted in the shell and opened with
// `openAvatarDialog`.
export { AppsSettings } from './AppsSettings.tsx'
export { AvatarDialogHost } from './profile/AvatarDialogHost.tsx'
export { openAvatarDialog } from './profile/avatar-dialog.ts'
export { ProfileSettings } from './profile/ProfileSettings.tsx'
export { ScrobblingSettings } from './ScrobblingSettings.tsx'
export { SecuritySettings } from './security/SecuritySettings.tsx'
export { SettingsCard } from './form/SettingsCard.tsx'
export { SoundSettings } from './sound/SoundSettings.tsx'
