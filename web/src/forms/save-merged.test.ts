import { expect, type Mock, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { EditConflict } from './merge-edits.ts'
import { saveMerged } from './save-merged.ts'

type Team = { name: string; emoji: string }
const staleVersion = () =>
  new ApiError({
    status: 412,
    error_type: 'Stale',
    message: 'Changed',
    request_id: 'r',
    data: null,
    errors: [],
  })

function edit(
  mine: Team,
  changed: (keyof Team)[],
  {
    remote,
    save = vi.fn<(merged: Team) => Promise<unknown>>(),
  }: { remote: Team[]; save?: Mock<(merged: Team) => Promise<unknown>> },
) {
  const versions = [...remote]
  const current = vi.fn(async () => (versions.length > 1 ? versions.shift() : versions[0]) ?? mine)
  const result = saveMerged<Team, Team, unknown>({
    mine,
    changed,
    seen: { name: 'Seen', emoji: '🌱' },
    current,
    fieldsOf: (team) => team,
    save,
  })
  return { result, current, save }
}

test('only local changes are sent over the latest version', async () => {
  const remote = { name: 'Seen', emoji: '🦉' }
  const { result, save } = edit({ name: 'Mine', emoji: '🌱' }, ['name'], { remote: [remote] })
  expect((await result).sent).toEqual({ name: 'Mine', emoji: '🦉' })
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Mine', emoji: '🦉' }, remote, undefined)
})

test('nothing is saved when both sides changed the same field', async () => {
  const remote = { name: 'Theirs', emoji: '🌱' }
  const { result, save } = edit({ name: 'Mine', emoji: '🌱' }, ['name'], { remote: [remote] })
  const error = await result.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(EditConflict)
  expect(error).toMatchObject({ fields: ['name'], remote })
  expect(save).not.toHaveBeenCalled()
})

test('the same change on both sides is no conflict', async () => {
  const { result } = edit({ name: 'Same', emoji: '🌱' }, ['name'], {
    remote: [{ name: 'Same', emoji: '🦉' }],
  })
  expect((await result).sent).toEqual({ name: 'Same', emoji: '🦉' })
})

test('when someone saves between the read and the write, it merges again', async () => {
  const save = vi
    .fn<(merged: Team) => Promise<unknown>>()
    .mockRejectedValueOnce(staleVersion())
    .mockResolvedValue('saved')
  const { result, current } = edit({ name: 'Mine', emoji: '🌱' }, ['name'], {
    remote: [
      { name: 'Seen', emoji: '🌱' },
      { name: 'Seen', emoji: '🦉' },
    ],
    save,
  })
  expect(await result).toEqual({ saved: 'saved', sent: { name: 'Mine', emoji: '🦉' } })
  expect(current).toHaveBeenCalledTimes(2)
})

test('a conflict that appears with the second read is found', async () => {
  const save = vi.fn<(merged: Team) => Promise<unknown>>().mockRejectedValueOnce(staleVersion())
  const { result } = edit({ name: 'Mine', emoji: '🌱' }, ['name'], {
    remote: [
      { name: 'Seen', emoji: '🌱' },
      { name: 'Theirs', emoji: '🌱' },
    ],
    save,
  })
  await expect(result).rejects.toBeInstanceOf(EditConflict)
  expect(save).toHaveBeenCalledTimes(1)
})

test('it gives up after five collisions', async () => {
  const save = vi.fn<(merged: Team) => Promise<unknown>>().mockImplementation(async () => {
    throw staleVersion()
  })
  const { result } = edit({ name: 'Mine', emoji: '🌱' }, ['name'], {
    remote: [{ name: 'Seen', emoji: '🌱' }],
    save,
  })
  await expect(result).rejects.toMatchObject({ status: 412 })
  expect(save).toHaveBeenCalledTimes(5)
})

test('other errors are not retried', async () => {
  const save = vi.fn<(merged: Team) => Promise<unknown>>().mockRejectedValue(new Error('offline'))
  const { result } = edit({ name: 'Mine', emoji: '🌱' }, ['name'], {
    remote: [{ name: 'Seen', emoji: '🌱' }],
    save,
  })
  await expect(result).rejects.toThrow('offline')
  expect(save).toHaveBeenCalledTimes(1)
})
