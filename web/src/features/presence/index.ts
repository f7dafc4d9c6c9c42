// Who is here and what they do: the list of people, somebody's profile, and what this browser tells of its owner.
// `usePeople` reads; `startPresence` and `publishOwnActivity` are held by the app.
export { allPeople, startPresence, publishOwnActivity, useOnlineUser, usePeople } from './presence.ts'
export { PeopleList } from './PeopleList.tsx'
export { PersonAvatar } from './PersonAvatar.tsx'
export { ProfileDialog } from './ProfileDialog.tsx'
export { openProfile } from './profile-dialog.ts'
