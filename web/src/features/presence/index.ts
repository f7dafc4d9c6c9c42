// Who is here and what they do: the list of people, somebody's profile, and what this browser tells of its owner.
// `usePeople` reads; `keepPeople` and `tellDoing` are held by the app.
export { everyone, keepPeople, tellDoing, useOnlineUser, usePeople } from './presence.ts'
export { PeopleList } from './PeopleList.tsx'
export { PersonPicture } from './PersonPicture.tsx'
export { ProfileDialog } from './ProfileDialog.tsx'
export { openProfile } from './profile-dialog.ts'
