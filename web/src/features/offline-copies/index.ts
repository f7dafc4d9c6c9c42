// Albums, playlists and favorites that are stored on this device and can be played without a connection.
export { connectCopies, connectDeviceAnswers } from './connect.ts'
export { CollectionControl } from './control/CollectionControl.tsx'
export { emitArchiveChange } from './copies/archive-changes.ts'
export { daysText, lockText } from './settings/lock-texts.ts'
export { useOffline } from './copies/store.ts'
export { OfflineTab } from './settings/OfflineTab.tsx'
