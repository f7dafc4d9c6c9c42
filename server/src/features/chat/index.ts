/**
 * The chat room: messages, pictures and voices, typing, how far one has read.
 * Whatever changes it is numbered, and every browser hears every change in that order.
 */
export { chatPart } from './export.ts'
export { registerChat } from './routes.ts'
export { tidyChat } from './tidy.ts'
