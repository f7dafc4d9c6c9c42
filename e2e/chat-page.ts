import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/* Finding and sending messages on the page of the chat. */

export const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht' })
export const messages = (page: Page) => page.getByRole('list', { name: 'Nachrichten' })
export const message = (page: Page, text: string | RegExp) =>
  messages(page).getByRole('article').filter({ hasText: text })
export const unreadMark = (page: Page) => messages(page).getByRole('separator', { name: 'Neue Nachrichten' })
export const chatEntry = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: /^Chat Room/ })
export const isConnected = (page: Page) => expect(page.getByText('Verbunden', { exact: true })).toBeVisible()

export async function postMessage(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** Posts messages as this member by HTTP, for many messages at once. */
export async function postByCall(page: Page, texts: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    const token = localStorage.getItem('authToken') ?? ''
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    for (const text of all) {
      const body = JSON.stringify({ message: text })
      await fetch('/api/chat/messages', { method: 'POST', headers, body })
    }
  }, texts)
}
