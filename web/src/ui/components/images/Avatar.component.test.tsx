import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { pngNamed } from '../../../testing/images.ts'
import { Avatar } from './Avatar.tsx'

test('without an image, and in place of a broken one, the default image has the same size', async () => {
  const image = URL.createObjectURL(await pngNamed('portrait.png'))
  const { container, rerender } = await render(<Avatar src={image} size={36} />)
  const shown = () => {
    const avatar = container.firstElementChild
    if (avatar === null) return undefined
    const { width, height } = avatar.getBoundingClientRect()
    const background = getComputedStyle(avatar).backgroundImage
    return { size: [width, height], isDefault: background.includes('/default-avatar.svg') }
  }
  expect(shown()).toEqual({ size: [36, 36], isDefault: false })
  await rerender(<Avatar src={null} size={36} />)
  expect(shown()).toEqual({ size: [36, 36], isDefault: true })
  await rerender(<Avatar src="blob:gone" size={36} />)
  await expect.poll(shown).toEqual({ size: [36, 36], isDefault: true })
  expect(container.querySelector('img')).toBeNull()
  await rerender(<Avatar src={image} size={36} />)
  expect(shown()).toEqual({ size: [36, 36], isDefault: false })
})
