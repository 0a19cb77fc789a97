import { expect, test } from 'vitest'
import { safeImageUrl } from './image-url.ts'

const uuid = '0198c0de-0000-4000-8000-0123456789ab'
const own_origins = ['https://desk.example.com', 'http://localhost:3000']

test.each([
  [`/uploads/${uuid}`, `/uploads/${uuid}`],
  [`/uploads/thumb_${uuid}`, `/uploads/thumb_${uuid}`],
  [`https://desk.example.com/uploads/${uuid}`, `/uploads/${uuid}`],
  [`http://localhost:3000/uploads/${uuid}?v=2#x`, `/uploads/${uuid}`],
  [`/uploads/x/../${uuid}`, `/uploads/${uuid}`],
  ['https://cdn.example.com/logo.png', 'https://cdn.example.com/logo.png'],
  ['https://elsewhere.example/logout', 'https://elsewhere.example/logout'],
])('%s may be shown', (address, stored) => {
  expect(safeImageUrl(address, own_origins)).toBe(stored)
})

test.each([
  '/logout',
  '/LOGOUT',
  '//desk.example.com/logout',
  'https://desk.example.com/logout',
  'HTTPS://DESK.EXAMPLE.COM/logout',
  'https://desk.example.com./logout',
  'https://desk.example.com:8443/logout',
  'http://desk.example.com/logout',
  'https://user@desk.example.com/logout',
  `/uploads/${uuid}/../../logout`,
  `/uploads/%2e%2e/logout`,
  `/uploads/${uuid}/%2e%2E/%2e%2e/logout`,
  '/uploads\\..\\..\\logout',
  '/\\desk.example.com/logout',
  '/\t/desk.example.com/logout',
  `/uploads/${uuid}%2f..%2f..%2flogout`,
  `/uploads/thumb_thumb_${uuid}`,
  '/uploads/1',
  '/api/v1/agents/me',
  '/csat/1?rating=1',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  '',
  'logout',
  'http://localhost:3000/logout',
])('%s may not be shown', (address) => {
  expect(safeImageUrl(address, own_origins)).toBeNull()
})
