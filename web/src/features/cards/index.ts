// Cards of things of the archive in messages, and the dialog that shares them in the chat. `MessageCard` shows a card;
// menus contain `ShareItem`, and the app renders `ShareDialog`.
export { currentMoment, useCurrentMoment } from './current-moment.ts'
export { useCardTitle } from './load-cards.ts'
export { HeardTrack } from './HeardTrack.tsx'
export { MessageCard } from './MessageCard.tsx'
export { PlayHeard } from './PlayHeard.tsx'
export { ChooseDialog } from './share/ChooseDialog.tsx'
export { ShareDialog } from './share/ShareDialog.tsx'
export { ShareItem, ShareTrackItems } from './share/ShareItem.tsx'
export { subjectOfAlbum, subjectOfPlaylist, subjectOfTrack, subjectOfVideo } from './share/subjects.ts'
