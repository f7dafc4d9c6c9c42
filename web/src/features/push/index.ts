// Push messages: the question before the browser's permission prompt, the list of browsers that receive the messages,
// and the subscription of this browser.
export { connectPush, disconnectPush } from './connect.ts'
export { shouldAskForPush } from './first-question.ts'
export { OpenFromNotification } from './OpenFromNotification.tsx'
export { PushDevices } from './PushDevices.tsx'
export { type PushChoices, PushQuestion } from './PushQuestion.tsx'
