import { create } from 'zustand'

/** What stands in the field; it stays while somebody looks at other pages. */
export const useDraftText = create<{ text: string }>(() => ({ text: '' }))

/** Begins a message to somebody; what was written already stays behind it. */
export function writeTo(username: string): void {
  useDraftText.setState(({ text }) => {
    const beginning = `@${username} `
    return { text: text.startsWith(beginning) ? text : beginning + text }
  })
}

/** Puts a text back that could not be sent, before what was written meanwhile. */
export function putBack(returned: string): void {
  useDraftText.setState(({ text }) => ({ text: text.trim() === '' ? returned : `${returned}\n${text}` }))
}
