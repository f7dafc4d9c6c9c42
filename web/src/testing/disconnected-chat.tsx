import { listMessages, postMessage, uploadChatMedia } from '@tonarchiv/contract/chat'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { connection } from '#client/connection.ts'
import { messageDatabase } from '#client/message-database.ts'
import { roomChat } from '#features/chat/state/chat-instance.ts'
import { aMessage } from './a-message.ts'
import { anUpload, uploadedName } from './an-upload.ts'
import { ChatWithComposer, startTestChat } from './chat-with-composer.tsx'

/** A page of the chat without messages. */
export const NO_MESSAGES = {
  messages: [],
  hasMore: false,
  revision: 0,
  deletedIds: [],
  changed: [],
  ownReactions: [],
}

/** A chat whose server does not answer posts and uploads until `connect` is called. */
export async function renderDisconnected() {
  const server = startTestChat()
  server.on(listMessages, () => NO_MESSAGES)
  const posted: string[] = []
  const clientIds: (string | null)[] = []
  /** From now on the server answers, and the chat is notified that the connection is back. */
  function connect(): void {
    server.on(uploadChatMedia, (form) => anUpload(uploadedName(form)))
    server.on(postMessage, (sent) => {
      const { message, clientId = null } = postMessage.body.parse(sent)
      posted.push(message)
      clientIds.push(clientId)
      return { success: true, message: aMessage(`1-${clientId ?? ''}`, { content: message, clientId }) }
    })
    connection.setState({ lost: 'server' })
    connection.setState({ lost: undefined })
  }
  await render(<ChatWithComposer />)
  return { server, posted, clientIds, connect }
}

export const field = page.getByRole('textbox', { name: 'Nachricht' })

export async function write(text: string): Promise<void> {
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
}

/** The texts of the outbox with their stages. */
export const stages = () => roomChat.state.getState().outbox.map(({ text, stage }) => `${text} ${stage.name}`)

const storedIn = async (store: 'outbox' | 'drafts' | 'files') =>
  (await messageDatabase.readRecords(store)).length

/** How many records are in the browser's database. */
export const stored = async () => ({
  messages: await storedIn('outbox'),
  drafts: await storedIn('drafts'),
  files: await storedIn('files'),
})
