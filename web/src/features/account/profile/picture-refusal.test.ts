import { expect, test } from 'vitest'
import { pictureRefusal } from './picture-refusal.ts'

test.each([
  [{ type: 'image/png', size: 1 }, null],
  [{ type: 'image/jpeg', size: 20 * 1024 * 1024 }, null],
  [{ type: 'image/jpeg', size: 20 * 1024 * 1024 + 1 }, 'account.picture.size'],
  [{ type: 'image/svg+xml', size: 1 }, 'account.picture.type'],
  [{ type: '', size: 1 }, 'account.picture.type'],
])('a file like %o as a picture: %s', (file, refusal) => {
  expect(pictureRefusal(file)).toBe(refusal)
})
