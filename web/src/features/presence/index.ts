// Presence: the list of members, profiles, and the status that this browser sends. `usePeople` reads the
// list; the app runs `startPresence` and `publishOwnActivity`.
export {
  allPeople,
  startPresence,
  publishOwnActivity,
  useDistinctName,
  useOnlineUser,
  usePeople,
} from './presence.ts'
export { distinctName } from './people.ts'
export { PeopleList, PersonActivity, type ShownListener } from './PeopleList.tsx'
export { PersonAvatar } from './PersonAvatar.tsx'
export { PortraitButton } from './PortraitButton.tsx'
export { AdminMark, PersonName } from './PersonName.tsx'
export { ProfileDialog } from './ProfileDialog.tsx'
export { profileProblem } from './profile/profile-problem.ts'
export { ProfileSwitch } from './profile/ProfileSwitch.tsx'
export { askToBlock, closeBlockQuestion, useBlockQuestion } from './block-question.ts'
export { closeProfile, openProfile, useProfileDialog } from './profile-dialog.ts'
