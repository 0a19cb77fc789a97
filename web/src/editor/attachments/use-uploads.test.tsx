import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { upload } from '../../api/upload.ts'
import { renderApp } from '../../testing/render.tsx'
import { Toasts } from '../../testing/toasts.tsx'
import { LocalDraft } from '../message/local-draft.ts'
import { FileList } from './file-list.tsx'
import { useAttachments } from './use-attachments.ts'

type Upload = PromiseWithResolvers<unknown> & { options: Parameters<typeof upload>[1] }
const uploads = vi.hoisted(() => [] as Upload[])
vi.mock('../../api/upload.ts', () => ({
  upload: (_file: File, options: Upload['options']) => {
    const one = { ...Promise.withResolvers<unknown>(), options }
    options.signal.addEventListener('abort', () => one.reject(options.signal.reason))
    uploads.push(one)
    return one.promise
  },
}))
beforeEach(() => {
  uploads.length = 0
})

const media = (id: number, filename: string) => ({
  id,
  uuid: `u${id}`,
  filename,
  size: 10,
  content_type: 'text/plain',
})
const fileOf = (name: string, bytes = 10) => new File(['x'.repeat(bytes)], name)

function renderAttachments({ megabytes = 1 } = {}) {
  const draft = new LocalDraft({ agent_id: 7, uuid: 'c1', mode: 'reply' })
  function Attachments() {
    const { files, uploading, attach, remove } = useAttachments(draft)
    return (
      <>
        <input type="file" multiple aria-label="Add" onChange={(e) => attach([...(e.target.files ?? [])])} />
        <FileList files={files} uploading={uploading} onRemove={remove} />
      </>
    )
  }
  const app = renderApp(
    <>
      <Attachments />
      <Toasts />
    </>,
    { cached: [[queryKeys.settings, { 'app.max_file_upload_size': megabytes }]] },
  )
  const add = (...files: File[]) => app.user.upload(screen.getByLabelText('Add'), files)
  return { ...app, add, inDraft: () => draft.getCurrent().files.map(({ filename }) => filename) }
}
const progress = (name: string) => screen.queryByRole('progressbar', { name: `Uploading ${name}` })

test('files are uploaded at once with their progress, and join the draft in the order they finish', async () => {
  const { add, inDraft } = renderAttachments()
  await add(fileOf('a.txt'), fileOf('b.txt'))
  expect(uploads).toHaveLength(2)
  act(() => uploads[0]?.options.onProgress(0.5))
  expect(progress('a.txt')?.getAttribute('value')).toBe('0.5')
  await act(async () => uploads[1]?.resolve(media(2, 'b.txt')))
  await act(async () => uploads[0]?.resolve(media(1, 'a.txt')))
  expect(inDraft()).toEqual(['b.txt', 'a.txt'])
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('an attached file can be removed', async () => {
  const { user, add, inDraft } = renderAttachments()
  await add(fileOf('a.txt'), fileOf('b.txt'))
  await act(async () => uploads[0]?.resolve(media(1, 'a.txt')))
  await act(async () => uploads[1]?.resolve(media(2, 'b.txt')))
  await user.click(screen.getByRole('button', { name: 'Remove a.txt' }))
  expect(inDraft()).toEqual(['b.txt'])
})

test('a cancelled upload disappears silently', async () => {
  const { add, inDraft } = renderAttachments()
  await add(fileOf('a.txt'))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload of a.txt' }))
  await waitFor(() => expect(progress('a.txt')).toBeNull())
  expect(uploads[0]?.options.signal.aborted).toBe(true)
  expect(inDraft()).toEqual([])
  expect(screen.queryByText(/couldn’t be uploaded/)).toBeNull()
})

test('a file that is too large is rejected before it is sent', async () => {
  const { add } = renderAttachments()
  await add(fileOf('film.mp4', 1024 * 1024 + 1))
  expect(await screen.findByText('This file is larger than 1 MB')).toBeTruthy()
  expect(uploads).toEqual([])
})

test('a failed upload shows the reason and can be retried; a rejected one cannot', async () => {
  const { user, add, inDraft } = renderAttachments()
  await add(fileOf('a.txt'))
  await act(async () => uploads[0]?.reject(new ApiError({ status: 503, message: 'The server is busy' })))
  await screen.findByText('The server is busy')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  await act(async () => uploads[1]?.resolve(media(1, 'a.txt')))
  expect(inDraft()).toEqual(['a.txt'])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  await add(fileOf('b.exe'))
  await act(async () =>
    uploads[2]?.reject(new ApiError({ status: 400, message: 'This type is not allowed' })),
  )
  await screen.findByText('This type is not allowed')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
