import type { Attachment } from '@parley/contract/messages/messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { renderApp } from '../../../testing/render.tsx'
import { Attachments } from './attachments.tsx'

// Its first load takes longer than a test waits.
beforeAll(() => import('./lightbox.tsx'))

const fileOf = (n: number, change: Partial<Attachment> = {}): Attachment =>
  ({
    uuid: `00000000-0000-4000-8000-00000000000${n}`,
    name: `photo-${n}.png`,
    size: 2048,
    content_type: 'image/png',
    disposition: 'attachment',
    has_thumbnail: true,
    ...change,
  }) as Attachment // fields that are not shown are left out
const terms = fileOf(9, { name: 'terms.pdf', content_type: 'application/pdf', has_thumbnail: false })

const renderFiles = (files: Attachment[]) => renderApp(<Attachments files={files} html="" />)
const card = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) })
const dialog = () => screen.queryByRole('dialog')

test('images are shown one at a time, wrapping around, without other files', async () => {
  const { user } = renderFiles([fileOf(1), terms, fileOf(2)])
  await user.click(card('photo-2'))
  expect((await screen.findByRole('dialog')).textContent).toContain('2 of 2')
  await user.click(screen.getByRole('button', { name: 'Next image' }))
  expect(screen.getByRole('img', { name: 'photo-1.png' })).toBeTruthy()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('img', { name: 'photo-2.png' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog()).toBeNull())
})

test('a single image has no arrows', async () => {
  const { user } = renderFiles([fileOf(1)])
  await user.click(card('photo-1'))
  await screen.findByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Next image' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe('photo-1.png')
})

test.each([
  ['another file', terms, {}],
  ['an image with Ctrl', fileOf(1), { ctrlKey: true }],
  ['an image with Shift', fileOf(1), { shiftKey: true }],
])('%s is opened by the browser', (_what, file, keys) => {
  renderFiles([file])
  let isHandled = true
  // Prevented at last, as the simulated page would load the file.
  addEventListener(
    'click',
    (event) => {
      isHandled = event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  fireEvent.click(card(file.name), keys)
  expect(isHandled).toBe(false)
  expect(dialog()).toBeNull()
})

test('a card shows the name and the size', () => {
  renderFiles([terms])
  expect(card('terms.pdf').getAttribute('aria-label')).toBe('terms.pdf, 2.00 KB')
})
