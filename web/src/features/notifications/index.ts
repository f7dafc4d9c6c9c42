// Notices: the bell with its inbox, and the settings of what arrives where. The app runs `startNoticeUpdates`; the top bar
// shows the bell, which on phones leads to the page of the inbox.
export { startNoticeUpdates, useChangeSettings, useNotificationSettings } from './state/api.ts'
export { Bell } from './Bell.tsx'
export { Inbox } from './inbox/Inbox.tsx'
export { NotificationCards } from './settings/NotificationCards.tsx'
export { minuteText } from './settings/quiet-text.ts'
export { GROUPS as NOTICE_GROUPS } from './settings/topics.ts'
