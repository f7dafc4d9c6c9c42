// The settings of an account: profile, names, email address, password, devices, sound, other apps, deletion and image.
// The settings page renders the sections. The shell mounts the dialog for the image, which `openAvatarDialog` opens.
export { AppsSettings } from './AppsSettings.tsx'
export { AvatarDialogHost } from './profile/AvatarDialogHost.tsx'
export { openAvatarDialog } from './profile/avatar-dialog.ts'
export { ProfileSettings } from './profile/ProfileSettings.tsx'
export { RequiredFactor } from './factors/RequiredFactor.tsx'
export { ScrobblingSettings } from './ScrobblingSettings.tsx'
export { SecuritySettings } from './security/SecuritySettings.tsx'
export { SettingsCard } from './form/SettingsCard.tsx'
export { SoundSettings } from './sound/SoundSettings.tsx'
